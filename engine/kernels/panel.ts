/** Columns of a block of a panel. */
export const BLOCK = 32;

/** The next width a panel can have. */
export const panelWidth = (columns: number) => Math.max(1, Math.ceil(columns / BLOCK)) * BLOCK;

/** Where entry (r, c) of a panel of `rows` rows lies. */
export const panelIndex = (rows: number, r: number, c: number) =>
  ((c >> 5) * rows + r) * BLOCK + (c & 31);

/** Packs a row-major square matrix for `times`: strips of eight columns. */
export function packSquare(square: Float64Array, width: number, to: Float32Array): void {
  for (let k = 0; k < width; k++) {
    for (let j = 0; j < width; j++) {
      to[((j >> 3) * width + k) * 8 + (j & 7)] = square[k * width + j]!;
    }
  }
}

/** Stretches of rows whose inner products are summed apart, so that threads can share them. */
export const INNER_PARTS = 8;

/** Rows of such a stretch, in whole steps of the kernel. */
export const innerRows = (rows: number) => Math.max(1, Math.ceil(rows / INNER_PARTS / 64)) * 64;

/** Numbers that the kernel of inner products needs room for. */
export const innerScratch = (width: number) => INNER_PARTS * width * (width + 128);
