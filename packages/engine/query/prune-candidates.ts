import { MAPPED_WEIGHT } from '../ranking-constants.ts';
import type { SearchParts } from '../segment/open.ts';
import { highestInOrder, valuesAt } from '../top-k.ts';
import { CandidateVectors } from './candidate-vectors.ts';
import { type Candidates, candidatesAt } from './candidates.ts';
import { mix, signal, totalOf } from './mix.ts';
import { ownCosines } from './own-scores.ts';
import type { QueryVectors } from './query-vectors.ts';
import { type Scale, scaleOf } from './scale.ts';
import type { SignalWeights } from './signal-weights.ts';

/** Candidates that are reranked. */
export interface PrunedCandidates {
  readonly kept: Candidates;
  /** Cosine of each with the mapped query. */
  readonly mapped: Float64Array;
  /** Score of each. */
  readonly scores: Float64Array;
  readonly scales: readonly Scale[];
}

/**
 * The candidates that are reranked: the best by words, mapped concepts and own vectors. Reading terms costs most of a search (a cascade:
 * Wang, Lin, Metzler 2011).
 * @param count number of rows to keep
 * @param scales those of the candidates that scale the ranking; absent for these themselves
 */
export function pruneCandidates(
  parts: readonly Pick<SearchParts, 'vectors' | 'own'>[],
  found: Candidates,
  { mapped, share, own: asked }: Pick<QueryVectors, 'mapped' | 'share' | 'own'>,
  weights: SignalWeights,
  count: number,
  scales?: readonly Scale[],
): PrunedCandidates {
  const cosines = new CandidateVectors(parts, found).cosines(mapped);
  const signals = [
    signal('words', 1, found.lexical),
    signal('meaning', MAPPED_WEIGHT * share, cosines),
    ...(asked ? [signal('vector', asked.weight, ownCosines(parts, found, asked))] : []),
  ];
  const of =
    scales ?? signals.map(({ values }, s) => scaleOf(values, s === 0 ? found.lowest : undefined));
  const scores = totalOf(mix(signals, weights, of));
  if (found.count <= count) return { kept: found, mapped: cosines, scores, scales: of };
  // They keep the order of the candidates.
  const places = highestInOrder(scores, count);
  const lowest = places.reduce(
    (low, position) => Math.min(low, found.lexical[position]!),
    Number.POSITIVE_INFINITY,
  );
  const kept = candidatesAt(found, places, lowest);
  return { kept, mapped: valuesAt(cosines, places), scores: valuesAt(scores, places), scales: of };
}

/** Some rows of each of two, each row once: those of the first at some places, and all of the second. */
export function joinPruned(
  a: PrunedCandidates,
  places: Uint32Array,
  b: PrunedCandidates,
): {
  readonly kept: Candidates;
  readonly mapped: Float64Array;
  /** Places of the rows of both. */
  readonly first: Uint32Array;
  readonly second: Uint32Array;
} {
  const starts = new Uint32Array(b.kept.starts.length);
  const [rows, lexical, mapped]: number[][] = [[], [], []];
  const [first, second] = [new Uint32Array(places.length), new Uint32Array(b.kept.count)];
  for (let s = 0, i = 0, j = 0; s + 1 < starts.length; s++) {
    const [endA, endB] = [a.kept.starts[s + 1]!, b.kept.starts[s + 1]!];
    const at = new Map<number, number>();
    const add = (from: PrunedCandidates, place: number) => {
      const row = from.kept.rows[place]!;
      const known = at.get(row);
      if (known !== undefined) return known;
      at.set(row, rows!.length);
      lexical!.push(from.kept.lexical[place]!);
      mapped!.push(from.mapped[place]!);
      return rows!.push(row) - 1;
    };
    for (; i < places.length && places[i]! < endA; i++) first[i] = add(a, places[i]!);
    for (; j < endB; j++) second[j] = add(b, j);
    starts[s + 1] = rows!.length;
  }
  const kept = {
    ...b.kept,
    count: rows!.length,
    rows: Uint32Array.from(rows!),
    starts,
    lexical: Float64Array.from(lexical!),
  };
  return { kept, mapped: Float64Array.from(mapped!), first, second };
}
