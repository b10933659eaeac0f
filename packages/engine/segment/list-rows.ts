import type { ListPlace, RowOrder } from '../listing.ts';
import type { ListedRow } from '../search/row-source.ts';
import { TopK } from '../top-k.ts';
import { filterSection } from './filter-column.ts';
import type { Segment } from './open.ts';
import { firstRows, locate } from './row-numbers.ts';
import { forEachRow, type RowSet } from './row-set.ts';

/** Words of a set that are looked at before asking whether there are enough rows. */
const WORDS = 1 << 10;

/**
 * The next rows of a list.
 * @param sets the listed rows of each segment
 * @param after the last row before them
 */
export async function listRows(
  segments: readonly Segment[],
  sets: readonly RowSet[],
  { column, descending }: RowOrder,
  after: ListPlace | undefined,
  limit: number,
): Promise<(ListedRow & Pick<ListPlace, 'key'>)[]> {
  const numbers = column
    ? await Promise.all(segments.map(({ file }) => file.f64(filterSection(column.position))))
    : undefined;
  const sign = descending ? -1 : 1;
  const keyOf = (segment: number, row: number) => {
    const number = numbers?.[segment]?.[row];
    return number !== undefined && Number.isFinite(number) ? sign * number : null;
  };
  const afterKey = after && after.key !== null ? sign * after.key : null;
  const best = new TopK(limit);
  const last: ListPlace[] = [];
  const firsts = firstRows(segments);
  for (const [segment, set] of sets.entries()) {
    const add = (position: number) => {
      const row = firsts[segment]! + position;
      const key = keyOf(segment, position);
      if (key === null) {
        const isAfter = after === undefined || afterKey !== null || row > after.row;
        if (isAfter && last.length < limit) last.push({ key, row });
        return;
      }
      if (after && afterKey === null) return;
      if (afterKey !== null && (key < afterKey || (key === afterKey && row <= after!.row))) return;
      best.push(row, -key);
    };
    // Of rows in the order of the index, the first are enough.
    for (let w = 0; w < set.length && (numbers || last.length < limit); w += WORDS) {
      forEachRow(set, add, w, Math.min(set.length, w + WORDS));
    }
  }
  const { rows, scores } = best.ranked();
  const filled = Array.from(rows, (row, i): ListPlace => ({ key: -sign * scores[i]!, row }));
  return [...filled, ...last].slice(0, limit).map(({ key, row }) => ({
    key,
    number: row,
    ...locate(firsts, row),
  }));
}
