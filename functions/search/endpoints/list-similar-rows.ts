import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import type { SearchHit } from '#engine';
import { subscriber } from '#functions/billing/index.ts';
import { requireReadableIndex } from '#functions/indexes/index.ts';
import { similarRows } from '#shared/contract/similar-rows.ts';
import { limits } from '#shared/limits.ts';
import { queryPublishedIndex, wholeIndex } from '../query-published-index.ts';
import { indexedColumns, textOf } from '../row-texts.ts';

/** Logs no search: nobody has asked anything. */
export const handler = lambda(
  similarRows,
  'list-similar-rows',
  subscriber,
  async ({ query: { index_id, column, value }, principal, now, fail }) => {
    const indexed = indexedColumns(await requireReadableIndex(principal, index_id));
    await requireAttempt('similar_user', principal.user.item_id, now);
    return queryPublishedIndex(wholeIndex(index_id), async (index) => {
      const named = await index.search({
        text: value,
        filters: [{ column, operator: '=', value }],
        fields: indexed,
        limit: 1,
      });
      const [own] = named.hits;
      if (!own) throw fail('NotFound');
      const limit = limits.similarRows + 1;
      const { hits } = await index.search({ text: textOf(own.row, indexed), limit });
      const others = hits.filter(({ row }) => String(row[column]) !== value);
      return { foundItems: others.slice(0, limits.similarRows).map(toFoundItem) };
    });
  },
);

const toFoundItem = ({ row, score }: SearchHit) => ({ ...row, conceptScore: score });
