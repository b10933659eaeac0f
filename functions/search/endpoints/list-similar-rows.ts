import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { subscriber } from '#functions/billing/index.ts';
import { requireReadableIndex } from '#functions/indexes/index.ts';
import { similarRows } from '#shared/contract/similar-rows.ts';
import { limits } from '#shared/limits.ts';
import { queryPublishedIndex, wholeIndex } from '../query-published-index.ts';
import { similarTo } from '../similar-to.ts';
import { toFoundItem } from '../to-found-item.ts';

/** Logs no search: nobody has asked anything. */
export const handler = lambda(
  similarRows,
  'list-similar-rows',
  subscriber,
  async ({ query: { index_id, column, value }, principal, now, fail }) => {
    await requireReadableIndex(principal, index_id);
    await requireAttempt('similar_user', principal.user.item_id, now);
    const hits = await queryPublishedIndex(wholeIndex(index_id), (index) =>
      similarTo(index, { column, value, limit: limits.similarRows }),
    );
    if (!hits) throw fail('NotFound');
    return { foundItems: hits.map(toFoundItem) };
  },
);
