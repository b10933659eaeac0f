import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { savedSearches } from '#shared/contract/saved-searches.ts';
import { changeSavedSearch, getSavedSearch } from '../saved-searches.ts';
import { isSecretOf, readStopToken } from '../stop-token.ts';

/** Answers a wrong token as a right one: nobody learns which searches there are. */
export const handler = lambda(savedSearches, 'stop-alert', anyone, async ({ query }) => {
  const { secret, ...key } = readStopToken(query.token);
  const search = await getSavedSearch(key);
  if (search && isSecretOf(secret, search)) {
    await changeSavedSearch(search, { frequency: 'never', problem: null }, 'never');
  }
  return {};
});
