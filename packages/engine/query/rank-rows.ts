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
import { plus, type Scale, scaled, scaleOf } from './scale.ts';
import type { Signals } from './signals.ts';

/** Cosine with the score-weighted centroid of the best rows (Rocchio 1971). */
function feedbackOf({ vectors }: Signals, scores: Float64Array): QueryVector | null {
  return vectors.centroid(highest(scores, FEEDBACK_ROWS), (position) => scores[position]! ** 2);
}

/** What the best rows of an index decide about the scores of all: the scales of the signals, and the feedback. */
export interface MixScales {
  readonly lexical: Scale;
  readonly mapped: Scale;
  readonly association: Scale;
  readonly centroid: QueryVector | null;
  readonly feedback: Scale;
}

/** Two parts of the candidates' scores. Their sum ranks the candidates of one query. */
export interface MixedScores {
  readonly lexical: Float64Array;
  readonly concept: Float64Array;
}

/**
 * Scales the signals and combines them by their weights.
 * @param scales those of other candidates; by default, the signals are scaled over these candidates
 */
export function mixSignals(
  signals: Signals,
  scales?: MixScales,
): MixedScores & { readonly scales: MixScales } {
  const words = plus(signals.lexical, PAIR_WEIGHT, signals.pairs);
  const of = scales ?? {
    lexical: scaleOf(words, signals.lowest),
    mapped: scaleOf(signals.mapped),
    association: scaleOf(signals.association),
  };
  const lexical = scaled(words, of.lexical);
  const titles = signals.titleCover.map((cover) => TITLE_WEIGHT * cover);
  const associated = plus(titles, ASSOCIATION_WEIGHT, scaled(signals.association, of.association));
  const withoutFeedback = plus(associated, MAPPED_WEIGHT, scaled(signals.mapped, of.mapped));
  const centroid = scales
    ? scales.centroid
    : feedbackOf(signals, plus(lexical, 1, withoutFeedback));
  const near = signals.vectors.cosines(centroid);
  const feedback = scales?.feedback ?? scaleOf(near);
  const concept = plus(withoutFeedback, FEEDBACK_WEIGHT, scaled(near, feedback));
  return { lexical, concept, scales: { ...of, centroid, feedback } };
}
