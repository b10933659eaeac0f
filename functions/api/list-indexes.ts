import { catalogIds, isCatalog } from '#functions/indexes/catalogs.ts';
import { toIndex } from '#functions/indexes/to-index.ts';
import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { decodeCursor, encodeCursor } from '#functions/runtime/paging.ts';
import { type MemberPrincipal, requireOwnOrganization } from '#functions/runtime/principal.ts';
import { getIndex, getIndexes, listIndexes } from '#functions/store/indexes.ts';
import { ProductError } from '#shared/errors.ts';

export const handler = lambda('list-indexes', member, async ({ query, principal }) => {
  requireOwnOrganization(principal, query.org_id);
  if (query.index_id !== undefined) return { items: [await oneIndex(principal, query.index_id)] };
  // At once, because nearly every list has one page: the catalogues end the last one.
  const [{ records, next }, catalogs] = await Promise.all([
    listIndexes(principal.orgId, query.limit, decodeCursor(query.cursor)),
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

async function oneIndex({ orgId }: MemberPrincipal, indexId: string) {
  const record = await getIndex(indexId);
  if (!record || (record.org_id !== orgId && !isCatalog(indexId))) {
    throw new ProductError('IndexNotFound');
  }
  return toIndex(record);
}
