import { daysOf } from '#functions/domain/search-figures.ts';
import { staff } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#functions/request/paging.ts';
import { getOrganizations } from '#functions/store/accounts.ts';
import { listSearches } from '#functions/store/search-history.ts';
import { admin } from '#shared/contract/admin.ts';

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
