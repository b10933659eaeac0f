import { limits } from '#shared/limits.ts';
import type { CsvSample } from '#web/lib/csv.ts';

/** One column: its name and sample values from the first rows. */
export interface ColumnSample {
  name: string;
  values: string[];
}

const valueMaxLength = 160;
/** The contract allows 100,000 characters for all samples; names and JSON take their share. */
const valuesMaxLength = 60_000;

/** The first rows by column. Values are cut, the more columns the shorter. */
export function toColumnSamples({ columns, rows }: CsvSample): ColumnSample[] {
  const share = Math.floor(valuesMaxLength / (limits.sampleRows * Math.max(1, columns.length)));
  const maxLength = Math.min(valueMaxLength, share);
  const shorten = (value: string) =>
    value.length > maxLength ? `${value.slice(0, maxLength - 1)}…` : value;
  return columns.map((name, position) => ({
    name,
    values: rows.slice(0, limits.sampleRows).map((row) => shorten(row[position] ?? '')),
  }));
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
