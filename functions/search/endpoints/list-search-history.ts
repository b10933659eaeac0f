import { lambda } from '#core/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#core/request/paging.ts';
import { getOrganizations, staff } from '#functions/people/index.ts';
import { admin } from '#shared/contract/admin.ts';
import { daysOf } from '../search-figures.ts';
import { listSearches } from '../search-history.ts';

export const handler = lambda(admin, 'list-search-history', staff, async ({ query, now }) => {
  const { org_id, limit, cursor } = query;
  const days = daysOf(query, now);
  const start = decodeCursor(cursor);
  const { searches, next } = await listSearches(org_id, days, query, limit, start);
  const orgIds = new Set(searches.flatMap((search) => search.org_id ?? []));
  const organizations = await getOrganizations([...orgIds]);
  return {
    items: searches.map(({ owner, day, expires_at, ...search }) => ({
      ...search,
      organization: search.org_id && organizations.get(search.org_id)?.name,
    })),
    next: encodeCursor(next),
  };
});
