import { requestWarmth } from '#functions/domain/request-warmth.ts';
import { uncountedKeyHolder } from '#functions/request/key-holder.ts';
import { lambda } from '#functions/request/lambda.ts';
import { warmQueries } from '#functions/store/warm-events.ts';
import { search } from '#shared/contract/search.ts';

export const handler = lambda(search, 'warm-index', uncountedKeyHolder, async ({ params, now }) => {
  await requestWarmth('queries', warmQueries, params.index_id, now);
  return {};
});
