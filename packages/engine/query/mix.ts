import { plus, type Scale } from './scale.ts';
import type { SignalWeights } from './signal-weights.ts';

/** What a score is made of, which a request may weigh: words of the query, their meaning, and its vector if it has one. */
export type ScorePart = keyof SignalWeights;

/** The parts of the candidates' scores. Their sum ranks the candidates of one query. */
export type ScoreParts = Readonly<Partial<Record<ScorePart, Float64Array>>>;

/** One of the numbers by which candidates are ranked. */
export interface Signal {
  readonly part: ScorePart;
  readonly weight: number;
  /** Entry i belongs to candidate i; NaN if it has none, which counts as the lowest of the scale. */
  readonly values: Float64Array;
}

/**
 * A signal of candidates.
 * @param weight relative to scores of words, which are 0 to 1
 */
export const signal = (part: ScorePart, weight: number, values: Float64Array): Signal => ({
  part,
  weight,
  values,
});

/**
 * Scales signals and adds them up by their weights.
 * @param weights what the request lets their parts count
 * @param scales signal by signal
 * @param before what is added to
 */
export function mix(
  signals: readonly Signal[],
  weights: SignalWeights,
  scales: readonly Scale[],
  before: ScoreParts = {},
): ScoreParts {
  const parts = { ...before };
  for (const [s, { part, weight, values }] of signals.entries()) {
    const sum = parts[part] ?? new Float64Array(values.length);
    parts[part] = plus(sum, weights[part] * weight, values, scales[s]);
  }
  return parts;
}

/** The scores of candidates: the sums of their parts. */
export const totalOf = ({ words, meaning, vector }: ScoreParts): Float64Array => {
  const total = plus(words!, 1, meaning!);
  return vector ? plus(total, 1, vector) : total;
};
