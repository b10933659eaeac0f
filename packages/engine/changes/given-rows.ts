import { fold } from '../column-values.ts';
import type { RowBatch } from '../csv/batch.ts';
import { type RowFormat, readBatches } from '../csv/read.ts';
import { memorySource } from '../source.ts';

/** A key as it is compared: like codes of filters. */
export const keyOf = (value: string): string => fold(value);

/** A row as it was given, or the key of one that was deleted, with the number of its batch. */
export interface Given<Value> {
  readonly batch: number;
  readonly value: Value;
}

/**
 * The cells of a row in the order of the columns. Null is what the dataset has: an index does not store columns that are ignored, so
 * a row of which some cells were changed leaves theirs to the next build.
 */
export type Cells = readonly (string | null)[];

/** JSON lines: the batch and the value of each entry. */
export const writeGiven = (entries: readonly Given<Cells | string>[]): Uint8Array =>
  Buffer.from(entries.map(({ batch, value }) => `${JSON.stringify([batch, value])}\n`).join(''));

function readGivenLines<Value>(bytes: Uint8Array): Given<Value>[] {
  const lines = Buffer.from(bytes).toString().split('\n').slice(0, -1);
  return lines.map((line) => {
    const [batch, value] = JSON.parse(line) as [number, Value];
    return { batch, value };
  });
}

export const readRows = (bytes: Uint8Array) => readGivenLines<Cells>(bytes);
export const readKeys = (bytes: Uint8Array) => readGivenLines<string>(bytes);

const [COMMA, QUOTE, NEWLINE] = [44, 34, 10];

const csvOf = (cells: Cells) =>
  `${cells.map((cell) => `"${(cell ?? '').replaceAll('"', '""')}"`).join(',')}\n`;

/** A CSV file of rows, as spreadsheets write it. */
export const toCsv = (rows: readonly Cells[]): string => rows.map(csvOf).join('');

/** Given rows as a build reads those of a dataset. */
export function batchesOf(
  rows: readonly Cells[],
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
