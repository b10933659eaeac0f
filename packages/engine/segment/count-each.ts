import { isMissing, itemsOf } from '../column-values.ts';
import {
  type CheckedCodes,
  countedPart,
  type Facet,
  histogram,
  type IntervalFacet,
  intervalOf,
} from '../facets.ts';
import { CodeBeginnings } from './code-beginnings.ts';
import { forEachCode } from './code-list.ts';
import { codesSection, filterSection } from './filter-column.ts';
import type { Segment } from './open.ts';
import { hasRow, type RowSet } from './row-set.ts';

/** Counts the rows that have each of some values by interval, all values in one pass. See `Matches.countEach`. */
export async function countEach(
  segments: readonly Segment[],
  sets: readonly RowSet[],
  facet: CheckedCodes,
  values: readonly string[],
  by: IntervalFacet,
): Promise<Facet[]> {
  const interval = intervalOf(by);
  const counts = values.map(() => new Map<number, number>());
  const missing = values.map(() => 0);
  for (const [s, segment] of segments.entries()) {
    const set = sets[s]!;
    const numbers = await segment.file.f64(filterSection(by.column.position));
    await forEachRowWithParts(segment, set, facet, values, (row, places) => {
      const number = numbers[row]!;
      for (const place of places) {
        if (Number.isFinite(number)) {
          const position = Math.floor(number / interval);
          counts[place]!.set(position, (counts[place]!.get(position) ?? 0) + 1);
        } else missing[place]!++;
      }
    });
  }
  return counts.map((own, place) => histogram(by, own, missing[place]!));
}

/** Calls `visit` for each row of a set that has values, with their places among them. */
async function forEachRowWithParts(
  { file, facts }: Segment,
  set: RowSet,
  facet: CheckedCodes,
  values: readonly string[],
  visit: (row: number, places: readonly number[]) => void,
): Promise<void> {
  const [stored, codes] = await Promise.all([
    file.u32(filterSection(facet.column.position)),
    file.section(codesSection(facet.column.position)),
  ]);
  const placeOf = new Map(values.map((value, place) => [value, place]));
  const lists: number[][] = [];
  /** By the number of a code: where its row is in the set 1, later 2 more than the place of its list, or 0 without one. */
  const listOf = new Uint32Array(facts.rowCount);
  const rowNumbers = new Uint32Array(stored.length);
  // As `codeNumbers` reads them.
  for (let row = 0, next = 0; row < stored.length; row++) {
    const number = stored[row]! === 0 ? next++ : stored[row]! - 1;
    rowNumbers[row] = number;
    if (hasRow(set, row)) listOf[number] = 1;
  }
  const keep = (number: number, parts: Iterable<string | undefined>) => {
    const places = new Set<number>();
    for (const part of parts) {
      const place = part === undefined ? undefined : placeOf.get(part);
      if (place !== undefined) places.add(place);
    }
    listOf[number] = places.size > 0 ? lists.push([...places]) + 1 : 0;
  };
  const beginnings = CodeBeginnings.canRead(facet.prefix)
    ? new CodeBeginnings(facet.prefix)
    : undefined;
  forEachCode(
    codes,
    listOf,
    (code, number) => {
      const items = isMissing(code) ? [] : itemsOf(code);
      keep(
        number,
        items.map((item) => countedPart(facet, item)),
      );
    },
    beginnings &&
      ((bytes, start, end, number) => {
        if (!beginnings.read(bytes, start, end)) return false;
        keep(number, beginnings.found.map(CodeBeginnings.textOf));
        return true;
      }),
  );
  for (let row = 0; row < stored.length; row++) {
    const list = listOf[rowNumbers[row]!]!;
    if (list > 1 && hasRow(set, row)) visit(row, lists[list - 2]!);
  }
}
