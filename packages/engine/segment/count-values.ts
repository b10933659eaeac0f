import { isMissing, itemsOf } from '../column-values.ts';
import { notFilterable } from '../conditions.ts';
import {
  AUTO,
  type CheckedCodes,
  type CheckedFacet,
  type CheckedIntervals,
  countedPart,
  fittingInterval,
  histogram,
  intervalOf,
  listed,
  MAX_DISTINCT,
  tooManyValues,
} from '../facets.ts';
import { firstRows } from '../query/row-numbers.ts';
import type { CountedFacet } from '../search/row-source.ts';
import { CodeBeginnings } from './code-beginnings.ts';
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
  facet: CheckedIntervals,
): Promise<CountedFacet> {
  const name = filterSection(facet.column.position);
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [s, { file }] of facet.interval === AUTO ? segments.entries() : []) {
    const numbers = await file.f64(name);
    forEachRow(sets[s]!, (row) => {
      const number = numbers[row]!;
      if (!Number.isFinite(number)) return;
      least = Math.min(least, number);
      greatest = Math.max(greatest, number);
    });
  }
  const fitting = fittingInterval(facet, least, greatest);
  const interval = intervalOf(fitting);
  const counts = new Map<number, number>();
  let missing = 0;
  for (const [s, { file }] of segments.entries()) {
    const numbers = await file.f64(name);
    forEachRow(sets[s]!, (row) => {
      const number = numbers[row]!;
      if (!Number.isFinite(number)) {
        missing++;
        return;
      }
      const position = Math.floor(number / interval);
      counts.set(position, (counts.get(position) ?? 0) + 1);
    });
  }
  return { facet: histogram(fitting, counts, missing) };
}

async function countCodes(
  segments: readonly Segment[],
  sets: readonly RowSet[],
  facet: CheckedCodes,
): Promise<CountedFacet> {
  const { column, top, prefix, begins = '' } = facet;
  const tally = new Tally<string>();
  const beginnings = CodeBeginnings.canRead(prefix) ? new CodeBeginnings(prefix) : undefined;
  const begun = new Tally<number>();
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
    const first = firstOf[segment]!;
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
    // Beginnings of ids are few.
    if (found > MAX_DISTINCT && prefix === undefined) throw tooManyValues(column);
    forEachCode(
      codes,
      numbers,
      (code, number) => {
        const count = numbers[number]!;
        if (isMissing(code)) missing += count;
        else {
          const parts = itemsOf(code).map((item) => countedPart(facet, item));
          for (const part of new Set(parts)) {
            if (part !== undefined) tally.add(part, count, first + rows[number]!);
          }
        }
      },
      beginnings &&
        ((bytes, start, end, number) => {
          if (!beginnings.read(bytes, start, end)) return false;
          for (const part of beginnings.found) {
            begun.add(part, numbers[number]!, first + rows[number]!);
          }
          return true;
        }),
    );
    if (tally.counts.size > MAX_DISTINCT) throw tooManyValues(column);
  }
  for (const [key, count] of begun.counts) {
    const part = CodeBeginnings.textOf(key);
    if (part.startsWith(begins)) tally.add(part, count, begun.firsts.get(key)!);
  }
  return { facet: listed(column, tally.counts, top, missing), firsts: tally.firsts };
}

/** Counts of values, and the first row that has each. */
class Tally<Value> {
  readonly counts = new Map<Value, number>();
  readonly firsts = new Map<Value, number>();

  add(value: Value, count: number, first: number): void {
    this.counts.set(value, (this.counts.get(value) ?? 0) + count);
    if (!(this.firsts.get(value)! <= first)) this.firsts.set(value, first);
  }
}
