import { readBatches, type RowFormat } from '../csv/read.ts';
import type { RowBatch } from '../csv/batch.ts';
import { memorySource } from '../source.ts';

/** Rows as JSON lines: the cells of each, in the order of the columns. */
export const writeRows = (rows: readonly (readonly string[])[]): Uint8Array =>
  Buffer.from(rows.map((cells) => `${JSON.stringify(cells)}\n`).join(''));

export const readRows = (bytes: Uint8Array): string[][] =>
  Buffer.from(bytes)
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as string[]);

const [COMMA, QUOTE, NEWLINE] = [44, 34, 10];

const csvOf = (cells: readonly string[]) =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;

/** A CSV file of rows, as spreadsheets write it. */
export const toCsv = (rows: readonly (readonly string[])[]): string => rows.map(csvOf).join('');

/** Given rows as a build reads those of a dataset. */
export function batchesOf(
  rows: readonly (readonly string[])[],
  header: readonly string[],
): AsyncGenerator<RowBatch> {
  const bytes = Buffer.from(toCsv(rows));
  const format: RowFormat = {
    delimiter: COMMA,
    quote: QUOTE,
    newline: NEWLINE,
    spaceBeforeQuote: false,
    backslash: false,
    header,
  };
  return readBatches(memorySource(bytes), format, { start: 0, end: bytes.length, firstLine: 1 });
}
