import { MAPPED_WEIGHT } from '../ranking-constants.ts';
import type { SearchParts } from '../segment/open.ts';
import { highestInOrder } from '../top-k.ts';
import { CandidateVectors } from './candidate-vectors.ts';
import { type Candidates, candidatesAt } from './candidates.ts';
import { ownCosines, ownScaleOf, scaledOwn } from './own-scores.ts';
import type { QueryVectors } from './query-vectors.ts';
import { totalOf } from './rank-rows.ts';
import { type Scale, scaled, scaleOf } from './scale.ts';
import type { SignalWeights } from './signal-weights.ts';

/** Scales of the signals that need no terms of rows: words, mapped concepts and the dataset's own vectors. */
export interface PruningScales {
  readonly lexical: Scale;
  readonly mapped: Scale;
  readonly own?: Scale;
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
  { mapped, own: asked }: Pick<QueryVectors, 'mapped' | 'own'>,
  weights: SignalWeights,
  count: number,
  scales?: PruningScales,
): { readonly kept: Candidates; readonly scales: PruningScales } {
  const cosines = new CandidateVectors(parts, found).cosines(mapped);
  const near = asked && ownCosines(parts, found, asked);
  const own = scales ?? {
    lexical: scaleOf(found.lexical, found.lowest),
    mapped: scaleOf(cosines),
    ...(near && { own: ownScaleOf(near) }),
  };
  if (found.count <= count) return { kept: found, scales: own };
  const scores = totalOf(
    {
      lexical: scaled(found.lexical, own.lexical),
      concept: scaled(cosines, own.mapped).map((score) => MAPPED_WEIGHT * score),
      ...(near && { own: scaledOwn(near, own.own!).map((score) => asked.weight * score) }),
    },
    weights,
  );
  // They keep the order of the candidates.
  const places = highestInOrder(scores, count);
  const lowest = places.reduce(
    (low, position) => Math.min(low, found.lexical[position]!),
    Number.POSITIVE_INFINITY,
  );
  return { kept: candidatesAt(found, places, lowest), scales: own };
}
