import {
  type CheckedCodes,
  type Facet,
  histogram,
  type IntervalFacet,
  intervalOf,
} from '../facets.ts';
import { CountedParts, codesOf, type KeptParts, LISTS } from './counted-parts.ts';
import { codeNumbers, filterSection } from './filter-column.ts';
import type { Segment } from './open.ts';

/**
 * Counts the rows that have each of some values by interval, all values in one pass. See `Matches.countEach`.
 * @param rowsOf the rows of each segment
 * @param kept see `countValues`
 */
export async function countEach(
  segments: readonly Segment[],
  rowsOf: readonly Uint32Array[],
  facet: CheckedCodes,
  values: readonly string[],
  by: IntervalFacet,
  kept: KeptParts | undefined,
): Promise<Facet[]> {
  const interval = intervalOf(by);
  const counts = values.map(() => new Map<number, number>());
  const missing = values.map(() => 0);
  const known = kept?.of(facet) ?? new CountedParts(facet);
  for (const [s, segment] of segments.entries()) {
    const rows = rowsOf[s]!;
    const [numbers, codes] = await Promise.all([
      segment.file.f64(filterSection(by.column.position)),
      codeNumbers(segment.file, filterSection(facet.column.position)),
    ]);
    const wanted = () => codesOf(codes, rows).codes;
    const slots = await known.read(segment, codes, wanted, kept !== undefined);
    /** By slot: 1 + the place of its value. */
    const places = new Uint16Array(known.size);
    for (const [place, value] of values.entries()) {
      const slot = known.slotOf(value);
      if (slot !== undefined) places[slot] = place + 1;
    }
    const add = (row: number, slot: number) => {
      const place = places[slot]! - 1;
      if (place < 0) return;
      const number = numbers[row]!;
      if (Number.isFinite(number)) {
        const position = Math.floor(number / interval);
        counts[place]!.set(position, (counts[place]!.get(position) ?? 0) + 1);
      } else missing[place]!++;
    };
    const { lists } = known;
    for (const row of rows) {
      const slot = slots[codes.ofRows[row]!]!;
      if (slot < LISTS) add(row, slot);
      else {
        const from = slot - LISTS;
        for (let at = from + 1; at <= from + lists[from]!; at++) add(row, lists[at]!);
      }
    }
  }
  return counts.map((own, place) => histogram(by, own, missing[place]!));
}
