/** Rows whose mean stands for all. */
const SAMPLED_ROWS = 256;
/** Largest entry of a nibble table: eight of them fit a byte. */
export const LARGEST_ENTRY = 31;

/** What signs tell about the vectors they were taken from. */
export interface SignEstimator {
  /** Mean sum of absolute entries: the inner product of a unit vector with its signs. */
  readonly norm: number;
  readonly width: number;
}

/** Measures the estimator on some rows. */
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

/** How the numbers that tables add up to stand for inner products. */
export interface TableScale {
  /** The sum a row of that inner product has, less so many standard errors. */
  entryOf(score: number, errors: number, estimator: SignEstimator): number;
}

/**
 * Fills the tables a query is compared with codes by: for every four entries and all 16 signs they
 * may have, the inner product as a whole number from 0 to 31.
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
    let least = 0;
    for (let i = 0; i < 4; i++) least -= Math.abs(rotated[j + i]!);
    for (let signs = 0; signs < 16; signs++) {
      let sum = 0;
      for (let i = 0; i < 4; i++) sum += signs & (1 << i) ? -rotated[j + i]! : rotated[j + i]!;
      tables[j * 4 + signs] = Math.round((sum - least) / step);
    }
  }
  return {
    entryOf(score, errors, { norm }) {
      // The part of the signs across the vector, and the part of the query it can meet.
      const across = Math.max(0, width / norm ** 2 - 1) / Math.max(1, width - 1);
      const error = Math.sqrt(across * Math.max(0, 1 - score ** 2));
      return Math.floor(((score - errors * error) * norm + total) / step) + 1;
    },
  };
}
