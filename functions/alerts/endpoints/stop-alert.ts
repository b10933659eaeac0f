import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { getOrganization } from '#functions/people/index.ts';
import { savedSearches } from '#shared/contract/saved-searches.ts';
import { changeSavedSearch, getSavedSearch } from '../saved-searches.ts';
import { isSecretOf, readStopToken } from '../stop-token.ts';

/**
 * Answers a wrong token as a right one, but for the name: nobody learns which searches there are. The name is left out where it
 * stands in no mail either.
 */
export const handler = lambda(savedSearches, 'stop-alert', anyone, async ({ query }) => {
  const { secret, ...key } = readStopToken(query.token);
  const search = await getSavedSearch(key);
  if (!search || !isSecretOf(secret, search)) return {};
  const [organization] = await Promise.all([
    getOrganization(search.org_id),
    changeSavedSearch(search, { frequency: 'never', problem: null }, 'never'),
  ]);
  return organization && organization.confidential_queries !== true ? { name: search.name } : {};
});
