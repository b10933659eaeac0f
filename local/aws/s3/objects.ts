import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsError } from '../service.ts';
import { answerEmpty, answerXml } from './answer.ts';
import { bodyOf, type Call, readText, type Store, wholeSeconds } from './call.ts';
import type { StoredObject } from './catalogue.ts';
import { checkHeaders, objectHeaders } from './object-headers.ts';
import { receiveBody } from './payload.ts';
import { checkBeforeCopy, checkBeforeRead, checkBeforeWrite, noSuchKey } from './preconditions.ts';
import { parseRange } from './range.ts';
import { copySource, objectArn } from './routes.ts';
import { xmlElements } from './xml.ts';

/**
 * Makes an object visible if the conditions of the write hold at that moment. Otherwise its bytes are
 * removed, except those of a multipart upload (`uploadId`), which stays as it was and can be completed again.
 */
export async function commitObject(
  { catalogue, files }: Store,
  bucket: string,
  object: StoredObject,
  conditions: IncomingHttpHeaders,
  uploadId?: string,
): Promise<void> {
  let replaced: StoredObject | undefined;
  try {
    catalogue.transaction(() => {
      replaced = catalogue.object(bucket, object.key);
      checkBeforeWrite(conditions, object.key, replaced);
      catalogue.putObject(bucket, object);
      if (uploadId) catalogue.removeUpload(uploadId);
    });
  } catch (error) {
    if (!uploadId) await files.remove(object.blobs);
    throw error;
  }
  await files.remove(replaced?.blobs ?? []);
}

export async function putObject({ store, bucket, key, request, response }: Call): Promise<void> {
  const headers = objectHeaders(request.headers);
  const { blob, md5, checksumHeaders } = await receiveBody(
    bodyOf(request),
    request.headers,
    store.files,
  );
  const object: StoredObject = {
    key,
    etag: md5,
    sizeBytes: blob.sizeBytes,
    modified: wholeSeconds(store.clock.now()),
    headers: { ...headers, ...checksumHeaders },
    blobs: [blob],
  };
  await commitObject(store, bucket.name, object, request.headers);
  answerEmpty(response, 200, { etag: `"${md5}"`, ...checksumHeaders });
}

