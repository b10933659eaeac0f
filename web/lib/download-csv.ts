import { saveFile } from './save-file.ts';

/** What makes a spreadsheet take a cell for a formula. */
const formula = /^[=+\-@\t\r\n]/;

/** An apostrophe in front makes text of what would be a formula: cells hold what others have typed. */
const quote = (cell: string) =>
  `"${(formula.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;

/** CSV text of rows, every cell in quotes (RFC 4180), none a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('');
}

/** Hands rows to the browser as a file to save. */
export function downloadCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  saveFile(fileName, toCsv(rows), 'text/csv');
}
