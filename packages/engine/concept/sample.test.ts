import { expect, it } from 'vitest';
import { planDataset } from '../csv/plan.ts';
import { readBatches } from '../csv/read.ts';
import { memorySource } from '../source.ts';
import { associationText } from './associations.ts';
import { sampleTerms } from './sample.ts';
import { chooseVocabulary } from './vocabulary.ts';

/** Samples rows of `words` words each. */
async function sample(rows: number, words: number, limits: { rows: number; bytes: number }) {
  const text = 'word '.repeat(words);
  const lines = Array.from({ length: rows }, (_, i) => `${i},${text}`);
  const source = memorySource(new TextEncoder().encode(['id,text', ...lines].join('\n')));
  const plan = await planDataset(source, [
    { name: 'id', role: 'ignore' },
    { name: 'text', role: 'index' },
  ]);
  return sampleTerms(readBatches(source, plan, plan.ranges[0]!), plan.schema, limits, 1, 1);
}

const middle = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

it('samples fewer rows where they are long, from the whole dataset', async () => {
  const limits = { rows: 4_000, bytes: 100_000 };
  const short = await sample(6_000, 4, limits);
  expect(short.rowNumbers.length).toBe(4_000);
  const long = await sample(6_000, 100, limits);
  expect(long.rowCount).toBe(6_000);
  // Cells are 500 bytes.
  expect(long.rowNumbers.length).toBe(200);
  expect(new Set(long.rowNumbers).size).toBe(200);
  expect(Math.abs(middle(long.rowNumbers) - 3_000)).toBeLessThan(500);
  expect(long.averageLengths).toEqual([100]);
  expect((await sample(6_000, 100, limits)).rowNumbers).toEqual(long.rowNumbers);
});

it('samples at least one row, however long it is', async () => {
  const { rowNumbers, tokens } = await sample(5, 1_000, { rows: 10, bytes: 100 });
  expect(rowNumbers.length).toBe(1);
  expect(tokens.length).toBe(1_000);
});

it('counts associations in at most a million words, spread over the whole dataset', async () => {
  const taken = await sample(1_250, 1_000, { rows: 1_250, bytes: 1 << 30 });
  const vocabulary = chooseVocabulary(taken);
  expect(vocabulary.tokens.length).toBe(1_250_000);
  const text = associationText(vocabulary, [true], 1);
  expect(text.filter((term) => term === 0).length).toBe(1_000_000);
  const few = associationText({ ...vocabulary, rows: 10 }, [true], 1);
  expect(few.filter((term) => term === 0).length).toBe(8_000);
});
