import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { savedSearches } from '#shared/contract/saved-searches.ts';
import { searchesBy } from '../saved-searches.ts';
import { toSavedSearch } from '../to-saved-search.ts';

export const handler = lambda(
  savedSearches,
  'list-saved-searches',
  member,
  async ({ principal: { orgId, user } }) => {
    const searches = await searchesBy(orgId, user.item_id);
    const latest = searches.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
    return { items: latest.map(toSavedSearch) };
  },
);
