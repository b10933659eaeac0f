import { lambda } from '#core/request/lambda.ts';
import { search } from '#shared/contract/search.ts';
import { uncountedKeyHolder } from '../key-holder.ts';
import { requestWarmth } from '../request-warmth.ts';
import { warmQueries } from '../warm-events.ts';

export const handler = lambda(search, 'warm-index', uncountedKeyHolder, async ({ params, now }) => {
  await requestWarmth('queries', warmQueries, params.index_id, now);
  return {};
});
