import type { ServerResponse } from 'node:http';
import type { Clock } from '#local/clock.ts';
import { AwsError, type Permission, type RestRequest } from '../service.ts';
import type { BlobFiles } from './blob-files.ts';
import type { Bucket } from './bucket.ts';
import type { Catalogue } from './catalogue.ts';

/** What the operations work with. */
export interface Store {
  catalogue: Catalogue;
  files: BlobFiles;
  clock: Clock;
  /** Throws `NoSuchBucket`. */
  bucket(name: string): Bucket;
  secretFor(accessKeyId: string): string | undefined;
  authorize(accessKeyId: string, permission: Permission): void;
  /** Path of the endpoint, for instance `/_local/aws`. */
  basePath: string;
}

/** One request to S3 with what has been found out about it. */
export interface Call {
  store: Store;
  bucket: Bucket;
  key: string;
  request: RestRequest;
  response: ServerResponse;
  /** Who signed it, by header or presigned URL; empty for a form, whose fields name the signer. */
  accessKeyId: string;
}

export type Handler = (call: Call) => Promise<void> | void;

/** Body of a request. Leaving the loop early must not close the connection that the answer needs. */
export function bodyOf(request: RestRequest): AsyncIterable<Buffer> {
  return request.body.iterator({ destroyOnReturn: false });
}

/** A small body as text. Throws beyond 2 MB, more than S3's own documents need. */
export async function readText(request: RestRequest): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of bodyOf(request)) {
    sizeBytes += chunk.length;
    if (sizeBytes > 2 * 1024 * 1024) {
      throw new AwsError('MaxMessageLengthExceeded', 'Your request was too large.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** A whole number that a query parameter gives, or its default. Throws on anything else. */
export function countIn(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name) ?? String(fallback);
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new AwsError('InvalidArgument', `Provided ${name} not an integer or within integer range`);
}

/** Time as S3 keeps it, in whole seconds. */
export const wholeSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000) * 1000;
