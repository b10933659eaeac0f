import { expect, it } from 'vitest';
import { openContainer, writeContainer } from '../file/container.ts';
import { seededRandom } from '../random.ts';
import { memorySource } from '../source.ts';
import { KeptRows } from './kept-rows.ts';
import { hasRow } from './row-set.ts';
import { beginWordSections, openWordLists } from './word-lists.ts';
import { wordRows } from './word-rows.ts';

const WORDS = ['always', 'often', 'rare'];
const FIELDS = 2;
const CELLS = 12_000;
/** More frequent words have lists that are long enough to be read from marks; some cells have them in a thousand places. */
const wordOf = (share: number) => (share < 0.995 ? Number(share > 0.7) : 2);

it('finds phrases of rare words and words that are in nearly every cell', async () => {
  const random = seededRandom(3);
  const cells = Array.from({ length: CELLS }, (_, cell) =>
    Array.from({ length: cell % 4_001 === 4_000 ? 1_500 : cell % 4 }, () => wordOf(random())),
  );
  const ends = new Uint32Array(CELLS);
  let end = 0;
  for (const [cell, tokens] of cells.entries()) ends[cell] = end += tokens.length;
  const sections = await beginWordSections(WORDS, Uint32Array.from(cells.flat()), ends, 1)();
  const source = memorySource(writeContainer('segment', sections));
  const file = await openContainer(source, 'a.bin', 'segment');
  const lists = await openWordLists(file);
  const rowCount = CELLS / FIELDS;
  const segment = { file, filtered: new KeptRows(), words: async () => lists, facts: { rowCount } };
  const all = WORDS.flatMap((_, a) => WORDS.flatMap((_, b) => WORDS.map((_, c) => [a, b, c])));
  // The second time with what the first has left.
  for (const phrase of [...all, ...all]) {
    const words = phrase.map((word) => ({ word: WORDS[word]!, isBeginning: false }));
    const condition = { phrases: [words], within: 0, fields: [0, 1] };
    const kept = await wordRows(segment, FIELDS, condition, { bytes: 1 << 20 });
    const found = Array.from({ length: rowCount }, (_, row) => hasRow(kept, row));
    const has = (tokens: readonly number[]) =>
      tokens.some((_, at) => phrase.every((word, i) => tokens[at + i] === word));
    expect(found).toEqual(found.map((_, row) => has(cells[2 * row]!) || has(cells[2 * row + 1]!)));
  }
});
