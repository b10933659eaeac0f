import { optionalSetting, setting } from '#core/runtime/config.ts';
import { objectsOf } from '#core/storage/audit.ts';
import { storedBytesOf } from '#functions/datasets/index.ts';
import { estimateBuild, listIndexesOf } from '#functions/indexes/index.ts';
import { listUsage, monthDays, searchesOfMonth } from '#functions/search/index.ts';
import type { OrganizationMonth } from '#shared/contract/admin.ts';
import { bytesOfByte, queriesBill, query, storedGbUsd, total } from '#shared/query-costs.ts';

const bytesOfGb = 1e9;

/**
 * What an organization used since the month began, and what that costs the operator, by what is recorded anyway: counts and
 * latencies of searches, the audit trail, sizes of files. Free amounts are not deducted: they belong to nobody in particular.
 */
export async function monthOf(orgId: string, now: Date): Promise<OrganizationMonth> {
  const days = monthDays(now);
  const [rows, indexes, datasetBytes, built] = await Promise.all([
    listUsage(orgId, days),
    listIndexesOf(orgId),
    storedBytesOf(orgId),
    objectsOf(orgId, ['index.created', 'index.rebuild-started'], days.from),
  ]);
  const { searches, p50, p99, elapsedMs } = searchesOfMonth(rows);
  const sizes = new Map(indexes.map(({ item_id, dataset_size }) => [item_id, dataset_size]));
  const indexedBytes = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  const index_bytes = Math.round(bytesOfByte * indexedBytes);
  // What was recorded is the whole answer, with its waits.
  const meanMs = searches === 0 ? 0 : elapsedMs / searches;
  const traffic = {
    memoryGb: Number(setting('SEARCH_MEMORY_MB')) / 1024,
    way: optionalSetting('QUERIES_BY_URL') === 'true' ? 'queryUrl' : 'api',
  } as const;
  const usd = {
    searches: (searches / 1e6) * total(queriesBill(Math.max(0, meanMs - query.waitMs), traffic)),
    builds: built.reduce((sum, id) => sum + estimateBuild(sizes.get(id) ?? 0, 1).usd, 0),
    storage: ((datasetBytes + index_bytes) / bytesOfGb) * storedGbUsd,
  };
  return {
    month: days.from.slice(0, 7),
    searches,
    p50,
    p99,
    builds: built.length,
    dataset_bytes: datasetBytes,
    index_bytes,
    usd: { ...usd, total: usd.searches + usd.builds + usd.storage },
  };
}
