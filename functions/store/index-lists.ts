import { tableName } from '#functions/runtime/config.ts';
import { limits } from '#shared/limits.ts';
import { authorsOf, namesOf, statusesOf, updatesOf } from './index-listing.ts';
import { getIndexes, indexesOf, toRecord } from './indexes.ts';
import { listPage, type Ordered, type PageOf, sortable } from './list-page.ts';

/** What a list of indexes is sorted by: dates are those of creation. */
export type IndexSort = 'name' | 'date' | 'updated' | 'status' | 'author';

const lists: Record<IndexSort, (orgId: string) => Pick<Ordered, 'IndexName' | 'partition'>> = {
  name: (orgId) => ({ partition: namesOf(orgId) }),
  date: (orgId) => ({ IndexName: 'GSI1', partition: indexesOf(orgId) }),
  author: (orgId) => ({ IndexName: 'GSI1', partition: authorsOf(orgId) }),
  updated: (orgId) => ({ IndexName: 'GSI2', partition: updatesOf(orgId) }),
  status: (orgId) => ({ IndexName: 'GSI3', partition: statusesOf(orgId) }),
};

/**
 * One page of an organisation's indexes.
 * @param list what it is sorted by; sorted by name it can be of names that begin alike
 */
export async function listIndexes(
  orgId: string,
  { sort, prefix = '' }: { sort: IndexSort; prefix?: string | undefined },
  page: PageOf,
) {
  const list = {
    TableName: tableName('Indexes'),
    ...lists[sort](orgId),
    prefix: sort === 'name' ? sortable(prefix, limits.indexNameMaxLength) : '',
  };
  const { items: listed, next } = await listPage(list, page);
  const items =
    sort === 'date'
      ? listed.map(toRecord)
      : await getIndexes(listed.map(({ index_id }) => index_id as string));
  return { items, next };
}
