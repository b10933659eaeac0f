import { columnLabels } from '#shared/column-label.ts';
import type { ExportFormat } from '#shared/search-exports.ts';
import { csvWriter } from './csv.ts';
import { jsonLinesWriter } from './json-lines.ts';
import { parquetWriter } from './parquet.ts';
import type { RowWriter, WriterState } from './row-writer.ts';
import { sheetWriter } from './sheet.ts';

/**
 * A writer of rows of these columns. A workbook is for people, so its head has their labels; programs find the columns of all other
 * formats by their names.
 * @param state of a writer that has written a part of the file
 */
export function openWriter(
  format: ExportFormat,
  columns: readonly string[],
  state?: WriterState,
): RowWriter {
  switch (format) {
    case 'csv':
      return csvWriter(columns);
    case 'jsonl':
      return jsonLinesWriter(columns);
    case 'xlsx':
      return sheetWriter(columnLabels(columns), state);
    case 'parquet':
      return parquetWriter(columns, state);
  }
}
