import { lambda } from '#core/request/lambda.ts';
import { search } from '#shared/contract/search.ts';
import { requireAnswerable } from '../answer-size.ts';
import { keyHolder } from '../key-holder.ts';
import { queryPublishedIndex } from '../query-published-index.ts';
import { similarTo } from '../similar-to.ts';
import { toFoundItem } from '../to-found-item.ts';
import { warmIndex } from '../warm-index.ts';

/** Logs no search: nobody has asked anything. */
export const handler = lambda(
  search,
  'query-similar-rows',
  keyHolder,
  ({ body: { request }, principal, fail }) =>
    queryPublishedIndex(principal, async (index) => {
      const { maxNumItems: limit, ...asked } = request;
      const hits = await similarTo(index, { ...asked, limit });
      if (!hits) throw fail('NotFound');
      return requireAnswerable({ foundItems: hits.map(toFoundItem) });
    }),
  warmIndex,
);
