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
});
