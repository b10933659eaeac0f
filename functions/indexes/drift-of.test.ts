import { expect, test } from 'vitest';
import type { Changes } from '#engine';
import { driftOf } from './drift-of.ts';

const file = { fileName: 'a', sizeBytes: 1, crc: 1 };
const delta = (
  rowCount: number,
  newWords: number,
  nearness?: number,
): Changes['deltas'][number] => ({
  segment: { ...file, headBytes: 1, rowCount },
  rows: file,
  words: 1000,
  newWords,
  ...(nearness !== undefined && { nearness }),
});
const driftWith = (deltas: Changes['deltas']) =>
  driftOf({
    formatVersion: 10,
    base: 1,
    key: 'id',
    header: ['id', 'text'],
    batches: 1,
    deltas,
    deletedCount: 4000,
    newWordsOfIndex: 0.05,
    nearnessOfIndex: 0.6,
    rowCount: 9000,
  });

test('a build is advised for new words and for other meanings, not for many rows of the same', () => {
  expect(driftWith([delta(5000, 60, 0.58)])).toEqual({
    added: 5000,
    removed: 4000,
    new_words: 0.06,
    new_words_of_index: 0.05,
    nearness: 0.58,
    nearness_of_index: 0.6,
    rebuild_advised: false,
  });
  expect(driftWith([delta(10, 160, 0.6)]).rebuild_advised).toBe(true);
  expect(driftWith([delta(10, 60, 0.5)]).rebuild_advised).toBe(true);
  // A batch counts by its rows, and one of an earlier release not at all.
  const many = [delta(900, 60, 0.6), delta(100, 60, 0.2), delta(5000, 60)];
  expect(driftWith(many)).toMatchObject({ nearness: 0.56, rebuild_advised: false });
});
