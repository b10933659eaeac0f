import { closeSync, openSync, writeSync } from 'node:fs';
import { cached } from '../search/cache.ts';
import type { Dataset } from '../search/corpus/dataset.ts';

/** Must change with the rows, so that cached files of older ones are not used. */
const VERSION = 1;
const ROWS_AT_ONCE = 50_000;

/** The id of a row. */
export const codeOf = (row: number) => `A-${7 * row}`;
/** The only word of a row, which no other has. */
export const wordOf = (row: number) => `${row.toString(36)}q${row % 10}`;
/** One row of so many has a number as its word. */
const NUMBER_EACH = 2;
const textOf = (row: number) => (row % NUMBER_EACH === 0 ? String(row) : wordOf(row));

/** Short rows that share no word: an id, and a number or a token, each once in the dataset. */
export async function distinctDataset(rows: number): Promise<Dataset> {
  const name = `distinct-v${VERSION}-${rows}`;
  const csv = await cached(`${name}.csv`, (file) => {
    const out = openSync(file, 'w');
    writeSync(out, 'code,text\n');
    for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
      const count = Math.min(ROWS_AT_ONCE, rows - from);
      const lines = Array.from(
        { length: count },
        (_, i) => `${codeOf(from + i)},${textOf(from + i)}\n`,
      );
      writeSync(out, lines.join(''));
    }
    closeSync(out);
  });
  return {
    name,
    csv,
    roles: [
      { name: 'code', role: 'metadata', type: 'id' },
      { name: 'text', role: 'index' },
    ],
  };
}
