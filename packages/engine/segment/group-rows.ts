import { notFilterable } from '../conditions.ts';
import type { RowOrder } from '../listing.ts';
import { firstRows } from '../query/row-numbers.ts';
import type { SchemaColumn } from '../schema.ts';
import type { RowGroup } from '../search/row-source.ts';
import { numbersOf } from './code-list.ts';
import { codesSection, filterSection } from './filter-column.ts';
import type { Segment } from './open.ts';
import { hasRow, type RowSet } from './row-set.ts';

/**
 * Calls `visit` for each row of a segment that has one of some values in a column, in order.
 * @param values in the form of `fold`, less than 65,535
 * @throws QueryError `not_filterable` for prose
 */
export async function forEachRowWith(
  { file, facts }: Segment,
  column: SchemaColumn,
  values: readonly string[],
  visit: (row: number, value: number) => void,
): Promise<void> {
  const name = filterSection(column.position);
  if (!file.has(name)) throw notFilterable(column);
  const [stored, codes] = await Promise.all([
    file.u32(name),
    file.section(codesSection(column.position)),
  ]);
  const numbers = numbersOf(codes, values);
  if (numbers.size === 0) return;
  /** By the number of a code: 1 + the place of its value. */
  const places = new Uint16Array(facts.rowCount);
  for (const [position, value] of values.entries()) {
    const number = numbers.get(value);
    if (number !== undefined) places[number] = position + 1;
  }
  // As `codeNumbers` reads them.
  for (let row = 0, next = 0; row < stored.length; row++) {
    const number = stored[row]! === 0 ? next++ : stored[row]! - 1;
    if (places[number]! > 0) visit(row, places[number]! - 1);
  }
}

/** See `Matches.groupsOf`. */
export async function groupRows(
  segments: readonly Segment[],
  sets: readonly RowSet[],
  column: SchemaColumn,
  values: readonly string[],
  { column: sorted, descending }: RowOrder,
): Promise<ReadonlyMap<string, RowGroup>> {
  const counts = new Uint32Array(values.length);
  const firsts = new Float64Array(values.length);
  const keys = new Float64Array(values.length);
  const starts = firstRows(segments);
  const sign = descending ? -1 : 1;
  for (const [s, segment] of segments.entries()) {
    const set = sets[s]!;
    const numbers = sorted && (await segment.file.f64(filterSection(sorted.position)));
    await forEachRowWith(segment, column, values, (row, value) => {
      if (!hasRow(set, row)) return;
      const number = numbers ? sign * numbers[row]! : 0;
      // Rows without a number come last.
      const key = Number.isFinite(number) ? number : Number.POSITIVE_INFINITY;
      if (counts[value]!++ > 0 && keys[value]! <= key) return;
      keys[value] = key;
      firsts[value] = starts[s]! + row;
    });
  }
  const groups = values.map((value, i) => ({ value, count: counts[i]!, first: firsts[i]! }));
  return new Map(groups.filter(({ count }) => count > 0).map((group) => [group.value, group]));
}

/** The rows of each segment that are in its set and have none of some values. */
export function rowsWithout(
  segments: readonly Segment[],
  sets: readonly RowSet[],
  column: SchemaColumn,
  values: readonly string[],
): Promise<RowSet[]> {
  return Promise.all(
    segments.map(async (segment, s) => {
      const set = sets[s]!.slice();
      await forEachRowWith(segment, column, values, (row) => {
        set[row >>> 5]! &= ~(1 << (row & 31));
      });
      return set;
    }),
  );
}
