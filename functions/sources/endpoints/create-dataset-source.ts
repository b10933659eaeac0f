import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { isPublicUrl } from '#core/runtime/public-address.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { managingSubscriber } from '#functions/billing/index.ts';
import { fileKey, requireDatasetName, sourceIdOf } from '#functions/datasets/index.ts';
import { sources } from '#shared/contract/sources.ts';
import { limits } from '#shared/limits.ts';
import { requireOwnIndexes } from '../require-own-indexes.ts';
import { enqueueSource } from '../source-queue.ts';
import { begunFetch, listSources, nextAfter, putSource } from '../sources.ts';
import { toSource } from '../to-source.ts';

export const handler = lambda(
  sources,
  'create-dataset-source',
  managingSubscriber,
  async ({ body, principal, now, fail }) => {
    const { orgId, user, authUserId } = principal;
    const { filename, url, s3, every, rebuilds } = body;
    await requireOwnIndexes(orgId, rebuilds);
    requireDatasetName(filename);
    if (url !== undefined && !isPublicUrl(url)) throw fail('SourceRefused');
    if (s3?.prefix !== undefined && !/\.zip$/i.test(filename)) {
      throw fail(
        'SourceRefused',
        'Several files become a ZIP archive: end the filename with .zip.',
      );
    }
    const file_key = fileKey(orgId, filename);
    const source_id = sourceIdOf(file_key);
    const others = (await listSources(orgId)).filter((one) => one.source_id !== source_id);
    if (others.length >= limits.sourcesMax) throw fail('SourceLimitReached');
    await requireAttempt('source', orgId, now);
    const record = {
      source_id,
      org_id: orgId,
      file_key,
      ...(url !== undefined && { url }),
      ...(s3 && { s3 }),
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
      details: { from: url === undefined ? `s3://${s3!.bucket}` : new URL(url).host },
    } as const;
    const isStored = await putSource(record, [auditEntry(principal, event, now)], now);
    if (!isStored) throw fail('SourceRunning');
    await enqueueSource(record);
    return toSource(record);
  },
);
