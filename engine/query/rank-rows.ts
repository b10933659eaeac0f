import { normalize, quantizeRows } from '../concept/quantize.ts';
import type { RankingWeights } from '../manifest.ts';
import { VectorScan } from '../segment/vector-scan.ts';
import { cosines, type Signals } from './signals.ts';
import { TopRows } from './top-rows.ts';

/** Weight of pair scores, added to BM25F before scaling. */
const PAIR_WEIGHT = 0.16;
const TITLE_WEIGHT = 0.07;
const MAPPED_WEIGHT = 0.4;
const ASSOCIATION_WEIGHT = 0.25;
/** Light feedback: nearness to the middle of the best rows. */
const FEEDBACK_WEIGHT = 0.2;
const FEEDBACK_ROWS = 5;
/** Rows that lend each other score where a corpus proved to be clustered. */
const NEIGHBOUR_POOL = 200;
const NEIGHBOURS = 10;

/** Scales values to 0…1 over the candidates; all equal becomes 0. */
export function minMax(values: Float64Array): Float64Array {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const range = high - low;
  return values.map((value) => (range > 0 ? (value - low) / range : 0));
}

/** Scaled parts of one row's score. */
export interface ScoreParts {
  readonly lexical: number;
  readonly concept: number;
}

const descending = (scores: Float64Array) =>
  Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);

/** Cosine with the score-weighted middle of the best rows (Rocchio 1971). */
function feedback(signals: Signals, scores: Float64Array, order: readonly number[]): Float64Array {
  const count = scores.length;
  const k = signals.vectors.length / count;
  const middle = new Float32Array(k);
  for (const c of order.slice(0, FEEDBACK_ROWS)) {
    const weight = scores[c]! ** 2;
    for (let j = 0; j < k; j++) middle[j]! += weight * signals.vectors[c * k + j]!;
  }
  return cosines(signals.vectors, normalize(middle), count);
}

/** Mean score of each of the best rows' nearest neighbours among them, by cosine. */
function neighbourScores(
  signals: Signals,
  scores: Float64Array,
  order: readonly number[],
): Float64Array {
  const count = scores.length;
  const k = signals.vectors.length / count;
  const pool = order.slice(0, NEIGHBOUR_POOL);
  const packed = new Float32Array(pool.length * k);
  pool.forEach((c, i) => {
    packed.set(signals.vectors.subarray(c * k, (c + 1) * k), i * k);
  });
  const scan = new VectorScan(quantizeRows(packed, k));
  const out = new Float64Array(count);
  pool.forEach((c, i) => {
    const near = scan.scores(packed.subarray(i * k, (i + 1) * k));
    const nearest = new TopRows(NEIGHBOURS);
    near.forEach((cosine, n) => {
      if (n !== i && cosine > 0 && cosine >= nearest.threshold) nearest.push(0, n, cosine);
    });
    let total = 0;
    let weights = 0;
    for (const { row, score } of nearest.sorted()) {
      total += score * scores[pool[row]!]!;
      weights += score;
    }
    if (weights > 0) out[c] = total / weights;
  });
  return out;
}

/** Everything that goes into the mix, scaled over the candidates of one query. */
export interface ScaledSignals {
  readonly lexical: Float64Array;
  readonly semantic: Float64Array;
  /** Neighbour and raw concept scores, weighted by `RankingWeights.cluster`. */
  readonly cluster: Float64Array | null;
}

/** Scales and joins the signals; `clustered` = compute the cluster signals too. */
export function scaleSignals(signals: Signals, clustered: boolean): ScaledSignals {
  const raw = signals.lexical.map((score, i) => score + PAIR_WEIGHT * signals.pairs[i]!);
  const lexical = minMax(raw);
  const mapped = minMax(signals.mapped);
  const association = minMax(signals.association);
  const semantic = mapped.map(
    (score, i) =>
      MAPPED_WEIGHT * score +
      ASSOCIATION_WEIGHT * association[i]! +
      TITLE_WEIGHT * signals.titleCover[i]!,
  );
  const base = lexical.map((score, i) => score + semantic[i]!);
  const order = descending(base);
  const fed = minMax(feedback(signals, base, order));
  for (let i = 0; i < semantic.length; i++) semantic[i]! += FEEDBACK_WEIGHT * fed[i]!;
  if (!clustered) return { lexical, semantic, cluster: null };
  const neighbours = minMax(neighbourScores(signals, base, order));
  const concept = minMax(signals.concept);
  return { lexical, semantic, cluster: neighbours.map((score, i) => score + concept[i]!) };
}

/** Parts of the final scores of the candidates; their sum ranks, within this query only. */
export function mixSignals(signals: Signals, weights: RankingWeights): ScoreParts[] {
  const scaled = scaleSignals(signals, weights.cluster > 0);
  return Array.from(scaled.lexical, (lexical, i) => ({
    lexical,
    concept: scaled.semantic[i]! + weights.cluster * (scaled.cluster?.[i] ?? 0),
  }));
}
