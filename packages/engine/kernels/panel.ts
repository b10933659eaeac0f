import { INNER_ROWS } from './structures.ts';

/** Columns of one block of a panel. */
export const BLOCK = 32;

/** The number of columns, rounded up to whole blocks. */
export const panelWidth = (columns: number) => Math.max(1, Math.ceil(columns / BLOCK)) * BLOCK;

/** Index of entry (r, c) in a panel of `rows` rows. */
export const panelIndex = (rows: number, r: number, c: number) =>
  ((c >> 5) * rows + r) * BLOCK + (c & 31);

/** Packs a row-major square matrix for `times`, in strips of eight columns. */
export function packSquare(square: Float64Array, width: number, to: Float32Array): void {
  for (let k = 0; k < width; k++) {
    for (let j = 0; j < width; j++) {
      to[((j >> 3) * width + k) * 8 + (j & 7)] = square[k * width + j]!;
    }
  }
}

/** Number of row ranges whose inner products are summed separately, so that threads can share them. */
export const INNER_PARTS = 8;

/** Rows of such a range, a multiple of the kernel's step. */
export const innerRows = (rows: number) =>
  Math.max(1, Math.ceil(rows / INNER_PARTS / INNER_ROWS)) * INNER_ROWS;

/** Scratch numbers that the kernel of inner products needs. */
export const innerScratch = (width: number) => INNER_PARTS * width * (width + 2 * INNER_ROWS);
