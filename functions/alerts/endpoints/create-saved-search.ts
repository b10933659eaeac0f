import { randomBytes } from 'node:crypto';
import { lambda } from '#core/request/lambda.ts';
import { newId } from '#core/runtime/ids.ts';
import { requireReadableIndex } from '#functions/indexes/index.ts';
import { member } from '#functions/people/index.ts';
import { savedSearches } from '#shared/contract/saved-searches.ts';
import { limits } from '#shared/limits.ts';
import { putSavedSearch } from '../saved-searches.ts';
import { toSavedSearch } from '../to-saved-search.ts';

export const handler = lambda(savedSearches, 'create-saved-search', member, async (request) => {
  const { body, principal, now, fail } = request;
  await requireReadableIndex(principal, body.index_id);
  const filters = JSON.stringify(body.filters);
  if (filters.length > limits.keptFiltersMaxLength) {
    throw fail('InvalidRequest', 'The filters of this search are too long to be saved.');
  }
  const record = {
    search_id: newId('svs'),
    org_id: principal.orgId,
    user_id: principal.user.item_id,
    auth_user_id: principal.user.auth_user_id,
    ...body,
    filters,
    created_at: now.toISOString(),
    stop_secret: randomBytes(24).toString('base64url'),
  };
  if (!(await putSavedSearch(record))) throw fail('SavedSearchLimitReached');
  return toSavedSearch(record);
});
