import { type ColumnSample, encodeColumnsData } from '#shared/columns-data.ts';
import { limits } from '#shared/limits.ts';
import { utf8Bytes } from '#shared/utf8-bytes.ts';
import type { CsvSample } from '#web/lib/csv.ts';

const valueMaxLength = 160;

/** The first rows by column, of the columns that `isKept` takes. Values are cut, until an index record has room. */
export function toColumnSamples(
  { columns, rows }: CsvSample,
  isKept: (name: string) => boolean = () => true,
  maxLength = valueMaxLength,
): ColumnSample[] {
  const shorten = (value: string) =>
    value.length > maxLength ? `${value.slice(0, Math.max(0, maxLength - 1))}…` : value;
  const samples = columns
    .map((name, position) => ({
      name,
      values: rows.slice(0, limits.sampleRows).map((row) => shorten(row[position] ?? '')),
    }))
    .filter(({ name }) => isKept(name));
  const fits = utf8Bytes(encodeColumnsData(samples)) <= limits.columnSamplesMaxBytes;
  return fits || maxLength === 1
    ? samples
    : toColumnSamples({ columns, rows }, isKept, Math.floor(maxLength / 2));
}
