import { lambda } from '#core/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#core/request/paging.ts';
import { getOrganizations, staff } from '#functions/people/index.ts';
import { admin } from '#shared/contract/admin.ts';
import { daysOf } from '../search-figures.ts';
import { listSearches } from '../search-history.ts';

/** Texts of organizations that are confidential are hidden, also those of before they were. */
export const handler = lambda(admin, 'list-search-history', staff, async ({ query, now }) => {
  const { org_id, limit, cursor } = query;
  const days = daysOf(query, now);
  const start = decodeCursor(cursor);
  const { searches, next } = await listSearches(org_id, days, query, limit, start);
  const orgIds = new Set(searches.flatMap((search) => search.org_id ?? []));
  const organizations = await getOrganizations([...orgIds]);
  const items = searches.flatMap(({ owner, day, expires_at, ...search }) => {
    const organization = search.org_id === undefined ? undefined : organizations.get(search.org_id);
    const isHidden = organization?.confidential_queries === true;
    // Found by a text that nobody may see any more.
    if (isHidden && query.text) return [];
    const text = isHidden ? undefined : search.text;
    return [{ ...search, text, organization: organization?.name }];
  });
  return { items, next: encodeCursor(next) };
});