export async function getObject(call: Call): Promise<void> {
  const { store, request, response } = call;
  const object = find(call);
  checkBeforeRead(request.headers, object);
  const ifRange = request.headers['if-range'];
  const rangeHeader =
    !ifRange || ifRange === `"${object.etag}"` ? request.headers.range : undefined;
  const range = parseRange(rangeHeader, object.sizeBytes);
  const headers = answerHeaders(call, object);
  if (range) {
    for (const name of Object.keys(headers))
      if (name.startsWith('x-amz-checksum-')) delete headers[name];
    headers['content-range'] = `bytes ${range.start}-${range.end}/${object.sizeBytes}`;
  }
  const { start, end } = range ?? { start: 0, end: object.sizeBytes - 1 };
  headers['content-length'] = String(end - start + 1);
  if (request.method === 'HEAD') return answerEmpty(response, range ? 206 : 200, headers);
  const bytes = store.files.read(object.blobs, start, end);
  response.writeHead(range ? 206 : 200, headers);
  await pipeline(Readable.from(bytes, { objectMode: false }), response).catch(
    (error: NodeJS.ErrnoException) => {
      // A client may stop reading when it has seen enough.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    },
  );
}

export async function deleteObject({ store, bucket, key, request, response }: Call): Promise<void> {
  const existing = store.catalogue.object(bucket.name, key);
  if (request.headers['if-match'] !== undefined) checkBeforeWrite(request.headers, key, existing);
  store.catalogue.removeObject(bucket.name, key);
  await store.files.remove(existing?.blobs ?? []);
  answerEmpty(response, 204);
}

/** Each key is authorised by itself, as S3 does it: one may be denied and the next deleted. */
export async function deleteObjects(call: Call): Promise<void> {
  const { store, bucket, request, response, accessKeyId } = call;
  const xml = await readText(request);
  const objects = xmlElements(xml, 'Object');
  const keys = objects.map((object) => xmlElements(object, 'Key')[0] ?? '');
  if (keys.length === 0 || keys.length > 1000) {
    throw new AwsError('MalformedXML', 'DeleteObjects takes 1 to 1000 keys.');
  }
  const condition = objects.map((object) =>
    /<(VersionId|ETag|Size|LastModifiedTime)>/.exec(object),
  );
  for (const [, name] of condition.filter((found) => found !== null)) {
    throw new AwsError('NotImplemented', `S3: ${name} of a key to delete is not emulated`, 501);
  }
  const Deleted: { Key: string }[] = [];
  const Errors: { Key: string; Code: string; Message: string }[] = [];
  for (const Key of keys) {
    try {
      const resource = objectArn(bucket.name, Key);
      store.authorize(accessKeyId, { action: 's3:DeleteObject', resource });
    } catch (error) {
      Errors.push({ Key, Code: 'AccessDenied', Message: (error as Error).message });
      continue;
    }
    const existing = store.catalogue.object(bucket.name, Key);
    store.catalogue.removeObject(bucket.name, Key);
    await store.files.remove(existing?.blobs ?? []);
    Deleted.push({ Key });
  }
  const quiet = xmlElements(xml, 'Quiet')[0] === 'true';
  answerXml(response, 'DeleteResult', { Deleted: quiet ? undefined : Deleted, Error: Errors });
}

export async function copyObject({ store, bucket, key, request, response }: Call): Promise<void> {
  const source = copySource(String(request.headers['x-amz-copy-source']));
  const original = store.catalogue.object(store.bucket(source.bucket).name, source.key);
  if (!original) throw noSuchKey(source.key);
  checkBeforeCopy(request.headers, original);
  const replace = request.headers['x-amz-metadata-directive'] === 'REPLACE';
  const given = objectHeaders(request.headers);
  const object: StoredObject = {
    ...original,
    key,
    modified: wholeSeconds(store.clock.now()),
    headers: replace ? { ...checksumsOf(original), ...given } : original.headers,
    blobs: await store.files.duplicate(original.blobs),
  };
  await commitObject(store, bucket.name, object, request.headers);
  answerXml(response, 'CopyObjectResult', {
    ETag: `"${object.etag}"`,
    LastModified: new Date(object.modified).toISOString(),
  });
}

/** The object, or 404; without the right to list the bucket 403, because S3 then does not tell. */
function find({ store, bucket, key, accessKeyId }: Call): StoredObject {
  const object = store.catalogue.object(bucket.name, key);
  if (object) return object;
  const resource = `arn:aws:s3:::${bucket.name}`;
  store.authorize(accessKeyId, { action: 's3:ListBucket', resource });
  throw noSuchKey(key);
}

function answerHeaders({ request }: Call, object: StoredObject): Record<string, string> {
  const headers: Record<string, string> = {
    ...object.headers,
    etag: `"${object.etag}"`,
    'last-modified': new Date(object.modified).toUTCString(),
    'accept-ranges': 'bytes',
  };
  if (request.headers['x-amz-checksum-mode'] !== 'ENABLED') {
    for (const name of Object.keys(checksumsOf(object))) delete headers[name];
  }
  const overrides = [...request.query]
    .filter(([name]) => name.startsWith('response-'))
    .map(([name, value]): [string, string] => [name.slice('response-'.length), value]);
  checkHeaders(overrides);
  return Object.assign(headers, Object.fromEntries(overrides));
}

function checksumsOf({ headers }: StoredObject): Record<string, string> {
  const isChecksum = ([name]: [string, string]) => name.startsWith('x-amz-checksum-');
  return Object.fromEntries(Object.entries(headers).filter(isChecksum));
}
