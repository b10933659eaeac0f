import type { RankingWeights } from '../manifest.ts';
import { BestRows } from '../segment/best-rows.ts';
import type { Signals } from './signals.ts';

/** Weight of pair scores, added to BM25F before scaling. */
const PAIR_WEIGHT = 0.16;
const TITLE_WEIGHT = 0.07;
const MAPPED_WEIGHT = 0.3;
const ASSOCIATION_WEIGHT = 0.25;
/** Light feedback: nearness to the middle of the best rows. */
const FEEDBACK_WEIGHT = 0.2;
const FEEDBACK_ROWS = 5;
/** Rows that lend each other score where a corpus proved to be clustered. */
export const NEIGHBOUR_POOL = 200;
const NEIGHBOURS = 10;

/** Scales values to 0…1 over the candidates; all equal becomes 0. */
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

/** Places of the highest scores, best first; equal scores in order of their places. */
export function highest(scores: Float64Array, count: number): Uint32Array {
  const best = new BestRows(Math.min(count, scores.length));
  for (let i = 0; i < scores.length; i++)
    if (scores[i]! >= best.threshold) best.push(i, scores[i]!);
  return best.take().rows;
}

/** Cosine with the score-weighted middle of the best rows (Rocchio 1971). */
function feedback({ vectors }: Signals, scores: Float64Array): Float64Array {
  const best = highest(scores, FEEDBACK_ROWS);
  return vectors.cosines(vectors.middle(best, (place) => scores[place]! ** 2));
}

/**
 * Fills `places` with the places of the highest positive values, best first, equal ones in their order.
 * @returns how many there are, as many as fit at most
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

/** Mean score of each of the best rows' nearest neighbours among them, by cosine. */
function neighbourScores({ vectors }: Signals, scores: Float64Array): Float64Array {
  const out = new Float64Array(scores.length);
  const pool = highest(scores, NEIGHBOUR_POOL).sort();
  const pooled = vectors.subset(pool);
  const places = new Uint32Array(NEIGHBOURS);
  pool.forEach((place, i) => {
    const near = pooled.cosines(vectors.at(place));
    // Not its own neighbour.
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

/** Everything that goes into the mix, scaled over the candidates of one query. */
export interface ScaledSignals {
  readonly lexical: Float64Array;
  readonly semantic: Float64Array;
  /** Both without feedback: what neighbours lend each other. */
  readonly lent: Float64Array;
}

/** Neighbour and raw concept scores, each scaled to 0…1; weighted by `RankingWeights.cluster`. */
export function clusterScores(signals: Signals, { lent }: ScaledSignals): Float64Array {
  return plus(minMax(neighbourScores(signals, lent)), 1, minMax(signals.concept));
}

/** Scales and joins the signals. */
export function scaleSignals(signals: Signals): ScaledSignals {
  const lexical = minMax(plus(signals.lexical, PAIR_WEIGHT, signals.pairs));
  const titles = signals.titleCover.map((cover) => TITLE_WEIGHT * cover);
  const associated = plus(titles, ASSOCIATION_WEIGHT, minMax(signals.association));
  const unfed = plus(associated, MAPPED_WEIGHT, minMax(signals.mapped));
  const lent = plus(lexical, 1, unfed);
  const semantic = plus(unfed, FEEDBACK_WEIGHT, minMax(feedback(signals, lent)));
  return { lexical, semantic, lent };
}

/** Scaled parts of the candidates' scores; their sum ranks, within one query only. */
export interface MixedScores {
  readonly lexical: Float64Array;
  readonly concept: Float64Array;
}

/** Parts of the final scores of the candidates. */
export function mixSignals(signals: Signals, weights: RankingWeights): MixedScores {
  const scaled = scaleSignals(signals);
  const { lexical, semantic } = scaled;
  if (weights.cluster === 0) return { lexical, concept: semantic };
  return { lexical, concept: plus(semantic, weights.cluster, clusterScores(signals, scaled)) };
}
