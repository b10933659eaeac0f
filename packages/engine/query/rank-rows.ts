import {
  ASSOCIATION_WEIGHT,
  FEEDBACK_ROWS,
  FEEDBACK_WEIGHT,
  MAPPED_WEIGHT,
  PAIR_WEIGHT,
  TITLE_WEIGHT,
} from '../ranking-constants.ts';
import type { QueryVector } from '../segment/query-vector.ts';
import { highest } from '../top-k.ts';
import { mix, type ScoreParts, scalesOf, signal, totalOf } from './mix.ts';
import { plus, type Scale, scaleOf, UNSCALED } from './scale.ts';
import type { SignalWeights } from './signal-weights.ts';
import type { Signals } from './signals.ts';

/** Cosine with the score-weighted centroid of the best rows (Rocchio 1971). */
function feedbackOf({ vectors }: Signals, scores: Float64Array): QueryVector | null {
  return vectors.centroid(highest(scores, FEEDBACK_ROWS), (position) => scores[position]! ** 2);
}

/** What the best rows of an index decide about the scores of all: the scales of the signals, and the feedback. */
export interface MixScales {
  readonly signals: readonly Scale[];
  readonly centroid: QueryVector | null;
  readonly feedback: Scale;
}

/**
 * Scales the signals and combines them by their weights.
 * @param weights what the request lets them count: they choose the rows of the feedback
 * @param scales those of other candidates; by default, the signals are scaled over these candidates
 */
export function mixSignals(
  found: Signals,
  weights: SignalWeights,
  scales?: MixScales,
): { readonly parts: ScoreParts; readonly scales: MixScales } {
  const { share } = found;
  const words = plus(found.lexical, PAIR_WEIGHT, found.pairs);
  const signals = [
    signal('words', 1, words, scaleOf(words, found.lowest)),
    signal('meaning', TITLE_WEIGHT * share, found.titleCover, UNSCALED),
    signal('meaning', ASSOCIATION_WEIGHT * share, found.association),
    signal('meaning', MAPPED_WEIGHT * share, found.mapped),
    ...(found.own ? [signal('vector', found.own.weight, found.own.cosines)] : []),
  ];
  const of = scales?.signals ?? scalesOf(signals);
  const parts = mix(signals, weights, of);
  // Without words, the vector alone ranks.
  const findCentroid = () => (found.own?.isAlone ? null : feedbackOf(found, totalOf(parts)));
  const centroid = scales ? scales.centroid : findCentroid();
  const near = signal('meaning', FEEDBACK_WEIGHT * share, found.vectors.cosines(centroid));
  const feedback = scales?.feedback ?? near.scale;
  return {
    parts: mix([near], weights, [feedback], parts),
    scales: { signals: of, centroid, feedback },
  };
}
