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
import { CountedParts, codesOf, type FoundCodes, type KeptParts, LISTS } from './counted-parts.ts';
import { codeNumbers, filterSection } from './filter-column.ts';
import type { Segment } from './open.ts';
import { firstRows } from './row-numbers.ts';

/** Intervals about the first one that are counted in an array; others in a map. */
const NEAR = 1 << 16;
/** A product of 31 bits whose distance to whole numbers is greater is rounded down like the quotient. */
const MARGIN = 2 ** -20;

/**
 * Counts some rows of each segment by a column.
 * @param rowsOf the rows of each segment
 * @param kept what stays in memory for the next facets; undefined if nothing may
 * @throws QueryError `bad_facet` if there are too many values, `not_filterable` for prose
 */
export const countValues = (
  segments: readonly Segment[],
  rowsOf: readonly Uint32Array[],
  facet: CheckedFacet,
  kept: KeptParts | undefined,
): Promise<CountedFacet> =>
  facet.type === 'code'
    ? countCodes(segments, rowsOf, facet, kept)
    : countIntervals(segments, rowsOf, facet);

/** How many numbers are in each interval. */
class IntervalCounts {
  readonly #interval: number;
  readonly #near = new Uint32Array(NEAR);
  readonly #far = new Map<number, number>();
  /** Position of the first of the near ones. */
  #first = Number.NaN;
  missing = 0;

  constructor(interval: number) {
    this.#interval = interval;
  }

  /** Counts the numbers of some rows. */
  add(numbers: Float64Array, rows: Uint32Array): void {
    const [interval, near] = [this.#interval, this.#near];
    // Dividing takes longer than all the rest.
    const inverse = 1 / interval;
    let first = this.#first;
    for (let i = 0; i < rows.length; i++) {
      const number = numbers[rows[i]!]!;
      const product = number * inverse;
      let position = product | 0;
      const rest = product - position;
      if (!(rest > MARGIN && rest < 1 - MARGIN)) position = Math.floor(number / interval);
      const place = position - first;
      if (place >= 0 && place < NEAR) near[place]!++;
      else first = this.#addFar(number, position);
    }
  }

  #addFar(number: number, position: number): number {
    if (Number.isFinite(number)) {
      this.#far.set(position, (this.#far.get(position) ?? 0) + 1);
      if (Number.isNaN(this.#first)) this.#first = position - NEAR / 2;
    } else this.missing++;
    return this.#first;
  }

  /** By their positions: the numbers divided by the interval, rounded down. */
  counts(): ReadonlyMap<number, number> {
    const counts = new Map(this.#far);
    for (let place = 0; place < NEAR; place++) {
      const [position, count] = [this.#first + place, this.#near[place]!];
      if (count > 0) counts.set(position, count + (counts.get(position) ?? 0));
    }
    return counts;
  }
}

/** The least and the greatest number of some rows; infinite if there is none. */
function rangeOf(numbers: Float64Array, rows: Uint32Array): [least: number, greatest: number] {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < rows.length; i++) {
    const number = numbers[rows[i]!]!;
    if (number < least && number > Number.NEGATIVE_INFINITY) least = number;
    if (number > greatest && number < Number.POSITIVE_INFINITY) greatest = number;
  }
  return [least, greatest];
}

async function countIntervals(
  segments: readonly Segment[],
  rowsOf: readonly Uint32Array[],
  facet: CheckedIntervals,
): Promise<CountedFacet> {
  const name = filterSection(facet.column.position);
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [s, { file }] of facet.interval === AUTO ? segments.entries() : []) {
    const range = rangeOf(await file.f64(name), rowsOf[s]!);
    [least, greatest] = [Math.min(least, range[0]), Math.max(greatest, range[1])];
  }
  const fitting = fittingInterval(facet, least, greatest);
  const counted = new IntervalCounts(intervalOf(fitting));
  for (const [s, { file }] of segments.entries()) counted.add(await file.f64(name), rowsOf[s]!);
  return { facet: histogram(fitting, counted.counts(), counted.missing) };
}

async function countCodes(
  segments: readonly Segment[],
  rowsOf: readonly Uint32Array[],
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
    const found = codesOf(numbers, rowsOf[s]!);
    // Beginnings of ids are few.
    if (prefix === undefined && found.codes.length > MAX_DISTINCT) throw tooManyValues(column);
    const slots = await known.read(segment, numbers, () => found.codes, kept !== undefined);
    if (counts.length < known.size) {
      [counts, firsts] = [counts, firsts].map((before) => {
        const larger = new Uint32Array(2 * known.size);
        larger.set(before);
        return larger;
      }) as [Uint32Array<ArrayBuffer>, Uint32Array<ArrayBuffer>];
    }
    addCodes(found, slots, known.lists, counts, firsts, firstOf[s]!);
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

/** Adds the codes of a segment to the counts of their slots. */
function addCodes(
  found: FoundCodes,
  slots: Uint32Array,
  lists: Uint32Array,
  counts: Uint32Array,
  firsts: Uint32Array,
  first: number,
): void {
  const { codes } = found;
  for (let i = 0; i < codes.length; i++) {
    const slot = slots[codes[i]!]!;
    const count = found.counts[codes[i]!]!;
    const row = first + found.firsts[i]!;
    if (slot < LISTS) {
      if (counts[slot] === 0) firsts[slot] = row;
      counts[slot]! += count;
      continue;
    }
    const from = slot - LISTS;
    for (let at = from + 1; at <= from + lists[from]!; at++) {
      const each = lists[at]!;
      if (counts[each] === 0) firsts[each] = row;
      counts[each]! += count;
    }
  }
}
