/** Why no index can be built from a file with this header line, or `undefined`. */
export function headerProblem(columns: readonly string[]): string | undefined {
  if (columns.length === 0) return 'This file is empty. Please choose another dataset.';
  if (columns.length === 1) {
    return 'This file has one column only. An index needs one column to search and at least one for metadata.';
  }
  return undefined;
}
