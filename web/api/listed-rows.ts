import type { QueryClient } from '@tanstack/react-query';
import { type ColumnUses, columnFor } from '#shared/column-uses.ts';
import type { ListItem } from '#shared/contract/lists.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import { limits } from '#shared/limits.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { isRefusal } from '#web/lib/errors.ts';
import { indexQuery } from './indexes.ts';
import { searchPage } from './search.ts';

/** A row that a list names, and which of its columns are title, link and id. */
export interface ListedRow {
  row: FoundItem;
  uses: ColumnUses | undefined;
}

/** How many searches `listedRows` sends: one for each hundred documents of an index. */
export const searchesFor = (items: readonly Pick<ListItem, 'index_id'>[]): number =>
  [...Map.groupBy(items, ({ index_id }) => index_id).values()].reduce(
    (sum, { length }) => sum + Math.ceil(length / limits.searchMaxItems),
    0,
  );

/** The rows of listed documents, in the order of the list; undefined for those that their index has no more. */
export async function listedRows(
  client: QueryClient,
  items: readonly ListItem[],
): Promise<(ListedRow | undefined)[]> {
  const rows = new Map<string, ListedRow>();
  const byIndex = Map.groupBy(items, ({ index_id }) => index_id);
  await Promise.all(
    Array.from(byIndex, async ([indexId, own]) => {
      for (const { id, ...found } of await rowsOfIndex(client, indexId, own)) {
        rows.set(keyOf(indexId, id), found);
      }
    }),
  );
  return items.map(({ index_id, id }) => rows.get(keyOf(index_id, id)));
}

/** Ids are compared as the index compares them. */
const keyOf = (indexId: string, id: string) => JSON.stringify([indexId, id.toLowerCase()]);

async function rowsOfIndex(
  client: QueryClient,
  indexId: string,
  items: readonly ListItem[],
): Promise<(ListedRow & { id: string })[]> {
  try {
    const { columns_role, columns_use: uses } = await client.ensureQueryData(indexQuery(indexId));
    const metadata = Object.keys(columns_role).filter((name) => columns_role[name] === 'metadata');
    const column = columnFor('id', metadata, uses);
    if (!column) return [];
    const found: (ListedRow & { id: string })[] = [];
    for (let from = 0; from < items.length; from += limits.searchMaxItems) {
      const ids = items.slice(from, from + limits.searchMaxItems).map(({ id }) => id);
      const filters = [{ column, operator: 'in' as const, value: ids.join(';') }];
      const page = await searchPage(client, { indexId, text: '', filters, explain: false });
      for (const row of page.foundItems) {
        found.push({ row, uses, id: describeHit(row, uses).id ?? String(row[column]) });
      }
    }
    return found;
  } catch (error) {
    // An index that was deleted has no rows. What failed otherwise is told.
    if (isRefusal(error)) return [];
    throw error;
  }
}
