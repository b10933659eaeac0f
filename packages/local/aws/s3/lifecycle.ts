import type { Bucket } from './bucket.ts';
import type { Store } from './store.ts';

const dayMs = 86_400_000;

/** Removes objects, replaced versions and unfinished uploads whose days are over (S3 would do so within a day). */
export async function applyLifecycle(
  { name, lifecycleRules }: Bucket,
  { catalogue, files, clock }: Store,
): Promise<void> {
  for (const rule of lifecycleRules) {
    const { Prefix, ExpirationInDays, AbortIncompleteMultipartUpload } = rule;
    const daysAgo = (days: number) => clock.now() - days * dayMs;
    if (rule.NoncurrentVersionExpiration) {
      const limit = daysAgo(rule.NoncurrentVersionExpiration.NoncurrentDays);
      const expired = catalogue.versions
        .replacedBefore(name, limit)
        .filter(({ key }) => key.startsWith(Prefix));
      for (const version of expired) catalogue.versions.remove(name, version);
      await files.remove(expired.flatMap(({ blobs }) => blobs));
    }
    if (ExpirationInDays !== undefined) {
      const expired = catalogue.objectsOlderThan(name, Prefix, daysAgo(ExpirationInDays));
      for (const { key } of expired) catalogue.removeObject(name, key);
      await files.remove(expired.flatMap(({ blobs }) => blobs));
    }
    if (AbortIncompleteMultipartUpload) {
      const limit = daysAgo(AbortIncompleteMultipartUpload.DaysAfterInitiation);
      for (const { id, key } of catalogue.uploadsOlderThan(name, limit)) {
        if (!key.startsWith(Prefix)) continue;
        const parts = catalogue.parts(id);
        catalogue.transaction(() => catalogue.removeUpload(id));
        await files.remove(parts.map(({ blob }) => blob));
      }
    }
  }
}
