/** One column of a dataset: its name and sample values from the first rows. */
export interface ColumnSample {
  name: string;
  values: string[];
}

/** The form in which an index keeps its samples: a JSON list of `[name, ...values]`. */
export function encodeColumnsData(samples: readonly ColumnSample[]): string {
  return JSON.stringify(samples.map(({ name, values }) => [name, ...values]));
}

/**
 * Reads them back. Indexes that were not made by the wizard may have none, or whatever a program sent:
 * what is not of this form is left out.
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
