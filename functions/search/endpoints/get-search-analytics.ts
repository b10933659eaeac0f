import { lambda } from '#core/request/lambda.ts';
import {
  getOrganization,
  managingMember,
  requireOwnOrganization,
} from '#functions/people/index.ts';
import { usage } from '#shared/contract/usage.ts';
import { limits } from '#shared/limits.ts';
import { listClicks } from '../clicks.ts';
import { analyticsOf } from '../search-analytics.ts';
import { daysOf } from '../search-figures.ts';
import { listSearches } from '../search-history.ts';

export const handler = lambda(
  usage,
  'get-search-analytics',
  managingMember,
  async ({ query, principal, now, fail }) => {
    requireOwnOrganization(principal, query.org_id);
    const { orgId } = principal;
    const days = daysOf(query, now);
    const wanted = { index: query.index_id, key: query.key_id };
    const [organization, page, clicks] = await Promise.all([
      getOrganization(orgId),
      listSearches(orgId, days, wanted, limits.analysedSearches),
      listClicks(orgId, days, wanted, limits.analysedSearches),
    ]);
    if (!organization) throw fail('NotFound');
    const { confidential_queries: confidential = false } = organization;
    // Texts of before an organization became confidential are hidden, too.
    if (confidential) {
      return { confidential, searches: 0, clicks: 0, ...analyticsOf([], []) };
    }
    // What people and programs asked themselves: not the chat or a report for them.
    const searches = page.searches.filter(({ kind }) => kind === 'product' || kind === 'api');
    return {
      confidential,
      searches: searches.length,
      clicks: clicks.length,
      since: page.next === undefined ? undefined : page.searches.at(-1)?.at,
      ...analyticsOf(searches, clicks),
    };
  },
);
