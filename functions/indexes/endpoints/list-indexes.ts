import { lambda } from '#core/request/lambda.ts';
import { decodeCursor, encodeCursor, pageWithLast } from '#core/request/paging.ts';
import { managingMember, requireOwnOrganization } from '#functions/people/index.ts';
import { catalogIds } from '#shared/catalogs.ts';
import { indexes } from '#shared/contract/indexes.ts';
import { listIndexes } from '../index-lists.ts';
import { getIndexes } from '../indexes.ts';
import { requireReadableIndex } from '../require-readable-index.ts';
import { toIndex } from '../to-index.ts';

export const handler = lambda(
  indexes,
  'list-indexes',
  managingMember,
  async ({ query, principal }) => {
    requireOwnOrganization(principal, query.org_id);
    if (query.index_id !== undefined)
      return { items: [toIndex(await requireReadableIndex(principal, query.index_id))] };
    const { prefix = '', limit } = query;
    const sort = prefix === '' ? query.sort : 'name';
    const order =
      query.order ?? (sort === 'date' || sort === 'updated' ? 'descending' : 'ascending');
    const list = `${sort} ${order} `;
    const after = decodeCursor(query.cursor, list);
    const offered = async () =>
      (await getIndexes(catalogIds)).filter(({ name }) => startsWith(name, prefix));
    const { items, next } = await pageWithLast(
      () => listIndexes(principal.orgId, { sort, prefix }, { order, pageSize: limit, after }),
      offered,
      { limit, after },
    );
    // Sample values of one index can have 100 kB, so a list with them would not fit into one answer.
    const listed = items.map(toIndex).map((index) => ({
      ...index,
      columns_data: undefined,
    }));
    return { items: listed, next: encodeCursor(next, list) };
  },
);

const startsWith = (name: string, prefix: string) =>
  name.toLowerCase().startsWith(prefix.toLowerCase());
