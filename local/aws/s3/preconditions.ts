import type { IncomingHttpHeaders } from 'node:http';
import { AwsError } from '../service.ts';
import type { StoredObject } from './catalogue.ts';

/** Checks `If-Match` and `If-None-Match` of a write against what stands there now. */
export function checkBeforeWrite(
  headers: IncomingHttpHeaders,
  key: string,
  existing: StoredObject | undefined,
): void {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (noneMatch !== undefined && noneMatch !== '*') {
    throw new AwsError('NotImplemented', 'If-None-Match of a write can only be *.', 501);
  }
  if (noneMatch === '*' && existing) throw failed('If-None-Match');
  if (match === undefined) return;
  if (!existing) throw noSuchKey(key);
  if (!sameTag(match, existing.etag)) throw failed('If-Match');
}

/** Checks the conditions of a read. Throws 412, or 304 for what the client has already. */
export function checkBeforeRead(headers: IncomingHttpHeaders, { etag, modified }: StoredObject) {
  const since = (name: 'if-modified-since' | 'if-unmodified-since') =>
    headers[name] === undefined ? Number.NaN : Date.parse(headers[name]);
  if (headers['if-match'] !== undefined) {
    if (!sameTag(headers['if-match'], etag)) throw failed('If-Match');
  } else if (modified > since('if-unmodified-since')) {
    throw failed('If-Unmodified-Since');
  }
  if (headers['if-none-match'] !== undefined) {
    if (sameTag(headers['if-none-match'], etag)) throw notModified(etag);
  } else if (modified <= since('if-modified-since')) {
    throw notModified(etag);
  }
}

/** Checks the conditions of a copy on its source. Throws 412 even where a read would be answered with 304. */
export function checkBeforeCopy(headers: IncomingHttpHeaders, source: StoredObject): void {
  const conditions = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(OF_SOURCE) ? [[name.slice(OF_SOURCE.length), value]] : [],
  );
  try {
    checkBeforeRead(Object.fromEntries(conditions), source);
  } catch (error) {
    if ((error as AwsError).statusCode !== 304) throw error;
    throw failed('x-amz-copy-source');
  }
}

const OF_SOURCE = 'x-amz-copy-source-';

export const noSuchKey = (key: string) =>
  new AwsError('NoSuchKey', 'The specified key does not exist.', 404, { Key: key });

const failed = (Condition: string) =>
  new AwsError(
    'PreconditionFailed',
    'At least one of the pre-conditions you specified did not hold',
    412,
    { Condition },
  );

const notModified = (etag: string) => new AwsError('NotModified', 'Not Modified', 304, { etag });

const sameTag = (list: string, etag: string) =>
  list.split(',').some((tag) => tag.trim() === '*' || tag.trim().replaceAll('"', '') === etag);
