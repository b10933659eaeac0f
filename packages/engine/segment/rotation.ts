import { seededRandom } from '../random.ts';

/** Widths of vectors are padded to a multiple of this for the kernels. */
const LANES = 32;
/** Part of the file format: another seed gives another rotation. */
const SEED = 0x524f5441;

/** Number of entries of a stored vector. */
export const paddedWidth = (dimensions: number) =>
  Math.max(1, Math.ceil(dimensions / LANES)) * LANES;

/** A fixed rotation for vectors of one width. */
export interface Rotation {
  readonly width: number;
  /** Number of entries that one transform covers: the largest power of two up to the width. */
  readonly size: number;
  /** Random signs times the norm of a transform, `width` factors for each of the two transforms. */
  readonly factors: Float32Array;
}

const known = new Map<number, Rotation>();

/**
 * A random rotation that distributes every vector evenly over its entries, so that one-bit and 8-bit
 * quantisation lose little: random signs and a Walsh–Hadamard transform (Ailon and Chazelle 2009). If the
 * width is not a power of two, a second transform covers the last entries.
 */
export function rotation(dimensions: number): Rotation {
  const width = paddedWidth(dimensions);
  let found = known.get(width);
  if (!found) {
    const size = 2 ** Math.floor(Math.log2(width));
    const random = seededRandom(SEED);
    const norm = 1 / Math.sqrt(size);
    const factors = Float32Array.from({ length: 2 * width }, (_, i) => {
      // Entries outside the transform are not scaled.
      const position = i < width ? i : 2 * width - 1 - i;
      return (random() < 0.5 ? -1 : 1) * (position < size ? norm : 1);
    });
    found = { width, size, factors };
    known.set(width, found);
  }
  return found;
}

/** Unnormalised Walsh–Hadamard transform of `size` entries, each step rounded to f32. */
function hadamard(values: Float32Array, at: number, size: number): void {
  for (let half = 1; half < size; half *= 2) {
    for (let block = at; block < at + size; block += 2 * half) {
      for (let i = block; i < block + half; i++) {
        const [a, b] = [values[i]!, values[i + half]!];
        values[i] = a + b;
        values[i + half] = a - b;
      }
    }
  }
}

/**
 * Rotates rows of `width` in place. The kernel `rotate` does the same with many rows; it needs them in its own
 * memory.
 */
export function rotateRows(
  rows: Float32Array,
  width: number,
  size: number,
  factors: Float32Array,
): void {
  for (let at = 0; at < rows.length; at += width) {
    for (let i = 0; i < width; i++) rows[at + i]! *= factors[i]!;
    hadamard(rows, at, size);
    if (size === width) continue;
    for (let i = 0; i < width; i++) rows[at + i]! *= factors[width + i]!;
    hadamard(rows, at + width - size, size);
  }
}
