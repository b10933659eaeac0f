import { lambda } from '#core/request/lambda.ts';
import { getOrganization, member } from '#functions/people/index.ts';
import { type OwnSearch, ownSearches } from '#shared/contract/own-searches.ts';
import { limits } from '#shared/limits.ts';
import { recentDays } from '../search-figures.ts';
import { listSearches } from '../search-history.ts';

/** Pages repeat a search, such as for counts of one column. */
const readForList = 10 * limits.ownSearchesListed;

export const handler = lambda(
  ownSearches,
  'list-own-searches',
  member,
  async ({ principal, now }) => {
    const { orgId, user } = principal;
    const own = { kind: 'product', user: user.item_id } as const;
    const [organization, { searches }] = await Promise.all([
      getOrganization(orgId),
      listSearches(orgId, recentDays(now), own, readForList),
    ]);
    // Texts of before an organization became confidential are hidden, too.
    if (!organization || organization.confidential_queries) return { items: [] };
    const items = new Map<string, OwnSearch>();
    for (const search of searches) {
      const { at, index_id, text, syntax = 'words', filters = '[]', sort, results } = search;
      // Of a longer text only its beginning is kept, and of long filters nothing: it would be another search.
      if (!text || text.length >= limits.searchTextKept || filters === '') continue;
      const key = `${index_id} ${text}`;
      if (!items.has(key)) {
        items.set(key, { at, index_id, text, syntax, filters: JSON.parse(filters), sort, results });
      }
    }
    return { items: [...items.values()].slice(0, limits.ownSearchesListed) };
  },
);
