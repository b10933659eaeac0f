import { isMissing } from './column-values.ts';

/** Numbers of a vector in a column of vectors. */
export const MIN_DIMENSIONS = 8;
export const MAX_DIMENSIONS = 4096;

/** What a cell must hold. */
export const VECTOR_FORM = `a JSON list of ${MIN_DIMENSIONS} to ${MAX_DIMENSIONS} numbers, such as [0.12, -0.5, …]`;

/** The numbers of a cell; undefined if it is not a JSON list of numbers. */
export function numbersIn(cell: string): readonly number[] | undefined {
  // Nearly all cells of other columns end here, unparsed.
  if (!/^\s*\[\s*-?\d/.test(cell)) return undefined;
  try {
    const value: unknown = JSON.parse(cell);
    return Array.isArray(value) && value.every(Number.isFinite) ? value : undefined;
  } catch {
    return undefined;
  }
}

const hasDimensions = (count: number) => count >= MIN_DIMENSIONS && count <= MAX_DIMENSIONS;

/** Whether a cell holds a vector. */
export const isVector = (cell: string): boolean => hasDimensions(numbersIn(cell)?.length ?? 0);

/** The commonest number of dimensions among the vectors of some cells; undefined if none holds one. */
export function dimensionsOf(cells: readonly string[]): number | undefined {
  const counts = new Map<number, number>();
  for (const cell of cells) {
    const count = numbersIn(cell)?.length ?? 0;
    if (hasDimensions(count)) counts.set(count, (counts.get(count) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}

/** A vector at unit length. Undefined if it has none: all entries are zero. */
export function unitVector(numbers: readonly number[]): Float32Array | undefined {
  let largest = 0;
  for (const x of numbers) largest = Math.max(largest, Math.abs(x));
  if (largest === 0) return undefined;
  // Divided first, because squares of very large and very small numbers are no numbers.
  let sum = 0;
  for (const x of numbers) sum += (x / largest) ** 2;
  const length = Math.sqrt(sum);
  return Float32Array.from(numbers, (x) => x / largest / length);
}

/**
 * Reads the vector of a row.
 * @returns undefined for a row without one (an empty cell, or zeros alone), or why it cannot be used
 */
export function readRowVector(
  cell: string,
  column: string,
  dimensions: number,
): Float32Array | string | undefined {
  if (isMissing(cell)) return undefined;
  const numbers = numbersIn(cell);
  if (!numbers) return `The column "${column}" does not hold a JSON list of numbers.`;
  if (numbers.length !== dimensions) {
    return `The vector in "${column}" has ${numbers.length} numbers instead of ${dimensions}.`;
  }
  return unitVector(numbers);
}
