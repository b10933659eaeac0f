import type { ColumnSample } from '#shared/columns-data.ts';
import { limits } from '#shared/limits.ts';
import type { CsvSample } from '#web/lib/csv.ts';

const valueMaxLength = 160;
/** The contract allows 100,000 characters for all samples, including names and JSON. */
const valuesMaxLength = 60_000;

/** The first rows by column. Values are cut: the more columns, the shorter. */
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
