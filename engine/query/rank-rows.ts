import {
  ASSOCIATION_WEIGHT,
  FEEDBACK_ROWS,
  FEEDBACK_WEIGHT,
  MAPPED_WEIGHT,
  PAIR_WEIGHT,
  TITLE_WEIGHT,
} from '../ranking-constants.ts';
import { highest } from '../top-k.ts';
import type { Signals } from './signals.ts';

/**
 * Scales values to 0…1; equal values become 0.
 * @param least a value that becomes 0 although it is not among them; none of them is lower
 */
export function minMax(values: Float64Array, least = Number.POSITIVE_INFINITY): Float64Array {
  let low = least;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const out = new Float64Array(values.length);
  const range = high - low;
  if (range > 0) for (let i = 0; i < out.length; i++) out[i] = (values[i]! - low) / range;
  return out;
}

/** a + weight · b, entry by entry. */
export function plus(a: Float64Array, weight: number, b: Float64Array): Float64Array {
  const out = new Float64Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = a[i]! + weight * b[i]!;
  return out;
}

/** Cosine with the score-weighted centroid of the best rows (Rocchio 1971). */
function feedback({ vectors }: Signals, scores: Float64Array): Float64Array {
  const best = highest(scores, FEEDBACK_ROWS);
  return vectors.cosines(vectors.centroid(best, (place) => scores[place]! ** 2));
}

/** Two parts of the candidates' scores. Their sum ranks the candidates of one query. */
export interface MixedScores {
  readonly lexical: Float64Array;
  readonly concept: Float64Array;
}

/** Scales the signals over the candidates and combines them by their weights. */
export function mixSignals(signals: Signals): MixedScores {
  const lexical = minMax(plus(signals.lexical, PAIR_WEIGHT, signals.pairs), signals.least);
  const titles = signals.titleCover.map((cover) => TITLE_WEIGHT * cover);
  const associated = plus(titles, ASSOCIATION_WEIGHT, minMax(signals.association));
  const withoutFeedback = plus(associated, MAPPED_WEIGHT, minMax(signals.mapped));
  const combined = plus(lexical, 1, withoutFeedback);
  const concept = plus(withoutFeedback, FEEDBACK_WEIGHT, minMax(feedback(signals, combined)));
  return { lexical, concept };
}
