/** One column of a dataset: its name and sample values from the first rows. */
export interface ColumnSample {
  name: string;
  values: string[];
}

/** Encodes samples as an index stores them: a JSON list of `[name, ...values]`. */
export function encodeColumnsData(samples: readonly ColumnSample[]): string {
  return JSON.stringify(samples.map(({ name, values }) => [name, ...values]));
}

/**
 * Decodes samples. Indexes that programs created may have none or anything else here, so entries of
 * another form are skipped.
 */
export function decodeColumnsData(columnsData: string | undefined): ColumnSample[] {
  return parseList(columnsData).flatMap((column) => {
    const isSample = Array.isArray(column) && column.every((value) => typeof value === 'string');
    const [name, ...values]: string[] = isSample ? column : [];
    return name === undefined ? [] : [{ name, values }];
  });
}

function parseList(json: string | undefined): unknown[] {
  try {
    const list: unknown = JSON.parse(json ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
