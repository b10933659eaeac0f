import { createHash, randomUUID } from 'node:crypto';
import { AwsError } from '../service.ts';
import { answerEmpty, answerXml } from './answer.ts';
import { bodyOf, type Call, countIn, readText, wholeSeconds } from './call.ts';
import type { Part, Upload } from './catalogue.ts';
import { objectHeaders } from './object-headers.ts';
import { commitObject } from './objects.ts';
import { receiveBody } from './payload.ts';
import { xmlElements } from './xml.ts';

const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;

export function createMultipartUpload({ store, bucket, key, request, response }: Call): void {
  const id = randomUUID().replaceAll('-', '');
  const headers = objectHeaders(request.headers);
  const started = store.clock.now();
  store.catalogue.putUpload({ id, bucket: bucket.name, key, headers, started });
  answerXml(response, 'InitiateMultipartUploadResult', {
    Bucket: bucket.name,
    Key: key,
    UploadId: id,
  });
}

export async function uploadPart(call: Call): Promise<void> {
  const { store, request, response } = call;
  const upload = findUpload(call);
  const number = Number(request.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS) {
    throw new AwsError(
      'InvalidArgument',
      `Part number must be an integer between 1 and ${MAX_PARTS}`,
    );
  }
  const { blob, md5, checksumHeaders } = await receiveBody(
    bodyOf(request),
    request.headers,
    store.files,
  );
  let replaced: Part | undefined;
  try {
    store.catalogue.transaction(() => {
      // The upload may have been completed or aborted while the part was arriving.
      findUpload(call);
      replaced = store.catalogue.part(upload.id, number);
      const modified = wholeSeconds(store.clock.now());
      store.catalogue.putPart(upload.id, { number, etag: md5, modified, blob });
    });
  } catch (error) {
    await store.files.remove([blob]);
    throw error;
  }
  if (replaced) await store.files.remove([replaced.blob]);
  answerEmpty(response, 200, { etag: `"${md5}"`, ...checksumHeaders });
}

export function listParts(call: Call): void {
  const { store, bucket, key, request, response } = call;
  const upload = findUpload(call);
  const marker = countIn(request.query, 'part-number-marker', 0);
  const maxParts = Math.min(countIn(request.query, 'max-parts', 1000), 1000);
  const rest = store.catalogue.parts(upload.id).filter((part) => part.number > marker);
  const page = rest.slice(0, maxParts);
  answerXml(response, 'ListPartsResult', {
    Bucket: bucket.name,
    Key: key,
    UploadId: upload.id,
    PartNumberMarker: marker,
    NextPartNumberMarker: page.at(-1)?.number,
    MaxParts: maxParts,
    IsTruncated: rest.length > page.length,
    Part: page.map((part) => ({
      PartNumber: part.number,
      LastModified: new Date(part.modified).toISOString(),
      ETag: `"${part.etag}"`,
      Size: part.blob.sizeBytes,
    })),
  });
}

export function listMultipartUploads({ store, bucket, request, response }: Call): void {
  const prefix = request.query.get('prefix') ?? '';
  const uploads = store.catalogue.uploads(bucket.name).filter(({ key }) => key.startsWith(prefix));
  answerXml(response, 'ListMultipartUploadsResult', {
    Bucket: bucket.name,
    Prefix: prefix,
    IsTruncated: false,
    Upload: uploads.map(({ id, key, started }) => ({
      Key: key,
      UploadId: id,
      Initiated: new Date(started).toISOString(),
    })),
  });
}

/** Makes the object of the parts named, without copying their bytes. Parts not named are dropped. */
export async function completeMultipartUpload(call: Call): Promise<void> {
  const { store, bucket, key, request, response } = call;
  const xml = await readText(request);
  const upload = findUpload(call);
  const uploaded = store.catalogue.parts(upload.id);
  const parts = chooseParts(xml, uploaded);
  const digests = parts.map((part) => Buffer.from(part.etag, 'hex'));
  const etag = `${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-${parts.length}`;
  const object = {
    key,
    etag,
    sizeBytes: parts.reduce((sum, part) => sum + part.blob.sizeBytes, 0),
    modified: wholeSeconds(store.clock.now()),
    headers: upload.headers,
    blobs: parts.map((part) => part.blob),
  };
  await commitObject(store, bucket.name, object, request.headers, upload.id);
  const used = new Set(parts.map((part) => part.number));
  await store.files.remove(
    uploaded.filter((part) => !used.has(part.number)).map((part) => part.blob),
  );
  answerXml(response, 'CompleteMultipartUploadResult', {
    Location: `http://${request.headers.host}${store.basePath}${request.path}`,
    Bucket: bucket.name,
    Key: key,
    ETag: `"${etag}"`,
  });
}

export async function abortMultipartUpload(call: Call): Promise<void> {
  const { catalogue, files } = call.store;
  const upload = findUpload(call);
  const parts = catalogue.parts(upload.id);
  catalogue.transaction(() => catalogue.removeUpload(upload.id));
  await files.remove(parts.map((part) => part.blob));
  answerEmpty(call.response, 204);
}

function findUpload({ store, bucket, key, request }: Call): Upload {
  const upload = store.catalogue.upload(request.query.get('uploadId') ?? '');
  if (upload?.bucket === bucket.name && upload.key === key) return upload;
  throw new AwsError(
    'NoSuchUpload',
    'The specified multipart upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
    404,
  );
}

/** The parts that the document of CompleteMultipartUpload lists. */
function chooseParts(xml: string, uploaded: Part[]): Part[] {
  const byNumber = new Map(uploaded.map((part) => [part.number, part]));
  const parts = xmlElements(xml, 'Part').map((listed) => {
    const part = byNumber.get(Number(xmlElements(listed, 'PartNumber')[0]));
    const etag = xmlElements(listed, 'ETag')[0]?.replaceAll('"', '');
    if (part && part.etag === etag) return part;
    throw new AwsError(
      'InvalidPart',
      "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
    );
  });
  if (parts.length === 0) throw new AwsError('MalformedXML', 'The list of parts is empty.');
  if (parts.some((part, i) => i > 0 && part.number <= parts[i - 1]!.number)) {
    throw new AwsError('InvalidPartOrder', 'The list of parts was not in ascending order.');
  }
  if (parts.slice(0, -1).some((part) => part.blob.sizeBytes < MIN_PART_BYTES)) {
    throw new AwsError(
      'EntityTooSmall',
      'Your proposed upload is smaller than the minimum allowed size',
    );
  }
  return parts;
}
