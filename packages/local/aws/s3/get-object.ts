import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsError, type Call } from '#local/aws/service.ts';
import { parseRange } from './range.ts';
import { answerEmpty, type Store } from './store.ts';
import type { StoredObject } from './versions.ts';

/** Answers a GET or a HEAD of an object with its headers and `more`, honouring ranges and conditions. */
export async function getObject(
  { catalogue, files, link }: Store,
  { Bucket, Key }: { Bucket: string; Key: string },
  { request, response, require }: Call,
  more: Record<string, string>,
): Promise<void> {
  const object = catalogue.object(Bucket, Key);
  if (!object) {
    // Without the right to list the bucket it is 403: S3 then does not tell which keys exist.
    require([{ action: 's3:ListBucket', resource: `arn:aws:s3:::${Bucket}` }]);
    throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404, { Key });
  }
  const tag = `"${object.etag}"`;
  checkConditions(request.headers, tag);
  const range = rangeOf(request.headers, object);
  const { start, end } = range ?? { start: 0, end: object.sizeBytes - 1 };
  const headers: OutgoingHttpHeaders = {
    ...object.headers,
    ...more,
    etag: tag,
    'last-modified': new Date(object.modified).toUTCString(),
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
  };
  if (range) headers['content-range'] = `bytes ${start}-${end}/${object.sizeBytes}`;
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return answerEmpty(response, status, headers);
  await link?.connect();
  const stored = files.read(object.blobs, start, end);
  const bytes = link ? link.slow(stored) : stored;
  response.writeHead(status, headers);
  await pipeline(Readable.from(bytes, { objectMode: false }), response).catch(
    (error: NodeJS.ErrnoException) => {
      // A client may stop reading when it has seen enough.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    },
  );
}

/** Throws 412 if the object is not the one that the client wants, or 304 if the client has it already. */
function checkConditions(headers: Call['request']['headers'], tag: string): void {
  const { 'if-match': wanted, 'if-none-match': known } = headers;
  checkMatch(wanted, tag);
  if (known !== undefined && includesTag(known, tag)) {
    throw new AwsError('NotModified', 'Not Modified', 304);
  }
}

/** Throws 412 if a client wants another version than the one that is there. */
export function checkMatch(wanted: string | undefined, tag: string): void {
  if (wanted === undefined || includesTag(wanted, tag)) return;
  throw new AwsError(
    'PreconditionFailed',
    'At least one of the pre-conditions you specified did not hold',
    412,
    { Condition: 'If-Match' },
  );
}

function rangeOf(headers: Call['request']['headers'], { etag, sizeBytes }: StoredObject) {
  const { range, 'if-range': version } = headers;
  return parseRange(version && version !== `"${etag}"` ? undefined : range, sizeBytes);
}

const includesTag = (list: string, tag: string) =>
  list.split(',').some((one) => one.trim() === '*' || one.trim() === tag);
