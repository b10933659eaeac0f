import type { BlobFiles } from './blob-files.ts';
import type { Bucket } from './bucket.ts';
import type { Catalogue } from './catalogue.ts';

/** What of a lifecycle rule is carried out here. */
export interface LifecycleRule {
  prefix: string;
  expirationDays?: number;
  abortUploadDays?: number;
}

const DAY_MS = 86_400_000;

/** Moves to cheaper storage and old versions have no counterpart on one machine. */
const IGNORED = new Set([
  'Id',
  'NoncurrentVersionExpiration',
  'NoncurrentVersionExpirationInDays',
  'NoncurrentVersionTransitions',
  'Transitions',
  'ExpiredObjectDeleteMarker',
]);

export function readLifecycleRules(
  owner: string,
  configuration: { Rules?: Record<string, unknown>[] } = {},
): LifecycleRule[] {
  return (configuration.Rules ?? []).flatMap((declared) => {
    const { Status, Prefix, ExpirationInDays, AbortIncompleteMultipartUpload, ...rest } = declared;
    const unknown = Object.keys(rest).filter((name) => !IGNORED.has(name));
    if (unknown.length > 0) {
      throw new Error(`${owner}: ${unknown.join(', ')} of a lifecycle rule is not emulated`);
    }
    if (Status !== 'Enabled') return [];
    const abort = AbortIncompleteMultipartUpload as { DaysAfterInitiation: number } | undefined;
    return [
      {
        prefix: String(Prefix ?? ''),
        ...(ExpirationInDays !== undefined && { expirationDays: Number(ExpirationInDays) }),
        ...(abort && { abortUploadDays: Number(abort.DaysAfterInitiation) }),
      },
    ];
  });
}

/** Removes objects and unfinished uploads whose days are over at `now` (S3 would do so within a day). */
export async function applyLifecycle(
  bucket: Bucket,
  now: number,
  catalogue: Catalogue,
  files: BlobFiles,
): Promise<void> {
  for (const { prefix, expirationDays, abortUploadDays } of bucket.lifecycleRules) {
    if (expirationDays !== undefined) {
      const limit = now - expirationDays * DAY_MS;
      for (const { key } of catalogue.objects(bucket.name, prefix, '')) {
        // Read again: the page may be older than an upload that came in meanwhile.
        const object = catalogue.object(bucket.name, key);
        if (!object || object.modified > limit) continue;
        catalogue.removeObject(bucket.name, key);
        await files.remove(object.blobs);
      }
    }
    if (abortUploadDays === undefined) continue;
    for (const upload of catalogue.uploads(bucket.name)) {
      if (!upload.key.startsWith(prefix) || upload.started > now - abortUploadDays * DAY_MS)
        continue;
      const parts = catalogue.parts(upload.id);
      catalogue.transaction(() => catalogue.removeUpload(upload.id));
      await files.remove(parts.map((part) => part.blob));
    }
  }
}
