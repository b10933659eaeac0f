import { seededRandom } from '../random.ts';

/** Lanes of the kernels that read vectors: widths are padded to a multiple of this. */
const LANES = 32;
/** Part of the file format: another seed means another rotation. */
const SEED = 0x524f5441;

/** Entries a stored vector has. */
export const paddedWidth = (dimensions: number) =>
  Math.max(1, Math.ceil(dimensions / LANES)) * LANES;

/** A fixed rotation of vectors of one width. */
export interface Rotation {
  readonly width: number;
  /** Entries one transform covers: the largest power of two up to the width. */
  readonly size: number;
  /** Random signs, times the norm of a transform; one row for each of the two transforms. */
  readonly factors: Float32Array;
}

const known = new Map<number, Rotation>();

/**
 * A rotation that spreads every vector evenly over all entries, so that signs and eight-bit steps
 * keep most of it: random signs and a Walsh–Hadamard transform (Ailon and Chazelle 2009). Where the
 * width is no power of two, a second transform covers its end.
 */
export function rotation(dimensions: number): Rotation {
  const width = paddedWidth(dimensions);
  let found = known.get(width);
  if (!found) {
    const size = 2 ** Math.floor(Math.log2(width));
    const random = seededRandom(SEED);
    const norm = 1 / Math.sqrt(size);
    const factors = Float32Array.from({ length: 2 * width }, (_, i) => {
      // Entries that a transform leaves alone keep their length.
      const place = i < width ? i : 2 * width - 1 - i;
      return (random() < 0.5 ? -1 : 1) * (place < size ? norm : 1);
    });
    found = { width, size, factors };
    known.set(width, found);
  }
  return found;
}
