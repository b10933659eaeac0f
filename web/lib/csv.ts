import { formulaStart } from '#shared/spreadsheet-cells.ts';
import { saveFile } from './save-file.ts';

export interface CsvSample {
  columns: string[];
  rows: string[][];
}

/** CSV text of rows (RFC 4180): every cell in quotes, an apostrophe before anything that would be a formula. */
export async function toCsv(rows: readonly (readonly string[])[]): Promise<string> {
  // Loaded when it is first needed.
  const { default: papa } = await import('papaparse');
  const lines = papa.unparse(
    rows.map((row) => [...row]),
    {
      quotes: true,
      escapeFormulae: formulaStart,
    },
  );
  return `${lines}\r\n`;
}

/** Hands rows to the browser as a file to save. */
export async function downloadCsv(
  fileName: string,
  rows: readonly (readonly string[])[],
): Promise<void> {
  saveFile(fileName, await toCsv(rows), 'text/csv');
}
