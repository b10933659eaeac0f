import { rotateRows, rotation } from './rotation.ts';

/** A query vector, transformed like the stored rows. */
export interface QueryVector {
  /** Rotated and padded. */
  readonly rotated: Float32Array;
  /** `rotated`, quantised: `rotated` ≈ `steps` · `step`. */
  readonly steps: Int16Array;
  readonly step: number;
}

/** Quantises a rotated vector such that inner products with rows fit 32 bits. */
export function quantizeQuery(rotated: Float32Array): QueryVector {
  const most = Math.min(16_383, Math.floor(2 ** 31 / (128 * rotated.length)) - 1);
  let largest = 0;
  for (const x of rotated) largest = Math.max(largest, Math.abs(x));
  const step = largest / most;
  const steps = new Int16Array(rotated.length);
  for (let j = 0; step > 0 && j < steps.length; j++) steps[j] = Math.round(rotated[j]! / step);
  return { rotated, steps, step };
}

/** Rotates and quantises a vector. */
export function rotateQuery(vector: Float32Array): QueryVector {
  const { width, size, factors } = rotation(vector.length);
  const rotated = new Float32Array(width);
  rotated.set(vector);
  rotateRows(rotated, width, size, factors);
  return quantizeQuery(rotated);
}
