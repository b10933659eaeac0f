import { lambda } from '#core/request/lambda.ts';
import { listFiles } from '#functions/datasets/index.ts';
import { buildOutcome, listIndexesOf } from '#functions/indexes/index.ts';
import { getOrganization, member, requireOwnOrganization } from '#functions/people/index.ts';
import { usage } from '#shared/contract/usage.ts';
import { daysOf, searchFigures } from '../search-figures.ts';
import { listUsage } from '../usage.ts';
import { usedToday } from '../used-today.ts';

export const handler = lambda(
  usage,
  'get-usage',
  member,
  async ({ query, principal, now, fail }) => {
    requireOwnOrganization(principal, query.org_id);
    const { orgId } = principal;
    const days = daysOf(query, now);
    const [organization, rows, storage, indexes] = await Promise.all([
      getOrganization(orgId),
      listUsage(orgId, days),
      storageOf(orgId),
      listIndexesOf(orgId),
    ]);
    if (!organization) throw fail('NotFound');
    const { confidential_queries = false } = organization;
    return {
      ...searchFigures(rows, days),
      rows: rows.map(({ day, index_id, source, kind, ...counts }) => ({
        day,
        index_id,
        kind,
        key_id: kind === 'api' ? source : undefined,
        searches: counts.searches,
        empty: counts.empty,
        failed: counts.failed,
      })),
      confidential: confidential_queries,
      quota: usedToday(organization, now),
      storage,
      indexes: indexes.map((index) => ({
        index_id: index.item_id,
        name: index.name,
        rows: index.rows,
        built_at: index.modified_at,
        build: buildOutcome(index),
      })),
    };
  },
);

async function storageOf(orgId: string) {
  const storage = { files: 0, size_bytes: 0 };
  let after: string | undefined;
  do {
    const page = await listFiles(orgId, 1000, after);
    storage.files += page.files.length;
    for (const { sizeBytes } of page.files) storage.size_bytes += sizeBytes;
    after = page.next;
  } while (after !== undefined);
  return storage;
}
