/** Longer texts are truncated: words after the first 600,000 hardly matter. An index accepts 10 MB. */
export const MAX_CELL_BYTES = 4 << 20;
/** Strings of this length are short enough: a UTF-16 code unit has at most three bytes of UTF-8. */
const SURELY_SHORT = Math.floor(MAX_CELL_BYTES / 3);

/** A CSV line with its line break, and the number of truncated cells. */
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

/** The first whole characters that fit. */
function startOf(bytes: Buffer): string {
  let end = MAX_CELL_BYTES;
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}
