import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { isPublicUrl } from '#core/runtime/public-address.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { managingSubscriber } from '#functions/billing/index.ts';
import {
  fileKey,
  fileNameOf,
  findOwnFile,
  requireDatasetName,
  sourceIdOf,
} from '#functions/datasets/index.ts';
import type { RequestOf } from '#shared/contract/endpoint.ts';
import { sources } from '#shared/contract/sources.ts';
import { limits } from '#shared/limits.ts';
import { isZipName } from '#shared/stored-zip.ts';
import { requireOwnIndexes } from '../require-own-indexes.ts';
import { enqueueSource } from '../source-queue.ts';
import { begunFetch, listSources, nextAfter, putSource, type SourceRecord } from '../sources.ts';
import { toSource } from '../to-source.ts';

type Create = (typeof sources)['create-dataset-source'];

export const handler = lambda(
  sources,
  'create-dataset-source',
  managingSubscriber,
  async ({ body, principal, now, fail }) => {
    const { orgId, user, authUserId } = principal;
    const { filename, url, s3, datasets, every, rebuilds } = body;
    await requireOwnIndexes(orgId, rebuilds);
    const joined = await Promise.all(datasets?.map((key) => findOwnFile(orgId, key)) ?? []);
    if (joined.includes(undefined)) throw fail('DatasetNotFound');
    requireDatasetName(filename);
    if (url !== undefined && !isPublicUrl(url)) throw fail('SourceRefused');
    if ((datasets || s3?.prefix !== undefined) && !isZipName(filename)) {
      throw fail(
        'SourceRefused',
        'Several files become a ZIP archive: end the filename with .zip.',
      );
    }
    const file_key = fileKey(orgId, filename);
    const source_id = sourceIdOf(file_key);
    const others = (await listSources(orgId)).filter((one) => one.source_id !== source_id);
    if (others.length >= limits.sourcesMax) throw fail('SourceLimitReached');
    if (datasets && isJoinedOf(file_key, datasets, others)) {
      throw fail('SourceRefused', 'A dataset cannot be joined of itself. Choose another filename.');
    }
    await requireAttempt('source', orgId, now);
    const record = {
      source_id,
      org_id: orgId,
      file_key,
      ...(url !== undefined && { url }),
      ...(s3 && { s3 }),
      ...(datasets && { datasets }),
      every,
      rebuilds: [...new Set(rebuilds)],
      author: user.full_name,
      author_id: user.item_id,
      auth_user_id: authUserId,
      failures: 0,
      created_at: now.toISOString(),
      next_at: nextAfter({ every, next_at: undefined }, now),
      ...begunFetch(now),
    };
    const event = {
      action: 'dataset.source-set',
      object: { id: file_key, name: filename },
      details: { from: originOf(body) },
    } as const;
    const isStored = await putSource(record, [auditEntry(principal, event, now)], now);
    if (!isStored) throw fail('SourceRunning');
    await enqueueSource(record);
    return toSource(record);
  },
);

/** What the trail names as the origin: secrets may stand in the rest of an address. */
function originOf({ url, s3, datasets = [] }: RequestOf<Create>['body']): string {
  if (url !== undefined) return new URL(url).host;
  return s3 ? `s3://${s3.bucket}` : datasets.map(fileNameOf).join(', ');
}

/** Whether a dataset would be joined of itself, also by way of others: it would grow each time. */
function isJoinedOf(
  fileKey: string,
  datasets: readonly string[],
  others: readonly SourceRecord[],
): boolean {
  const all = new Set(datasets);
  // A set that grows while it is walked is walked to its end.
  for (const key of all) {
    for (const part of others.find(({ file_key }) => file_key === key)?.datasets ?? [])
      all.add(part);
  }
  return all.has(fileKey);
}
