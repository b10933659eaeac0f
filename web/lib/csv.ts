export interface CsvSample {
  columns: string[];
  rows: string[][];
}

/** Header and rows of CSV text; the delimiter is detected. The parser is loaded when first needed. */
export async function parseCsv(text: string): Promise<CsvSample> {
  const { default: papa } = await import('papaparse');
  // Empty lines would make the detection of the delimiter unsure.
  const { data } = papa.parse<string[]>(text, { skipEmptyLines: true });
  const [columns = [], ...rows] = data;
  return { columns, rows };
}
