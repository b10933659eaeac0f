import { catalogIds } from '#functions/indexes/catalogs.ts';
import { requireReadableIndex } from '#functions/indexes/require-readable-index.ts';
import { toIndex } from '#functions/indexes/to-index.ts';
import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { decodeCursor, encodeCursor } from '#functions/runtime/paging.ts';
import { requireOwnOrganization } from '#functions/runtime/principal.ts';
import { getIndexes, type IndexOrder, listIndexes } from '#functions/store/indexes.ts';

export const handler = lambda('list-indexes', member, async ({ query, principal }) => {
  requireOwnOrganization(principal, query.org_id);
  if (query.index_id !== undefined)
    return { items: [toIndex(await requireReadableIndex(principal, query.index_id))] };
  // At once, because nearly every list has one page: the catalogues end the last one.
  const [{ records, next }, catalogs] = await Promise.all([
    listIndexes(principal.orgId, orderOf(query), query.limit, decodeCursor(query.cursor)),
    getIndexes(catalogIds),
  ]);
  const listed = next === undefined ? [...records, ...catalogs] : records;
  // Sample values can be 100 kB an index: a list of them would not fit into one answer.
  const items = listed.map(toIndex).map((index) => ({
    ...index,
    columns_data: undefined,
  }));
  return { items, next: encodeCursor(next) };
});

/** Newest first, or from A to Z. */
function orderOf({ sort, order }: { sort: IndexOrder['sort']; order?: IndexOrder['order'] }) {
  return { sort, order: order ?? (sort === 'date' ? 'descending' : 'ascending') } as const;
}
