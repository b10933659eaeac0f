/** Longer texts are cut: nobody finds anything by what is written after 600,000 words. An index takes 10 MB. */
export const MAX_CELL_BYTES = 4 << 20;
/** A character has at most three bytes to a unit of a string. */
const SURELY_SHORT = Math.floor(MAX_CELL_BYTES / 3);

/** A line of a CSV file, its break included, and how many cells had to be cut. */
export function csvLine(cells: readonly string[]): { line: string; cut: number } {
  let cut = 0;
  const written = cells.map((cell) => {
    const text = cell.includes('\0') ? cell.replaceAll('\0', '') : cell;
    if (text.length <= SURELY_SHORT) return quoted(text);
    const bytes = Buffer.from(text);
    if (bytes.length <= MAX_CELL_BYTES) return quoted(text);
    cut++;
    return quoted(startOf(bytes));
  });
  return { line: `${written.join(',')}\n`, cut };
}

const quoted = (cell: string): string =>
  /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** As many whole characters as fit. */
function startOf(bytes: Buffer): string {
  let end = MAX_CELL_BYTES;
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}
