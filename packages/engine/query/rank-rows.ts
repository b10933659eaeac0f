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
import { ownScaleOf, scaledOwn } from './own-scores.ts';
import { plus, type Scale, scaled, scaleOf } from './scale.ts';
import type { SignalWeights } from './signal-weights.ts';
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
  /** Of the dataset's own vectors. */
  readonly own?: Scale;
}

/** The parts of the candidates' scores. Their weighed sum ranks the candidates of one query. */
export interface MixedScores {
  readonly lexical: Float64Array;
  readonly concept: Float64Array;
  /** By the dataset's own vectors. Only if the query has one. */
  readonly own?: Float64Array;
}

/** The scores of candidates: the weighed sum of their parts. */
export const totalOf = (
  { lexical, concept, own }: MixedScores,
  { words, meaning, vector }: SignalWeights,
): Float64Array =>
  lexical.map((score, i) => words * score + meaning * concept[i]! + (own ? vector * own[i]! : 0));

/**
 * Scales the signals and combines them by their constants.
 * @param weights what the request lets them count: they choose the rows of the feedback
 * @param scales those of other candidates; by default, the signals are scaled over these candidates
 */
export function mixSignals(
  signals: Signals,
  weights: SignalWeights,
  scales?: MixScales,
): MixedScores & { readonly scales: MixScales } {
  const words = plus(signals.lexical, PAIR_WEIGHT, signals.pairs);
  const of = scales ?? {
    lexical: scaleOf(words, signals.lowest),
    mapped: scaleOf(signals.mapped),
    association: scaleOf(signals.association),
    ...(signals.own && { own: ownScaleOf(signals.own.cosines) }),
  };
  const lexical = scaled(words, of.lexical);
  const titles = signals.titleCover.map((cover) => TITLE_WEIGHT * cover);
  const associated = plus(titles, ASSOCIATION_WEIGHT, scaled(signals.association, of.association));
  const own =
    signals.own &&
    scaledOwn(signals.own.cosines, of.own!).map((score) => signals.own!.weight * score);
  const withoutFeedback = plus(associated, MAPPED_WEIGHT, scaled(signals.mapped, of.mapped));
  // Without words, the vector alone ranks.
  const findCentroid = () =>
    signals.own?.isAlone
      ? null
      : feedbackOf(
          signals,
          totalOf({ lexical, concept: withoutFeedback, ...(own && { own }) }, weights),
        );
  const centroid = scales ? scales.centroid : findCentroid();
  const near = signals.vectors.cosines(centroid);
  const feedback = scales?.feedback ?? scaleOf(near);
  const concept = plus(withoutFeedback, FEEDBACK_WEIGHT, scaled(near, feedback));
  return { lexical, concept, ...(own && { own }), scales: { ...of, centroid, feedback } };
}
