import { formulaStart } from '#shared/spreadsheet-cells.ts';
import type { RowWriter } from './row-writer.ts';

/** RFC 4180: every cell in quotes, an apostrophe before anything that would be a formula. */
export function csvWriter(columns: readonly string[]): RowWriter {
  return {
    begin: () => linesOf([columns]),
    rows: linesOf,
    end: () => new Uint8Array(0),
    state: {},
  };
}

const linesOf = (rows: readonly (readonly string[])[]) =>
  Buffer.from(rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join(''));

const cellOf = (cell: string) =>
  `"${(formulaStart.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;
