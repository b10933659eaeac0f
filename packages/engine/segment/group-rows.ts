import { isMissing } from '../column-values.ts';
import { notFilterable } from '../conditions.ts';
import type { RowOrder } from '../listing.ts';
import type { SchemaColumn } from '../schema.ts';
import type { RowGroup } from '../search/row-source.ts';
import { codeAt, numbersOf, startsOf } from './code-list.ts';
import { codeNumbers, codesSection, filterSection, type RowsByCode } from './filter-column.ts';
import type { Segment } from './open.ts';
import { firstRows } from './row-numbers.ts';
import { countRows, hasRow, type RowSet, rowsIn } from './row-set.ts';

/** So many rows of codes are read in the time in which one of a set is listed and its code looked up. */
const ROWS_FOR_ONE = 2;

/** See `RowSource.values`, of rows of a segment. */
export async function valuesOfRows(
  { file }: Segment,
  rows: readonly number[],
  column: SchemaColumn,
): Promise<(string | undefined)[]> {
  const [name, codes] = [filterSection(column.position), codesSection(column.position)];
  if (!file.has(name)) throw notFilterable(column);
  const [{ ofRows }, list] = await Promise.all([codeNumbers(file, name), file.section(codes)]);
  const starts = await file.derived(codes, startsOf);
  return rows.map((row) => {
    const code = codeAt(list, starts[ofRows[row]!]!);
    return isMissing(code) ? undefined : code;
  });
}

/**
 * Calls `visit` for each row of a set that has one of some values in a column, those of a value in order.
 * @param values in the form of `fold`, less than 65,535
 * @throws QueryError `not_filterable` for prose
 */
export async function forEachRowWith(
  { file }: Segment,
  set: RowSet,
  column: SchemaColumn,
  values: readonly string[],
  visit: (row: number, value: number) => void,
): Promise<void> {
  const name = filterSection(column.position);
  if (!file.has(name)) throw notFilterable(column);
  const [{ ofRows, count, byCode }, codes] = await Promise.all([
    codeNumbers(file, name),
    file.section(codesSection(column.position)),
  ]);
  const numbers = numbersOf(codes, values);
  if (numbers.size === 0) return;
  const sorted = byCode();
  /** By the number of a code: 1 + the place of its value. */
  const places = new Uint16Array(count);
  let having = 0;
  for (const [position, value] of values.entries()) {
    const number = numbers.get(value);
    if (number === undefined) continue;
    places[number] = position + 1;
    if (sorted) having += sorted.starts[number + 1]! - sorted.starts[number]!;
  }
  if (sorted && having < ROWS_FOR_ONE * countRows(set)) {
    for (const number of numbers.values()) {
      visitCode(set, sorted, number, places[number]! - 1, visit);
    }
  } else visitPlaces(rowsIn(set), ofRows, places, visit);
}

/** Visits the rows of a set that have a code. */
function visitCode(
  set: RowSet,
  { starts, rows }: RowsByCode,
  number: number,
  value: number,
  visit: (row: number, value: number) => void,
): void {
  for (let i = starts[number]!; i < starts[number + 1]!; i++) {
    if (hasRow(set, rows[i]!)) visit(rows[i]!, value);
  }
}

/** V8 runs this loop a third as fast inside of a function that awaits something. */
function visitPlaces(
  rows: Uint32Array,
  ofRows: Uint32Array,
  places: Uint16Array,
  visit: (row: number, value: number) => void,
): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const place = places[ofRows[row]!]!;
    if (place > 0) visit(row, place - 1);
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
    await forEachRowWith(segment, set, column, values, (row, value) => {
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
      await forEachRowWith(segment, sets[s]!, column, values, (row) => {
        set[row >>> 5]! &= ~(1 << (row & 31));
      });
      return set;
    }),
  );
}
