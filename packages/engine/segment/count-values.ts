import { notFilterable } from '../conditions.ts';
import {
  AUTO,
  type CheckedCodes,
  type CheckedFacet,
  type CheckedIntervals,
  fittingInterval,
  histogram,
  intervalOf,
  listed,
  MAX_DISTINCT,
  tooManyValues,
} from '../facets.ts';
import type { CountedFacet } from '../search/row-source.ts';
import { CountedParts, type KeptParts, LISTS } from './counted-parts.ts';
import { type CodeNumbers, codeNumbers, filterSection } from './filter-column.ts';
import type { Segment } from './open.ts';
import { firstRows } from './row-numbers.ts';
import { type RowSet, rowsIn } from './row-set.ts';

/** Intervals about the first one that are counted in an array; others in a map. */
const NEAR = 1 << 16;

/**
 * Counts some rows of each segment by a column.
 * @param kept what stays in memory for the next facets; undefined if nothing may
 * @throws QueryError `bad_facet` if there are too many values, `not_filterable` for prose
 */
export const countValues = (
  segments: readonly Segment[],
  sets: readonly RowSet[],
  facet: CheckedFacet,
  kept: KeptParts | undefined,
): Promise<CountedFacet> =>
  facet.type === 'code'
    ? countCodes(segments, sets, facet, kept)
    : countIntervals(segments, sets, facet);

/** Calls `count` with the numbers of rows, segment by segment. */
async function forEachSegment(
  segments: readonly Segment[],
  sets: readonly RowSet[],
  { column }: CheckedIntervals,
  count: (numbers: Float64Array, rows: Uint32Array) => void,
): Promise<void> {
  for (const [s, { file }] of segments.entries()) {
    count(await file.f64(filterSection(column.position)), rowsIn(sets[s]!));
  }
}

async function countIntervals(
  segments: readonly Segment[],
  sets: readonly RowSet[],
  facet: CheckedIntervals,
): Promise<CountedFacet> {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  if (facet.interval === AUTO) {
    await forEachSegment(segments, sets, facet, (numbers, rows) => {
      for (let i = 0; i < rows.length; i++) {
        const number = numbers[rows[i]!]!;
        if (!Number.isFinite(number)) continue;
        if (number < least) least = number;
        if (number > greatest) greatest = number;
      }
    });
  }
  const fitting = fittingInterval(facet, least, greatest);
  const interval = intervalOf(fitting);
  const near = new Uint32Array(NEAR);
  let [first, missing] = [Number.NaN, 0];
  const counts = new Map<number, number>();
  await forEachSegment(segments, sets, facet, (numbers, rows) => {
    for (let i = 0; i < rows.length; i++) {
      const number = numbers[rows[i]!]!;
      if (!Number.isFinite(number)) {
        missing++;
        continue;
      }
      const position = Math.floor(number / interval);
      if (Number.isNaN(first)) first = position - NEAR / 2;
      const place = position - first;
      if (place >= 0 && place < NEAR) near[place]!++;
      else counts.set(position, (counts.get(position) ?? 0) + 1);
    }
  });
  for (const [place, count] of near.entries()) if (count > 0) counts.set(first + place, count);
  return { facet: histogram(fitting, counts, missing) };
}

/** How many codes some rows have. */
function codesOf({ ofRows, count }: CodeNumbers, rows: Uint32Array): number {
  const seen = new Uint8Array(count);
  for (const row of rows) seen[ofRows[row]!] = 1;
  return seen.reduce((sum, one) => sum + one, 0);
}

async function countCodes(
  segments: readonly Segment[],
  sets: readonly RowSet[],
  facet: CheckedCodes,
  kept: KeptParts | undefined,
): Promise<CountedFacet> {
  const { column, top, prefix } = facet;
  const known = kept?.of(facet) ?? new CountedParts(facet);
  /** By slot, and the first row that has each. */
  let [counts, firsts] = [new Uint32Array(0), new Uint32Array(0)];
  const firstOf = firstRows(segments);
  for (const [s, segment] of segments.entries()) {
    const name = filterSection(column.position);
    if (!segment.file.has(name)) throw notFilterable(column);
    const numbers = await codeNumbers(segment.file, name);
    const { ofRows } = numbers;
    const rows = rowsIn(sets[s]!);
    // Beginnings of ids are few.
    const mayBeMany = prefix === undefined && numbers.count > MAX_DISTINCT;
    if (mayBeMany && codesOf(numbers, rows) > MAX_DISTINCT) throw tooManyValues(column);
    const slots = await known.read(segment, numbers, rows, kept !== undefined);
    if (counts.length < known.size) {
      [counts, firsts] = [counts, firsts].map((before) => {
        const larger = new Uint32Array(2 * known.size);
        larger.set(before);
        return larger;
      }) as [Uint32Array<ArrayBuffer>, Uint32Array<ArrayBuffer>];
    }
    addRows(rows, ofRows, slots, known.lists, counts, firsts, firstOf[s]!);
    if (known.size > MAX_DISTINCT && known.counted(counts).parts.length > MAX_DISTINCT) {
      throw tooManyValues(column);
    }
  }
  kept?.keep(facet, known);
  const { parts, missing } = known.counted(counts);
  const found = listed(column, parts, top, missing);
  const firstOfPart = ({ value }: { readonly value: string }) => firsts[known.slotOf(value)!]!;
  return {
    facet: found,
    firsts: new Map(found.counts.map((count) => [count.value, firstOfPart(count)])),
  };
}

/** Counts rows by slots. */
function addRows(
  rows: Uint32Array,
  ofRows: Uint32Array,
  slots: Uint32Array,
  lists: Uint32Array,
  counts: Uint32Array,
  firsts: Uint32Array,
  first: number,
): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const slot = slots[ofRows[row]!]!;
    if (slot < LISTS) {
      if (counts[slot]!++ === 0) firsts[slot] = first + row;
      continue;
    }
    const from = slot - LISTS;
    for (let at = from + 1; at <= from + lists[from]!; at++) {
      const each = lists[at]!;
      if (counts[each]!++ === 0) firsts[each] = first + row;
    }
  }
}
