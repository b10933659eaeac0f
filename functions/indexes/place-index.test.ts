import { describe, expect, test, vi } from 'vitest';
import {
  IndexTooLargeError,
  needsOf,
  type PlannedSize,
  placeIndex,
  requireServable,
  roomBytes,
} from './place-index.ts';

/** Rows of 80 words, in segments of 64 MiB. */
const rowsOf = (rows: number): PlannedSize => {
  const textBytes = 520 * rows;
  return { rows, textBytes, segments: Math.ceil(textBytes / 2 ** 26) };
};

describe('functions of 1,769 MB', () => {
  test.each([
    [1000, 'memory'],
    [1_000_000, 'memory'],
    [3_000_000, 'pages'],
    [7_000_000, 'pages'],
    [10_000_000, 'nowhere'],
  ])('%d rows: %s', (rows, placement) => {
    expect(placeIndex(rowsOf(rows), 1769)).toBe(placement);
  });
});

test('more memory serves larger indexes, until searches by pages take too long', () => {
  expect(placeIndex(rowsOf(10_000_000), 3008)).toBe('pages');
  expect(placeIndex(rowsOf(10_000_000), 10_240)).toBe('memory');
  expect(placeIndex(rowsOf(30_000_000), 10_240)).toBe('nowhere');
});

test('the estimates are upper bounds of what was measured at a million rows', () => {
  const { residentBytes, openBytes, firstAnswerMs } = needsOf(rowsOf(1_000_000));
  // Bytes of the index without stored cells; memory of a process that searched; an answer on an idle machine.
  expect(residentBytes).toBeGreaterThan(569e6);
  expect(openBytes).toBeGreaterThan(160e6);
  expect(firstAnswerMs).toBeGreaterThan(850);
  expect(firstAnswerMs).toBeLessThan(1000);
});

test.each<[string, Partial<PlannedSize>, string]>([
  ['all terms of five million rows differ', { rows: 5_000_000, terms: 5_000_000 }, 'pages'],
  ['all terms of ten million rows of two words differ', { rows: 1e7, terms: 2e7 }, 'nowhere'],
  ['ten million rows of two words share a few', { rows: 1e7, terms: 5_000 }, 'nowhere'],
  ['one term is everywhere in three million rows', { rows: 3_000_000, terms: 1 }, 'memory'],
  ['ten thousand rows have two thousand columns', { rows: 10_000, columns: 2_000 }, 'memory'],
  ['a hundred thousand rows have them', { rows: 100_000, columns: 2_000 }, 'nowhere'],
  ['two million ids are long', { rows: 2_000_000, ids: 1, codeBytes: 4e8 }, 'memory'],
  ['so are those of five columns', { rows: 2_000_000, ids: 5, codeBytes: 2e9 }, 'nowhere'],
])('by their shape, small rows are placed before they are built: %s', (_, size, placement) => {
  const { rows = 0 } = size;
  expect(placeIndex({ textBytes: 14 * rows, segments: 4, ...size, rows }, 1769)).toBe(placement);
});

test('an index that is built serves only if its words fit', () => {
  vi.stubEnv('SEARCH_MEMORY_MB', '1769');
  const shape = { rows: 3_000_000, ids: 1, columns: 2, modelBytes: 2 ** 20 };
  expect(() => requireServable({ ...shape, terms: 3_000_000 }, 1e8)).not.toThrow();
  expect(() => requireServable({ ...shape, terms: 12_000_000 }, 1e8)).toThrow(IndexTooLargeError);
  vi.unstubAllEnvs();
});

test('a function keeps some room for indexes, however small it is', () => {
  expect(roomBytes(128)).toBe(64 * 2 ** 20);
});

test('the customer reads how large the dataset is and what helps', () => {
  const { message } = new IndexTooLargeError(rowsOf(30_000_000));
  expect(message).toContain('30,000,000 rows and 15.6 GB of text');
  expect(message).toMatch(/fewer rows .* operator/);
  const codes = new IndexTooLargeError({ ...rowsOf(2_000_000), codeBytes: 2e9 });
  expect(codes.message).toMatch(/2\.0 GB of different codes .* without the columns of long codes/);
});
