import { listPage, type PageOf, sortable } from '#core/storage/list-page.ts';
import { limits } from '#shared/limits.ts';
import { indexes } from '#tables/indexes.ts';
import { getIndexes } from './indexes.ts';

/** Sort orders of a list of indexes. Dates are those of creation. */
export type IndexSort = 'name' | 'date' | 'updated' | 'status' | 'author';

/**
 * One page of an organization's indexes.
 * @param list its sort order; a list by name may be restricted to a prefix
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
