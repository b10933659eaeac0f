import { MAPPED_WEIGHT } from '../ranking-constants.ts';
import type { SearchParts } from '../segment/open.ts';
import { highestInOrder } from '../top-k.ts';
import { CandidateVectors } from './candidate-vectors.ts';
import { type Candidates, candidatesAt } from './candidates.ts';
import { mix, scalesOf, signal, totalOf } from './mix.ts';
import { ownCosines } from './own-scores.ts';
import type { QueryVectors } from './query-vectors.ts';
import { type Scale, scaleOf } from './scale.ts';
import type { SignalWeights } from './signal-weights.ts';

/** Candidates that are reranked. */
export interface PrunedCandidates {
  readonly kept: Candidates;
  /** Cosine of each with the mapped query. */
  readonly mapped: Float64Array;
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
    signal('words', 1, found.lexical, scaleOf(found.lexical, found.lowest)),
    signal('meaning', MAPPED_WEIGHT * share, cosines),
    ...(asked ? [signal('vector', asked.weight, ownCosines(parts, found, asked))] : []),
  ];
  const of = scales ?? scalesOf(signals);
  if (found.count <= count) return { kept: found, mapped: cosines, scales: of };
  const scores = totalOf(mix(signals, weights, of));
  // They keep the order of the candidates.
  const places = highestInOrder(scores, count);
  const lowest = places.reduce(
    (low, position) => Math.min(low, found.lexical[position]!),
    Number.POSITIVE_INFINITY,
  );
  const kept = candidatesAt(found, places, lowest);
  return { kept, mapped: Float64Array.from(places, (place) => cosines[place]!), scales: of };
}
