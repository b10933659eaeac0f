import { limits } from '#shared/limits.ts';
import { indexes } from '#tables/indexes.ts';
import { getIndexes } from './indexes.ts';
import { listPage, type PageOf, sortable } from './list-page.ts';

/** What a list of indexes is sorted by: dates are those of creation. */
export type IndexSort = 'name' | 'date' | 'updated' | 'status' | 'author';

/**
 * One page of an organisation's indexes.
 * @param list what it is sorted by; sorted by name it can be of names that begin alike
 */
export async function listIndexes(
  orgId: string,
  { sort, prefix = '' }: { sort: IndexSort; prefix?: string | undefined },
  page: PageOf,
) {
  const values = { org_id: orgId };
  if (sort === 'date') {
    const { items, next } = await listPage(
      'dynamodb:Query Indexes',
      indexes.byCreation,
      values,
      '',
      page,
    );
    return { items: items.map(({ record }) => record), next };
  }
  const query = {
    name: indexes.byName,
    author: indexes.byAuthor,
    updated: indexes.byUpdate,
    status: indexes.byStatus,
  }[sort];
  const namePrefix = sort === 'name' ? sortable(prefix, limits.indexNameMaxLength) : '';
  const { items, next } = await listPage('dynamodb:Query Indexes', query, values, namePrefix, page);
  return { items: await getIndexes(items.map(({ record }) => record.index_id)), next };
}
