import { scoreColumn } from '../read-rows.ts';
import type { RowWriter } from './row-writer.ts';

/** An object a line, as a search returns it. */
export function jsonLinesWriter(columns: readonly string[]): RowWriter {
  const objectOf = (row: readonly string[]) =>
    Object.fromEntries(
      columns.map((name, at) => [name, name === scoreColumn ? Number(row[at]) : row[at]]),
    );
  return {
    begin: () => new Uint8Array(0),
    rows: (rows) => Buffer.from(rows.map((row) => `${JSON.stringify(objectOf(row))}\n`).join('')),
    end: () => new Uint8Array(0),
    state: {},
  };
}
