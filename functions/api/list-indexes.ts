import { catalogIds } from '#functions/indexes/catalogs.ts';
import { requireReadableIndex } from '#functions/indexes/require-readable-index.ts';
import { toIndex } from '#functions/indexes/to-index.ts';
import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { decodeCursor, encodeCursor } from '#functions/runtime/paging.ts';
import { requireOwnOrganization } from '#functions/runtime/principal.ts';
import { listIndexes } from '#functions/store/index-lists.ts';
import { getIndexes, type IndexRecord } from '#functions/store/indexes.ts';

export const handler = lambda('list-indexes', member, async ({ query, principal }) => {
  requireOwnOrganization(principal, query.org_id);
  if (query.index_id !== undefined)
    return { items: [toIndex(await requireReadableIndex(principal, query.index_id))] };
  const { prefix = '', limit } = query;
  const sort = prefix === '' ? query.sort : 'name';
  const order = query.order ?? (sort === 'date' || sort === 'updated' ? 'descending' : 'ascending');
  const list = `${sort} ${order} `;
  const after = decodeCursor(query.cursor, list);
  const passed = catalogsPassed(after);
  // At once, because nearly every list has one page.
  const [own, catalogs] = await Promise.all([
    passed === undefined
      ? listIndexes(principal.orgId, { sort, prefix }, { order, pageSize: limit, after })
      : { records: [], next: undefined },
    getIndexes(catalogIds),
  ]);
  const offered = catalogs.filter(({ name }) => startsWith(name, prefix));
  const { records, next } =
    own.next === undefined ? fillUp(own.records, offered, limit, passed) : own;
  // Sample values can be 100 kB an index: a list of them would not fit into one answer.
  const items = records.map(toIndex).map((index) => ({
    ...index,
    columns_data: undefined,
  }));
  return { items, next: encodeCursor(next, list) };
});

const startsWith = (name: string, prefix: string) =>
  name.toLowerCase().startsWith(prefix.toLowerCase());

/** Begins positions among the catalogues: no name, date, author or status begins so. */
const inCatalogs = '\tcatalogs ';

/** How many catalogues the pages before had; `undefined` while they are not reached. */
function catalogsPassed(after: string | undefined): number | undefined {
  if (!after?.startsWith(inCatalogs)) return undefined;
  return Number.parseInt(after.slice(inCatalogs.length), 10) || 0;
}

/** The catalogues end each list. */
function fillUp(
  records: IndexRecord[],
  catalogs: IndexRecord[],
  limit: number,
  passed = 0,
): { records: IndexRecord[]; next: string | undefined } {
  const end = passed + limit - records.length;
  return {
    records: [...records, ...catalogs.slice(passed, end)],
    next: end < catalogs.length ? inCatalogs + end : undefined,
  };
}
