import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import * as z from 'zod';
import { AwsError, type Permission } from '#local/aws/service.ts';
import type { Clock } from '#local/clock.ts';
import type { Blob, BlobFiles } from './blob-files.ts';
import type { Catalogue } from './catalogue.ts';
import type { Link } from './link.ts';
import type { StoredObject } from './versions.ts';
import { versionHeader } from './versions.ts';

/** What the operations work with. */
export interface Store {
  catalogue: Catalogue;
  files: BlobFiles;
  clock: Clock;
  isVersioned(bucket: string): boolean;
  /** Slows answers down; absent: as fast as the machine. */
  link?: Link;
}

/** S3's limit of a key, in bytes of UTF-8. */
const maxKeyBytes = 1024;

/** The members of every operation on an object. */
export const objectName = {
  Bucket: z.string(),
  Key: z.string(),
};

/** Permission for an action on an object. */
export const permissionTo =
  (action: string) =>
  ({ Bucket, Key }: { Bucket: string; Key: string }): Permission => ({
    action: `s3:${action}`,
    resource: `arn:aws:s3:::${Bucket}/${Key}`,
  });

/** An object about to be stored. */
export interface NewObject {
  bucket: string;
  key: string;
  etag: string;
  headers: Record<string, string>;
  blobs: Blob[];
  /** The multipart upload that this object completes and ends. */
  uploadId?: string;
  /** Looks at the object that is replaced. @throws AwsError to refuse */
  check?(replaced: StoredObject | undefined): void;
}

/**
 * Makes an object visible in place of what was there, which a versioned bucket keeps. If that fails its bytes are removed, except
 * those of a multipart upload, which stays as it was and can be completed again.
 */
export async function storeObject(
  { catalogue, files, clock, isVersioned }: Store,
  { bucket, key, etag, headers: given, blobs, uploadId, check }: NewObject,
): Promise<void> {
  const sizeBytes = blobs.reduce((sum, blob) => sum + blob.sizeBytes, 0);
  const modified = wholeSeconds(clock.now());
  const versioned = isVersioned(bucket);
  const headers = versioned ? { ...given, [versionHeader]: randomUUID() } : given;
  let replaced: StoredObject | undefined;
  try {
    catalogue.transaction(() => {
      replaced = catalogue.object(bucket, key);
      check?.(replaced);
      if (replaced && versioned) catalogue.versions.add(bucket, replaced, clock.now());
      catalogue.putObject(bucket, { key, etag, sizeBytes, modified, headers, blobs });
      if (uploadId) catalogue.removeUpload(uploadId);
    });
  } catch (error) {
    if (!uploadId) await files.remove(blobs);
    throw error;
  }
  if (!versioned) await files.remove(replaced?.blobs ?? []);
}

/** Time as S3 keeps it, in whole seconds. */
export const wholeSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000) * 1000;

export function checkKeyLength(key: string): void {
  if (Buffer.byteLength(key) <= maxKeyBytes) return;
  throw new AwsError('KeyTooLongError', 'Your key is too long');
}

export function answerEmpty(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, headers);
  response.end();
}
