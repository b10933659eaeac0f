import * as z from 'zod';
import { AwsError, defineOperation, type Service } from '#local/aws/service.ts';
import { getObject } from './get-object.ts';
import { headersToKeep, isHeaderValue } from './headers.ts';
import { receiveBody } from './receive.ts';
import { answerEmpty, objectName, permissionTo, type Store, storeObject } from './store.ts';
import { versionOf } from './versions.ts';
import { answerXml, readXml } from './xml.ts';

const maxKeys = 1000;

const deleteDocument = z.strictObject({
  Delete: z.strictObject({
    Object: z
      .array(z.strictObject({ Key: z.string() }))
      .min(1)
      .max(maxKeys),
    Quiet: z.enum(['true', 'false']).default('false'),
  }),
});

/** Operations on objects, except multipart uploads. */
export function objectOperations(store: Store): Service['operations'] {
  const { catalogue, files } = store;

  async function remove(bucket: string, key: string): Promise<void> {
    const existing = catalogue.object(bucket, key);
    const replaced = catalogue.versions.newestFirst(bucket, key);
    catalogue.transaction(() => {
      catalogue.removeObject(bucket, key);
      for (const version of replaced) catalogue.versions.remove(bucket, version);
    });
    const removed = existing ? [existing, ...replaced] : replaced;
    await files.remove(removed.flatMap(({ blobs }) => blobs));
  }

  /** Removes one version. After the current version the one before becomes current. */
  async function removeVersion(bucket: string, key: string, id: string): Promise<void> {
    const current = catalogue.object(bucket, key);
    const replaced = catalogue.versions.newestFirst(bucket, key);
    const [previous] = replaced;
    let removed = replaced.find((version) => versionOf(version) === id);
    catalogue.transaction(() => {
      if (removed) catalogue.versions.remove(bucket, removed);
      if (!current || versionOf(current) !== id) return;
      removed = current;
      catalogue.removeObject(bucket, key);
      if (!previous) return;
      catalogue.putObject(bucket, previous);
      catalogue.versions.remove(bucket, previous);
    });
    await files.remove(removed?.blobs ?? []);
  }

  return {
    PutObject: defineOperation({
      route: 'PUT /{Bucket}/{Key+}',
      input: z.strictObject(objectName),
      permission: permissionTo('PutObject'),
      async run({ Bucket, Key }, { request, response }) {
        const headers = headersToKeep(request.headers);
        const { blob, etag } = await receiveBody(request, files);
        await storeObject(store, { bucket: Bucket, key: Key, etag, headers, blobs: [blob] });
        answerEmpty(response, 200, { etag: `"${etag}"` });
      },
    }),

    GetObject: defineOperation({
      route: 'GET /{Bucket}/{Key+}',
      input: z.strictObject({
        ...objectName,
        'response-content-disposition': z
          .string()
          .refine(isHeaderValue, 'cannot be represented as a header')
          .optional(),
      }),
      permission: permissionTo('GetObject'),
      async run({ Bucket, Key, 'response-content-disposition': disposition }, call) {
        const headers: Record<string, string> = {};
        if (disposition) headers['content-disposition'] = disposition;
        await getObject(store, { Bucket, Key }, call, headers);
      },
    }),

    HeadObject: defineOperation({
      route: 'HEAD /{Bucket}/{Key+}',
      input: z.strictObject(objectName),
      permission: permissionTo('GetObject'),
      run: (name, call) => getObject(store, name, call, {}),
    }),

    DeleteObject: defineOperation({
      route: 'DELETE /{Bucket}/{Key+}',
      input: z.strictObject({ ...objectName, versionId: z.string().optional() }),
      permission: ({ versionId, ...name }) =>
        permissionTo(versionId === undefined ? 'DeleteObject' : 'DeleteObjectVersion')(name),
      async run({ Bucket, Key, versionId }, { response }) {
        if (versionId === undefined) await remove(Bucket, Key);
        else await removeVersion(Bucket, Key, versionId);
        answerEmpty(response, 204);
      },
    }),

    DeleteObjects: defineOperation({
      route: 'POST /{Bucket}?delete',
      input: z.strictObject({ Bucket: z.string() }),
      // As in S3, each key is authorised separately, so one may be denied and the next deleted.
      permission: () => [],
      async run({ Bucket }, { request, response, require }) {
        const { Delete } = await readXml(request, deleteDocument);
        const Deleted: { Key: string }[] = [];
        const Errors: { Key: string; Code: string; Message: string }[] = [];
        for (const { Key } of Delete.Object) {
          try {
            require([permissionTo('DeleteObject')({ Bucket, Key })]);
            await remove(Bucket, Key);
            Deleted.push({ Key });
          } catch (error) {
            if (!(error instanceof AwsError)) throw error;
            Errors.push({ Key, Code: 'AccessDenied', Message: error.message });
          }
        }
        answerXml(response, 'DeleteResult', {
          Deleted: Delete.Quiet === 'true' ? undefined : Deleted,
          Error: Errors,
        });
      },
    }),

    ListObjectsV2: defineOperation({
      route: 'GET /{Bucket}?list-type',
      input: z.strictObject({
        Bucket: z.string(),
        'list-type': z.literal('2'),
        prefix: z.string().optional(),
        'max-keys': z
          .string()
          .regex(/^\d{1,9}$/)
          .default(String(maxKeys)),
        'start-after': z.string().default(''),
        'continuation-token': z.string().optional(),
      }),
      permission: ({ Bucket, prefix }) => ({
        action: 's3:ListBucket',
        resource: `arn:aws:s3:::${Bucket}`,
        context: prefix === undefined ? undefined : { 's3:prefix': prefix },
      }),
      run(input, { response }) {
        const { Bucket, prefix = '', 'continuation-token': token } = input;
        const after = token ? Buffer.from(token, 'base64url').toString() : input['start-after'];
        const limit = Math.min(Number(input['max-keys']), maxKeys);
        // One more than asked for tells whether there are more.
        const found = catalogue.objectsAfter(Bucket, prefix, after, limit + 1);
        const page = found.slice(0, limit);
        const last = found.length > limit ? page.at(-1)?.key : undefined;
        answerXml(response, 'ListBucketResult', {
          Name: Bucket,
          Prefix: prefix,
          MaxKeys: limit,
          KeyCount: page.length,
          IsTruncated: last !== undefined,
          NextContinuationToken: last && Buffer.from(last).toString('base64url'),
          Contents: page.map((object) => ({
            Key: object.key,
            LastModified: new Date(object.modified).toISOString(),
            ETag: `"${object.etag}"`,
            Size: object.sizeBytes,
            StorageClass: 'STANDARD',
          })),
        });
      },
    }),
  };
}
