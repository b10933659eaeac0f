import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import type { SearchHit } from '#engine';
import { subscriber } from '#functions/billing/index.ts';
import { requireReadableIndex } from '#functions/indexes/index.ts';
import { similarRows } from '#shared/contract/similar-rows.ts';
import { limits } from '#shared/limits.ts';
import { queryPublishedIndex } from '../query-published-index.ts';

/** The beginning of a row says what it is about. */
const maxText = 4000;

/** Logs no search: nobody has asked anything. */
export const handler = lambda(
  similarRows,
  'list-similar-rows',
  subscriber,
  async ({ query: { index_id, column, value }, principal, now, fail }) => {
    const { columns_role } = await requireReadableIndex(principal, index_id);
    await requireAttempt('similar_user', principal.user.item_id, now);
    const indexed = Object.keys(columns_role).filter((name) => columns_role[name] === 'index');
    return queryPublishedIndex(index_id, async (index) => {
      const named = await index.search({
        text: value,
        filters: [{ column, operator: '=', value }],
        fields: indexed,
        limit: 1,
      });
      const [own] = named.hits;
      if (!own) throw fail('NotFound');
      const text = indexed.map((name) => own.row[name]).join('\n');
      const limit = limits.similarRows + 1;
      const { hits } = await index.search({ text: text.slice(0, maxText), limit });
      const others = hits.filter(({ row }) => String(row[column]) !== value);
      return { foundItems: others.slice(0, limits.similarRows).map(toFoundItem) };
    });
  },
);

const toFoundItem = ({ row, score }: SearchHit) => ({ ...row, conceptScore: score });
