import type { RankingWeights } from '../manifest.ts';
import type { Signals } from './signals.ts';

/** Weight of pair scores, added to BM25F before scaling. */
const PAIR_WEIGHT = 0.12;
const MAPPED_WEIGHT = 0.3;
const ASSOCIATION_WEIGHT = 0.25;

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

/** Parts of the final scores of the candidates; their sum ranks, within this query only. */
export function mixSignals(signals: Signals, weights: RankingWeights): ScoreParts[] {
  const lexical = minMax(
    signals.lexical.map((score, i) => score + PAIR_WEIGHT * signals.pairs[i]!),
  );
  const mapped = minMax(signals.mapped);
  const association = minMax(signals.association);
  const concept = minMax(signals.concept);
  return Array.from(lexical, (score, i) => ({
    lexical: score,
    concept:
      MAPPED_WEIGHT * mapped[i]! +
      ASSOCIATION_WEIGHT * association[i]! +
      weights.cluster * concept[i]!,
  }));
}
