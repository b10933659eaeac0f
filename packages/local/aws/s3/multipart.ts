import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AwsError, defineOperation, type Service } from '#local/aws/service.ts';
import type { Part, Upload } from './catalogue.ts';
import { checkMatch } from './get-object.ts';
import { headersToKeep } from './headers.ts';
import { receiveBody } from './receive.ts';
import {
  answerEmpty,
  objectName,
  permissionTo,
  type Store,
  storeObject,
  wholeSeconds,
} from './store.ts';
import type { StoredObject } from './versions.ts';
import { answerXml, readXml } from './xml.ts';

const minPartBytes = 5 * 1024 * 1024;
const maxParts = 10_000;
const maxListed = 1000;

const uploadName = { ...objectName, uploadId: z.string() };
type UploadName = z.output<z.ZodObject<typeof uploadName>>;

const partNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((number) => number >= 1 && number <= maxParts, {
    error: `Part number must be an integer between 1 and ${maxParts}`,
  });

const completeDocument = z.strictObject({
  CompleteMultipartUpload: z.strictObject({
    Part: z
      .array(z.strictObject({ PartNumber: partNumber, ETag: z.string() }))
      .min(1)
      .max(maxParts),
  }),
});

/** Uploads in parts, which can be resumed after a restart. */
export function multipartOperations(store: Store): Service['operations'] {
  const { catalogue, files, clock } = store;

  function findUpload({ Bucket, Key, uploadId }: UploadName): Upload {
    const upload = catalogue.upload(uploadId);
    if (upload?.bucket === Bucket && upload.key === Key) return upload;
    throw new AwsError(
      'NoSuchUpload',
      'The specified multipart upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
      404,
    );
  }

  return {
    CreateMultipartUpload: defineOperation({
      route: 'POST /{Bucket}/{Key+}?uploads',
      input: z.strictObject(objectName),
      permission: permissionTo('PutObject'),
      run({ Bucket, Key }, { request, response }) {
        const id = randomUUID().replaceAll('-', '');
        const headers = headersToKeep(request.headers);
        catalogue.putUpload({ id, bucket: Bucket, key: Key, headers, started: clock.now() });
        answerXml(response, 'InitiateMultipartUploadResult', { Bucket, Key, UploadId: id });
      },
    }),

    UploadPart: defineOperation({
      route: 'PUT /{Bucket}/{Key+}?partNumber&uploadId',
      input: z.strictObject({ ...uploadName, partNumber }),
      permission: permissionTo('PutObject'),
      async run({ partNumber: number, ...name }, { request, response }) {
        findUpload(name);
        const { blob, etag } = await receiveBody(request, files);
        let replaced: Part | undefined;
        try {
          catalogue.transaction(() => {
            // The upload may have been completed or aborted while the part was arriving.
            const { id } = findUpload(name);
            replaced = catalogue.part(id, number);
            const modified = wholeSeconds(clock.now());
            catalogue.putPart(id, { number, etag, modified, blob });
          });
        } catch (error) {
          await files.remove([blob]);
          throw error;
        }
        if (replaced) await files.remove([replaced.blob]);
        answerEmpty(response, 200, { etag: `"${etag}"` });
      },
    }),

    ListParts: defineOperation({
      route: 'GET /{Bucket}/{Key+}?uploadId',
      input: z.strictObject({
        ...uploadName,
        'part-number-marker': z
          .string()
          .regex(/^\d{1,5}$/)
          .default('0'),
      }),
      permission: permissionTo('ListMultipartUploadParts'),
      run({ 'part-number-marker': marker, ...name }, { response }) {
        const { id } = findUpload(name);
        const rest = catalogue.parts(id).filter(({ number }) => number > Number(marker));
        const page = rest.slice(0, maxListed);
        answerXml(response, 'ListPartsResult', {
          Bucket: name.Bucket,
          Key: name.Key,
          UploadId: id,
          PartNumberMarker: marker,
          NextPartNumberMarker: page.at(-1)?.number,
          MaxParts: maxListed,
          IsTruncated: rest.length > page.length,
          Part: page.map(({ number, modified, etag, blob }) => ({
            PartNumber: number,
            LastModified: new Date(modified).toISOString(),
            ETag: `"${etag}"`,
            Size: blob.sizeBytes,
          })),
        });
      },
    }),

    /** Makes the object of the parts named, without copying their bytes. Parts not named are dropped. */
    CompleteMultipartUpload: defineOperation({
      route: 'POST /{Bucket}/{Key+}?uploadId',
      input: z.strictObject(uploadName),
      permission: permissionTo('PutObject'),
      async run(name, { request, response }) {
        const { CompleteMultipartUpload } = await readXml(request, completeDocument);
        const { id, bucket, key, headers } = findUpload(name);
        const uploaded = catalogue.parts(id);
        const parts = chooseParts(CompleteMultipartUpload.Part, uploaded);
        const md5 = createHash('md5');
        for (const part of parts) md5.update(part.etag, 'hex');
        const etag = `${md5.digest('hex')}-${parts.length}`;
        const blobs = parts.map(({ blob }) => blob);
        const wanted = request.headers['if-match'];
        const check = (replaced: StoredObject | undefined) => {
          if (wanted === undefined) return;
          if (replaced) return checkMatch(wanted, `"${replaced.etag}"`);
          throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404, { Key: key });
        };
        await storeObject(store, { bucket, key, etag, headers, blobs, uploadId: id, check });
        const unused = uploaded.filter((part) => !parts.includes(part));
        await files.remove(unused.map(({ blob }) => blob));
        answerXml(response, 'CompleteMultipartUploadResult', {
          Bucket: bucket,
          Key: key,
          ETag: `"${etag}"`,
        });
      },
    }),

    AbortMultipartUpload: defineOperation({
      route: 'DELETE /{Bucket}/{Key+}?uploadId',
      input: z.strictObject(uploadName),
      permission: permissionTo('AbortMultipartUpload'),
      async run(name, { response }) {
        const { id } = findUpload(name);
        const parts = catalogue.parts(id);
        catalogue.transaction(() => catalogue.removeUpload(id));
        await files.remove(parts.map(({ blob }) => blob));
        answerEmpty(response, 204);
      },
    }),
  };
}

/** The uploaded parts that a request lists, in its order. Throws if they do not make an object. */
function chooseParts(
  listed: readonly { PartNumber: number; ETag: string }[],
  uploaded: readonly Part[],
): Part[] {
  const byNumber = new Map(uploaded.map((part) => [part.number, part]));
  const parts = listed.map(({ PartNumber, ETag }) => {
    const part = byNumber.get(PartNumber);
    if (part && part.etag === ETag.replaceAll('"', '')) return part;
    throw new AwsError(
      'InvalidPart',
      "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
    );
  });
  if (parts.some((part, at) => at > 0 && part.number <= parts[at - 1]!.number)) {
    throw new AwsError('InvalidPartOrder', 'The list of parts was not in ascending order.');
  }
  if (parts.slice(0, -1).some(({ blob }) => blob.sizeBytes < minPartBytes)) {
    throw new AwsError(
      'EntityTooSmall',
      'Your proposed upload is smaller than the minimum allowed size',
    );
  }
  return parts;
}
