/**
 * The cell that a key moves to, as in a spreadsheet; undefined for other keys and at the edge.
 * @param rows keys of the cells, row by row
 */
export function nextCell(
  rows: readonly (readonly string[])[],
  from: string,
  key: string,
): string | undefined {
  const row = rows.findIndex((cells) => cells.includes(from));
  const column = rows[row]?.indexOf(from) ?? -1;
  if (column < 0) return undefined;
  switch (key) {
    case 'ArrowUp':
      return rows[row - 1]?.[column];
    case 'ArrowDown':
      return rows[row + 1]?.[column];
    case 'ArrowLeft':
      return rows[row]?.[column - 1];
    case 'ArrowRight':
      return rows[row]?.[column + 1];
    case 'Home':
      return rows[row]?.[0];
    case 'End':
      return rows[row]?.at(-1);
    default:
      return undefined;
  }
}
