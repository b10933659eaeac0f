import { CANDIDATES, PAGED_MINIMUM } from '../ranking-constants.ts';
import { IMPACT_STEPS, MAX_IMPACT } from '../segment/format.ts';
import type { SearchParts } from '../segment/open.ts';
import { impactOf } from '../segment/posting-lists.ts';
import { BestSums } from '../segment/posting-scan.ts';
import type { QueryVector } from '../segment/query-vector.ts';
import { firstRows, splitBySegment } from '../segment/row-numbers.ts';
import type { RowSet } from '../segment/row-set.ts';
import { highestInOrder, valuesAt } from '../top-k.ts';
import type { ResolvedTerm } from '../words/terms.ts';
import { type AddedRows, type EligibleRows, nearestRows } from './nearest-rows.ts';

/** How many of some candidates have words enough to be among the best of their index. */
export function countBest({ lexical }: Candidates, { lowest }: Candidates): number {
  let count = 0;
  for (let i = 0; i < lexical.length; i++) if (lexical[i]! >= lowest) count++;
  return count;
}

/** Whether rows without a word are among candidates. */
export const isFilled = ({ lexical }: Candidates): boolean => lexical.includes(0);

/** Number in the index of a candidate, which is in a segment or placed like one. */
export type NumberOf = (row: { readonly segment: number; readonly row: number }) => number;

/** Rows to be ranked, grouped by segment. A row's `place` is its index over all segments. */
export interface Candidates {
  readonly count: number;
  readonly rows: Uint32Array;
  /** Index of the first row of each segment, and the end. */
  readonly starts: Uint32Array;
  /** BM25F score of each row. */
  readonly lexical: Float64Array;
  /** BM25F score that counts as none: the lowest of the best `CANDIDATES` rows; infinite if no row has a word. */
  readonly lowest: number;
  /** Number of rows that pass the filters and match the query by a term, and of filled candidates also by meaning. */
  readonly matched: number;
  readonly numberOf: NumberOf;
  /** Whether ranking reads the vectors that the dataset has for the rows. */
  readonly readsOwn?: boolean;
}

/** None of them, in an index of no segments. */
export const NO_CANDIDATES: Candidates = {
  count: 0,
  rows: new Uint32Array(0),
  starts: Uint32Array.of(0),
  lexical: new Float64Array(0),
  lowest: Number.POSITIVE_INFINITY,
  matched: 0,
  numberOf: () => -1,
};

/** The segment of a candidate. */
export function segmentOf(candidates: Pick<Candidates, 'starts'>, position: number): number {
  let segment = 0;
  while (candidates.starts[segment + 1]! <= position) segment++;
  return segment;
}

/** Quantises the weights to integers such that the sum over all terms of a row fits 31 bits. */
export function wholeWeights(terms: readonly ResolvedTerm[]): { weights: number[]; unit: number } {
  const total = terms.reduce((sum, term) => sum + term.weight, 0);
  const room = (2 ** 31 - 1) / IMPACT_STEPS - terms.length;
  const scale = total > 0 ? room / total : 0;
  return {
    weights: terms.map(({ weight }) => Math.max(1, Math.floor(weight * scale))),
    unit: scale > 0 ? MAX_IMPACT / IMPACT_STEPS / scale : 0,
  };
}

/** Which rows of each segment are looked for: all, or those of a set. */
export interface WantedRows {
  readonly keeps?: readonly RowSet[] | undefined;
  /** How many these are. */
  readonly counts?: readonly number[] | undefined;
  /** If they are given, they receive the rows of each segment that have a term. */
  readonly found?: readonly RowSet[] | undefined;
}

/**
 * Finds the best `CANDIDATES` rows by BM25F, in one pass for all that are wanted.
 * @param wanted each is a part of the one before it
 */
export function findCandidates(
  parts: readonly SearchParts[],
  terms: readonly ResolvedTerm[],
  wanted: readonly WantedRows[],
): Candidates[] {
  const { weights, unit } = wholeWeights(terms);
  const firsts = firstRows(parts);
  const bests = wanted.map(() => ({ best: new BestSums(CANDIDATES), matched: 0 }));
  for (const [s, { postings }] of parts.entries()) {
    const present = terms
      .map((term, i) => ({ number: term.numbers[s]!, weight: weights[i]! }))
      .filter(({ number }) => number >= 0);
    if (present.length === 0) continue;
    const sinks = wanted.map(({ keeps, counts, found }, i) => ({
      keep: keeps?.[s] ?? null,
      count: counts?.[s],
      found: found?.[s],
      best: bests[i]!.best,
      matched: 0,
    }));
    postings.collect(present, sinks, firsts[s]!);
    for (const [i, { matched }] of sinks.entries()) bests[i]!.matched += matched;
  }
  return bests.map(({ best, matched }) => {
    const { rows, scores: lexical } = best.added();
    // Rows were added in the order of the dataset.
    const bySegment = splitBySegment(rows, firsts);
    const starts = new Uint32Array(parts.length + 1);
    bySegment.forEach((own, s) => {
      starts[s + 1] = starts[s]! + own.length;
      rows.set(own, starts[s]);
    });
    // Loops over a thousand rows: a callback for each would take longer.
    let lowest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < lexical.length; i++) {
      lexical[i]! *= unit;
      if (lexical[i]! < lowest) lowest = lexical[i]!;
    }
    const numberOf: NumberOf = ({ segment, row }) => firsts[segment]! + row;
    return { count: rows.length, rows, starts, lexical, lowest, matched, numberOf };
  });
}

