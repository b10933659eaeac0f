import { lambda } from '#core/request/lambda.ts';
import { listFiles } from '#functions/datasets/index.ts';
import { buildOutcome, listIndexesOf } from '#functions/indexes/index.ts';
import { getOrganization, member, requireOwnOrganization } from '#functions/people/index.ts';
import { usage } from '#shared/contract/usage.ts';
import { limits } from '#shared/limits.ts';
import { daysOf, searchFigures } from '../search-figures.ts';
import { listSearches, type SearchRecord } from '../search-history.ts';
import { listUsage } from '../usage.ts';
import { usedToday } from '../used-today.ts';

const topQueries = 20;

export const handler = lambda(
  usage,
  'get-usage',
  member,
  async ({ query, principal, now, fail }) => {
    requireOwnOrganization(principal, query.org_id);
    const { orgId } = principal;
    const days = daysOf(query, now);
    const [organization, rows, { searches }, storage, indexes] = await Promise.all([
      getOrganization(orgId),
      listUsage(orgId, days),
      listSearches(orgId, days, {}, limits.topQueriesRead),
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
      top_queries: confidential_queries ? [] : topOf(searches),
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

/** Texts by how often they were searched for, spellings with other spaces or capitals taken together. */
function topOf(searches: readonly SearchRecord[]) {
  const found = new Map<string, { text: string; searches: number; empty: number }>();
  for (const { text, results, failure } of searches) {
    if (text === undefined) continue;
    const known = text.toLowerCase().replace(/\s+/g, ' ').trim();
    const top = found.get(known) ?? { text, searches: 0, empty: 0 };
    found.set(known, top);
    top.searches += 1;
    if (results === 0 && failure === undefined) top.empty += 1;
  }
  return [...found.values()].toSorted((a, b) => b.searches - a.searches).slice(0, topQueries);
}

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
