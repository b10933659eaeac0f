import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { subscriber } from '#functions/billing/index.ts';
import { requireReadableIndex } from '#functions/indexes/index.ts';
import { counterparts } from '#shared/contract/counterparts.ts';
import { limits } from '#shared/limits.ts';
import { queryPublishedIndex, wholeIndex } from '../query-published-index.ts';
import { readQuery } from '../read-query.ts';
import { namingColumns, tellingColumns, textOf } from '../row-texts.ts';

/** Logs no search: nobody has asked anything. */
export const handler = lambda(
  counterparts,
  'list-counterparts',
  subscriber,
  async ({ body, principal, now }) => {
    const { index_id, other_index_id, text: conceptFeaturesString, syntax, after } = body;
    const [one, other] = await Promise.all([
      requireReadableIndex(principal, index_id),
      requireReadableIndex(principal, other_index_id),
    ]);
    await requireAttempt('counterparts_user', principal.user.item_id, now);
    const [names, otherNames] = [namingColumns(one), namingColumns(other)];
    const telling = tellingColumns(one);
    const { hits, totalFound, next } = await queryPublishedIndex(wholeIndex(index_id), (index) => {
      const { problem: _, ...asked } = readQuery(index.columns, { conceptFeaturesString, syntax });
      const fields = [...new Set([...names, ...telling])];
      return index.search({ ...asked, sort: 'rows', after, fields, limit: limits.counterpartRows });
    });
    const items = await queryPublishedIndex(wholeIndex(other_index_id), async (index) => {
      const compared = [];
      // One after the other: fifty searches at once would need the memory of fifty.
      for (const { row } of hits) {
        const text = textOf(row, telling);
        // Without a text, a search lists rows.
        const [best] =
          text.trim() === ''
            ? []
            : (await index.search({ text, fields: otherNames, limit: 1 })).hits;
        compared.push({
          row: cut(row, names),
          nearness: best?.score ?? 0,
          ...(best && { counterpart: cut(best.row, otherNames) }),
        });
      }
      return compared;
    });
    return { total: totalFound, items, next };
  },
);

/** Cells of a row, their beginnings: whole ones of fifty rows may be more than an answer can be. */
const cut = (row: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      (row[name] ?? '').slice(0, limits.counterpartCellLength).toWellFormed(),
    ]),
  );