/** Some candidates by their places, in ascending order. */
export function candidatesAt(found: Candidates, places: Uint32Array, lowest: number): Candidates {
  let at = 0;
  const starts = found.starts.map((start) => {
    while (at < places.length && places[at]! < start) at++;
    return at;
  });
  return {
    count: places.length,
    rows: valuesAt(found.rows, places),
    starts,
    lexical: valuesAt(found.lexical, places),
    lowest,
    matched: found.matched,
    numberOf: found.numberOf,
    ...(found.readsOwn && { readsOwn: true }),
  };
}

/** The best candidates by words, for an index that is not resident. */
export function fewerCandidates(found: Candidates, wanted: number): Candidates {
  if (found.count <= wanted) return found;
  const places = highestInOrder(found.lexical, wanted);
  return candidatesAt(found, places, PAGED_MINIMUM * found.lowest);
}

/**
 * Fills the candidates up to `wanted` with the nearest rows in concept space, of at most `CANDIDATES` rows that count as
 * matching. Without a known term in the query, all rows that pass the filters are equally good. The codes of all rows
 * must be in memory, or their vectors, if there is a vector of the query.
 * @param isExact compares vectors instead of codes
 */
export function fillCandidates(
  parts: readonly SearchParts[],
  found: Candidates,
  concept: QueryVector | null,
  eligible: EligibleRows,
  wanted: number,
  isExact: boolean,
): Candidates {
  const most = CANDIDATES - found.count;
  const added = nearestRows(parts, found, concept, eligible, most, wanted - found.count, isExact);
  return addRows(fewerCandidates(found, wanted), added);
}

/** Rows that are added to those found by words because the dataset's own vectors are near. */
export interface NearestWanted {
  readonly vector: QueryVector;
  readonly terms: readonly ResolvedTerm[];
  readonly count: number;
  /** Compares the vectors of rows instead of their codes. */
  readonly isExact: boolean;
  /** Whether words have found more rows than are candidates: what is below these counts as the lowest of them. */
  readonly isCut: boolean;
}

/**
 * Adds the rows whose own vectors are nearest to that of the query. Scales must be in memory, and the vectors or codes of all
 * rows, and the posting lists of the terms.
 */
export function addNearest(
  parts: readonly SearchParts[],
  found: Candidates,
  eligible: EligibleRows,
  { vector, terms, count, isExact, isCut }: NearestWanted,
): Candidates {
  const vectors = parts.map(({ facts, own }) => ({
    facts,
    vectors: own!.vectors,
    filled: own!.filled,
  }));
  const { rows } = nearestRows(vectors, found, vector, eligible, count, count, isExact);
  const { weights, unit } = wholeWeights(terms);
  const lowest = isCut ? found.lowest : 0;
  const lexicalOf = (s: number, row: number) => {
    let sum = 0;
    for (const [i, { numbers }] of terms.entries()) {
      const term = numbers[s]!;
      if (term >= 0) sum += weights[i]! * impactOf(parts[s]!.postings.lists, term, row);
    }
    return Math.max(lowest, sum * unit);
  };
  return { ...addRows(found, { rows, found: 0 }, lexicalOf), readsOwn: true };
}

/**
 * Adds rows.
 * @param lexicalOf by default, they contain no query term
 */
function addRows(
  found: Candidates,
  { rows: more, found: others }: AddedRows,
  lexicalOf: (segment: number, row: number) => number = () => 0,
): Candidates {
  const count = found.count + more.reduce((sum, rows) => sum + rows.length, 0);
  const rows = new Uint32Array(count);
  const lexical = new Float64Array(count);
  const starts = new Uint32Array(found.starts.length);
  more.forEach((added, s) => {
    const [from, to] = [found.starts[s]!, found.starts[s + 1]!];
    const at = starts[s]!;
    rows.set(found.rows.subarray(from, to), at);
    lexical.set(found.lexical.subarray(from, to), at);
    rows.set(added, at + to - from);
    for (const [i, row] of added.entries()) lexical[at + to - from + i] = lexicalOf(s, row);
    starts[s + 1] = at + to - from + added.length;
  });
  return { ...found, count, rows, starts, lexical, matched: found.matched + others };
}

/** The candidates without one row. */
export function withoutRow(found: Candidates, segment: number, row: number): Candidates {
  const others = found.rows.keys().filter((position) => {
    return found.rows[position] !== row || segmentOf(found, position) !== segment;
  });
  return candidatesAt(found, Uint32Array.from(others), found.lowest);
}
