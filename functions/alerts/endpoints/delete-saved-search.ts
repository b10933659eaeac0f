import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { savedSearches } from '#shared/contract/saved-searches.ts';
import { removeSavedSearch } from '../saved-searches.ts';

export const handler = lambda(
  savedSearches,
  'delete-saved-search',
  member,
  async ({ params, principal: { orgId, user }, fail }) => {
    const key = { org_id: orgId, user_id: user.item_id, ...params };
    if (!(await removeSavedSearch(key))) throw fail('NotFound');
    return {};
  },
);
