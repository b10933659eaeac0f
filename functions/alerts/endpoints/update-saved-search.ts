import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { savedSearches } from '#shared/contract/saved-searches.ts';
import { changeSavedSearch, getSavedSearch } from '../saved-searches.ts';
import { toSavedSearch } from '../to-saved-search.ts';

export const handler = lambda(savedSearches, 'update-saved-search', member, async (request) => {
  const { params, body, principal, now, fail } = request;
  const key = { org_id: principal.orgId, user_id: principal.user.item_id, ...params };
  const seen = await getSavedSearch(key);
  if (!seen) throw fail('NotFound');
  const { name = seen.name, frequency = seen.frequency } = body;
  const changed =
    frequency === seen.frequency
      ? await changeSavedSearch(seen, { name }, 'as before')
      : await changeSavedSearch(
          seen,
          { name, frequency, problem: null },
          // At once, so that what is there by now is known.
          frequency === 'never' ? 'never' : now,
        );
  if (!changed) throw fail('NotFound');
  return toSavedSearch(changed);
});
