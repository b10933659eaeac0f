import { saveFile } from './save-file.ts';

export interface CsvSample {
  columns: string[];
  rows: string[][];
}

/**
 * Characters with which a spreadsheet formula begins, also the full-width ones of East Asian keyboards. Cells may contain
 * other people's texts.
 */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** CSV text of rows (RFC 4180): every cell in quotes, an apostrophe before anything that would be a formula. */
export async function toCsv(rows: readonly (readonly string[])[]): Promise<string> {
  // Loaded when it is first needed.
  const { default: papa } = await import('papaparse');
  const lines = papa.unparse(
    rows.map((row) => [...row]),
    {
      quotes: true,
      escapeFormulae: formula,
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
