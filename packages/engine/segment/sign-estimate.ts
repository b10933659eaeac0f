/** Number of rows from which the mean is estimated. */
const SAMPLED_ROWS = 256;
/** Largest entry of a nibble table: the sum of eight entries fits a byte. */
export const LARGEST_ENTRY = 31;

/** Estimates inner products of vectors from their signs. */
export interface SignEstimator {
  /** Mean sum of absolute entries, which is the inner product of a unit vector with its signs. */
  readonly norm: number;
  readonly width: number;
}

/** Fits the estimator on a sample of rows. */
export function signEstimator(
  values: Int8Array,
  scales: Float32Array,
  width: number,
): SignEstimator {
  const stride = Math.max(1, Math.floor(scales.length / SAMPLED_ROWS));
  let total = 0;
  let rows = 0;
  for (let r = 0; r < scales.length; r += stride) {
    let sum = 0;
    for (let j = r * width; j < (r + 1) * width; j++) sum += Math.abs(values[j]!);
    if (sum === 0) continue;
    total += sum * scales[r]!;
    rows++;
  }
  return { norm: rows > 0 ? total / rows : Math.sqrt(width), width };
}

/** Relates sums of table entries to inner products. */
export interface TableScale {
  /** Expected sum for a row with the given inner product, minus a number of standard errors. */
  entryOf(score: number, errors: number, estimator: SignEstimator): number;
}

/**
 * Fills the look-up tables of a query: for every four entries and each of their 16 possible sign
 * combinations, the inner product, quantised to 0…31.
 */
export function nibbleTables(rotated: Float32Array, tables: Uint8Array): TableScale {
  const width = rotated.length;
  let widest = 0;
  let total = 0;
  for (let j = 0; j < width; j += 4) {
    const span =
      Math.abs(rotated[j]!) +
      Math.abs(rotated[j + 1]!) +
      Math.abs(rotated[j + 2]!) +
      Math.abs(rotated[j + 3]!);
    widest = Math.max(widest, span);
    total += span;
  }
  const step = widest > 0 ? (2 * widest) / LARGEST_ENTRY : 1;
  for (let j = 0; j < width; j += 4) {
    let lowest = 0;
    for (let i = 0; i < 4; i++) lowest -= Math.abs(rotated[j + i]!);
    for (let signs = 0; signs < 16; signs++) {
      let sum = 0;
      for (let i = 0; i < 4; i++) sum += signs & (1 << i) ? -rotated[j + i]! : rotated[j + i]!;
      tables[j * 4 + signs] = Math.round((sum - lowest) / step);
    }
  }
  return {
    entryOf(score, errors, { norm }) {
      // Standard error: the component of the signs orthogonal to the vector, times that of the query.
      const across = Math.max(0, width / norm ** 2 - 1) / Math.max(1, width - 1);
      const error = Math.sqrt(across * Math.max(0, 1 - score ** 2));
      return Math.floor(((score - errors * error) * norm + total) / step) + 1;
    },
  };
}
