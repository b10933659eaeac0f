/** Rows of 8-bit integers with a scale each: entry j of row r is values[r·width + j] · scales[r]. */
export interface QuantizedRows {
  readonly width: number;
  readonly values: Int8Array;
  readonly scales: Float32Array;
}

/** The largest entry of a row that takes all of its eight bits. */
export const EIGHT_BITS = 127;

/**
 * Quantises row-major floats, each row by its largest entry.
 * @param steps what that becomes, `EIGHT_BITS` at most. Fewer steps are less exact, and compressed they are shorter
 */
export function quantizeRows(rows: Float32Array, width: number, steps = EIGHT_BITS): QuantizedRows {
  const count = width === 0 ? 0 : rows.length / width;
  const values = new Int8Array(rows.length);
  const scales = new Float32Array(count);
  for (let r = 0, from = 0; r < count; r++, from += width) {
    let largest = 0;
    for (let i = from; i < from + width; i++) {
      const size = Math.abs(rows[i]!);
      if (size > largest) largest = size;
    }
    if (largest === 0) continue;
    scales[r] = largest / steps;
    const inverse = steps / largest;
    // The same as Math.round, several times as fast.
    for (let i = from; i < from + width; i++) values[i] = ((rows[i]! * inverse + 128.5) | 0) - 128;
  }
  return { width, values, scales };
}

/** to += weight · row, for one quantised row. */
export function addRow(to: Float32Array, rows: QuantizedRows, row: number, weight: number): void {
  const { width, values } = rows;
  const factor = weight * rows.scales[row]!;
  const base = row * width;
  for (let j = 0; j < width; j++) to[j]! += factor * values[base + j]!;
}

/** Scales a vector to unit length in place; the zero vector stays. */
export function normalize(vector: Float32Array): Float32Array {
  let sum = 0;
  for (let j = 0; j < vector.length; j++) sum += vector[j]! * vector[j]!;
  if (sum > 0) {
    const scale = 1 / Math.sqrt(sum);
    for (let j = 0; j < vector.length; j++) vector[j]! *= scale;
  }
  return vector;
}

/** Lengths of row-major vectors. */
export function rowLengths(rows: Float32Array, width: number, count: number): Float32Array {
  const lengths = new Float32Array(count);
  for (let r = 0, at = 0; r < count; r++) {
    let sum = 0;
    for (const end = at + width; at < end; at++) sum += rows[at]! * rows[at]!;
    lengths[r] = Math.sqrt(sum);
  }
  return lengths;
}

/** Copies of row-major vectors. */
export function splitRows(rows: Float32Array, width: number): Float32Array[] {
  return Array.from({ length: rows.length / width }, (_, r) =>
    rows.slice(r * width, (r + 1) * width),
  );
}

/** Scales row-major vectors to unit length in place; zero vectors stay. */
export function normalizeRows(rows: Float32Array, width: number): void {
  for (let at = 0; at < rows.length; at += width) normalize(rows.subarray(at, at + width));
}

/** Cosine of a vector and a row in the first dimensions of a space. */
export function cosineWithRow(
  vector: Float32Array,
  rows: QuantizedRows,
  row: number,
  dimensions: number,
): number {
  const base = row * rows.width;
  let inner = 0;
  let own = 0;
  let other = 0;
  for (let j = 0; j < dimensions; j++) {
    const x = rows.values[base + j]!;
    inner += x * vector[j]!;
    own += x * x;
    other += vector[j]! ** 2;
  }
  return own > 0 && other > 0 ? inner / Math.sqrt(own * other) : 0;
}
