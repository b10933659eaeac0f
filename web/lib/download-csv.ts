const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** CSV text of rows, every cell in quotes (RFC 4180). */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('');
}

/** Hands rows to the browser as a file to save. */
export function downloadCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  const url = URL.createObjectURL(new Blob([toCsv(rows)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Later: some browsers begin to read it only after this turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
