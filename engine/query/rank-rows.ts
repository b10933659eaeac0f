import type { RankingWeights } from '../manifest.ts';
import { BestRows } from '../segment/best-rows.ts';
import type { Signals } from './signals.ts';

/** Weight of pair scores, added to BM25F before scaling. */
const PAIR_WEIGHT = 0.16;
const TITLE_WEIGHT = 0.07;
const MAPPED_WEIGHT = 0.3;
const ASSOCIATION_WEIGHT = 0.25;
/** Pseudo-relevance feedback: weight of the cosine with the centroid of the best rows. */
const FEEDBACK_WEIGHT = 0.2;
const FEEDBACK_ROWS = 5;
/** Number of best rows among which neighbours are compared. */
export const NEIGHBOUR_POOL = 200;
const NEIGHBOURS = 10;

/** Scales values to 0…1; equal values become 0. */
export function minMax(values: Float64Array): Float64Array {
  let low = Number.POSITIVE_INFINITY;
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
function plus(a: Float64Array, weight: number, b: Float64Array): Float64Array {
  const out = new Float64Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = a[i]! + weight * b[i]!;
  return out;
}

/** Indices of the highest scores, best first; ties in index order. */
export function highest(scores: Float64Array, count: number): Uint32Array {
  const best = new BestRows(Math.min(count, scores.length));
  for (let i = 0; i < scores.length; i++)
    if (scores[i]! >= best.threshold) best.push(i, scores[i]!);
  return best.take().rows;
}

/** Cosine with the score-weighted centroid of the best rows (Rocchio 1971). */
function feedback({ vectors }: Signals, scores: Float64Array): Float64Array {
  const best = highest(scores, FEEDBACK_ROWS);
  return vectors.cosines(vectors.centroid(best, (place) => scores[place]! ** 2));
}

/**
 * Fills `places` with the indices of the highest positive values, best first, ties in index order.
 * @returns their number, at most the length of `places`
 */
function nearest(values: Float64Array, places: Uint32Array): number {
  let count = 0;
  let least = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value <= least) continue;
    let at = count < places.length ? count++ : count - 1;
    for (; at > 0 && values[places[at - 1]!]! < value; at--) places[at] = places[at - 1]!;
    places[at] = i;
    if (count === places.length) least = values[places[count - 1]!]!;
  }
  return count;
}

/** For each of the best rows: the mean score of its nearest neighbours among them, weighted by cosine. */
function neighbourScores({ vectors }: Signals, scores: Float64Array): Float64Array {
  const out = new Float64Array(scores.length);
  const pool = highest(scores, NEIGHBOUR_POOL).sort();
  const pooled = vectors.subset(pool);
  const places = new Uint32Array(NEIGHBOURS);
  pool.forEach((place, i) => {
    const near = pooled.cosines(vectors.at(place));
    // A row is not its own neighbour.
    near[i] = 0;
    let total = 0;
    let weights = 0;
    const count = nearest(near, places);
    for (let k = 0; k < count; k++) {
      const n = places[k]!;
      total += near[n]! * scores[pool[n]!]!;
      weights += near[n]!;
    }
    if (weights > 0) out[place] = total / weights;
  });
  return out;
}

/** Ranking signals, scaled over the candidates of one query. */
export interface ScaledSignals {
  readonly lexical: Float64Array;
  readonly semantic: Float64Array;
  /** Sum of both, without feedback: the scores that neighbours contribute. */
  readonly combined: Float64Array;
}

/** Sum of neighbour and concept scores, each scaled to 0…1. Weighted by `RankingWeights.cluster`. */
export function clusterScores(signals: Signals, { combined }: ScaledSignals): Float64Array {
  return plus(minMax(neighbourScores(signals, combined)), 1, minMax(signals.concept));
}

/** Scales the signals and combines them by their weights. */
export function scaleSignals(signals: Signals): ScaledSignals {
  const lexical = minMax(plus(signals.lexical, PAIR_WEIGHT, signals.pairs));
  const titles = signals.titleCover.map((cover) => TITLE_WEIGHT * cover);
  const associated = plus(titles, ASSOCIATION_WEIGHT, minMax(signals.association));
  const withoutFeedback = plus(associated, MAPPED_WEIGHT, minMax(signals.mapped));
  const combined = plus(lexical, 1, withoutFeedback);
  const semantic = plus(withoutFeedback, FEEDBACK_WEIGHT, minMax(feedback(signals, combined)));
  return { lexical, semantic, combined };
}

/** Two parts of the candidates' scores. Their sum ranks the candidates of one query. */
export interface MixedScores {
  readonly lexical: Float64Array;
  readonly concept: Float64Array;
}

/** Combines all signals to the final scores of the candidates. */
export function mixSignals(signals: Signals, weights: RankingWeights): MixedScores {
  const scaled = scaleSignals(signals);
  const { lexical, semantic } = scaled;
  if (weights.cluster === 0) return { lexical, concept: semantic };
  return { lexical, concept: plus(semantic, weights.cluster, clusterScores(signals, scaled)) };
}
