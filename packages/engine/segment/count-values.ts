import { isMissing, itemsOf } from '../column-values.ts';
import { notFilterable } from '../conditions.ts';
import {
  type CheckedFacet,
  histogram,
  intervalOf,
  listed,
  MAX_DISTINCT,
  tooManyValues,
} from '../facets.ts';
import type { CountedFacet } from '../query/matches.ts';
import { firstRows } from '../query/row-numbers.ts';
import { forEachCode } from './code-list.ts';
import { codesSection, filterSection } from './filter-column.ts';
import type { Segment } from './open.ts';
import { forEachRow, hasRow, type RowSet } from './row-set.ts';

/**
 * Counts some rows of each segment by a column.
 * @throws QueryError `bad_facet` if there are too many values, `not_filterable` for prose
 */
export const countValues = (
  segments: readonly Segment[],
  sets: readonly RowSet[],
  facet: CheckedFacet,
): Promise<CountedFacet> =>
  facet.type === 'code' ? countCodes(segments, sets, facet) : countIntervals(segments, sets, facet);

async function countIntervals(
  segments: readonly Segment[],
  sets: readonly RowSet[],
  facet: Exclude<CheckedFacet, { type: 'code' }>,
): Promise<CountedFacet> {
  const { column } = facet;
  const interval = intervalOf(facet);
  const counts = new Map<number, number>();
  let missing = 0;
  for (const [s, { file }] of segments.entries()) {
    const numbers = await file.f64(filterSection(column.position));
    forEachRow(sets[s]!, (row) => {
      const number = numbers[row]!;
      if (!Number.isFinite(number)) {
        missing++;
        return;
      }
      const place = Math.floor(number / interval);
      counts.set(place, (counts.get(place) ?? 0) + 1);
    });
  }
  return { facet: histogram(facet, counts, missing) };
}

async function countCodes(
  segments: readonly Segment[],
  sets: readonly RowSet[],
  { column, top }: Extract<CheckedFacet, { type: 'code' }>,
): Promise<CountedFacet> {
  const counts = new Map<string, number>();
  const firsts = new Map<string, number>();
  const firstOf = firstRows(segments);
  let missing = 0;
  for (const [segment, { file, facts }] of segments.entries()) {
    const name = filterSection(column.position);
    if (!file.has(name)) throw notFilterable(column);
    const [stored, codes] = await Promise.all([
      file.u32(name),
      file.section(codesSection(column.position)),
    ]);
    const set = sets[segment]!;
    // As `codeNumbers` reads them.
    const [numbers, rows] = [new Uint32Array(facts.rowCount), new Uint32Array(facts.rowCount)];
    let [next, found] = [0, 0];
    for (let row = 0; row < stored.length; row++) {
      const number = stored[row]! === 0 ? next++ : stored[row]! - 1;
      if (!hasRow(set, row)) continue;
      if (numbers[number]!++ > 0) continue;
      rows[number] = row;
      found++;
    }
    if (found > MAX_DISTINCT) throw tooManyValues(column);
    forEachCode(codes, numbers, (code, number) => {
      const count = numbers[number]!;
      if (isMissing(code)) missing += count;
      else {
        for (const item of new Set(itemsOf(code))) {
          counts.set(item, (counts.get(item) ?? 0) + count);
          const first = firstOf[segment]! + rows[number]!;
          if (!(firsts.get(item)! <= first)) firsts.set(item, first);
        }
      }
    });
    if (counts.size > MAX_DISTINCT) throw tooManyValues(column);
  }
  return { facet: listed(column, counts, top, missing), firsts };
}
