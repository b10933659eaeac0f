import type { SearchHit } from '#engine';
import { askServedIndex } from '#functions/domain/ask-served-index.ts';
import { requireAttempt } from '#functions/domain/require-attempt.ts';
import { requireReadableIndex } from '#functions/domain/require-readable-index.ts';
import { requireSubscription } from '#functions/domain/require-subscription.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { similarRows } from '#shared/contract/similar-rows.ts';
import { limits } from '#shared/limits.ts';

/** The beginning of a row says what it is about. */
const maxText = 4000;

/** Logs no search: nobody has asked anything. */
export const handler = lambda(
  similarRows,
  'list-similar-rows',
  member,
  async ({ query: { index_id, column, value }, principal, now, fail }) => {
    const { columns_role } = await requireReadableIndex(principal, index_id);
    await requireSubscription(principal, now);
    await requireAttempt('similar_user', principal.user.item_id, now);
    const indexed = Object.keys(columns_role).filter((name) => columns_role[name] === 'index');
    return askServedIndex(index_id, async (index) => {
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
