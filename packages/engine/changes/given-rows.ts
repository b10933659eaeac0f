import { fold } from '../column-values.ts';
import type { RowBatch } from '../csv/batch.ts';
import { type RowFormat, readBatches } from '../csv/read.ts';
import { memorySource } from '../source.ts';

/** A key as it is compared: like codes of filters. */
export const keyOf = (value: string): string => fold(value);

/** JSON lines: the cells of each row in the order of the columns, or keys. */
export const writeLines = (entries: readonly (string | readonly string[])[]): Uint8Array =>
  Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));

const linesOf = (bytes: Uint8Array) => Buffer.from(bytes).toString().split('\n').slice(0, -1);

export const readRows = (bytes: Uint8Array): string[][] =>
  linesOf(bytes).map((line) => JSON.parse(line) as string[]);

export const readKeys = (bytes: Uint8Array): string[] =>
  linesOf(bytes).map((line) => JSON.parse(line) as string);

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
