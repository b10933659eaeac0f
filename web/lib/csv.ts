import { saveFile } from './save-file.ts';

export interface CsvSample {
  columns: string[];
  rows: string[][];
}

/** The parser is loaded when it is first needed. */
const loadPapa = async () => (await import('papaparse')).default;

/** Header and rows of CSV text as the API gives it, with commas between cells. */
export async function parseCsv(text: string): Promise<CsvSample> {
  const papa = await loadPapa();
  const { data } = papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: true });
  const [columns = [], ...rows] = data;
  return { columns, rows };
}

/** What makes a spreadsheet take a cell for a formula. Cells hold what others have typed. */
const formula = /^[=+\-@\t\r\n]/;

/** CSV text of rows (RFC 4180): every cell in quotes, an apostrophe before what would be a formula. */
export async function toCsv(rows: readonly (readonly string[])[]): Promise<string> {
  const papa = await loadPapa();
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
