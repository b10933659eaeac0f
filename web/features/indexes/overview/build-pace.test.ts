import { expect, test } from 'vitest';
import { describePace, paceBetween } from './build-pace.ts';

const start = { atMs: 0, rows: 1000, percent: 20 };

test('the pace is the mean since the build was first seen', () => {
  const pace = paceBetween(start, { atMs: 4000, rows: 9000, percent: 40 });
  expect(pace).toEqual({ rowsPerSecond: 2000, remainingSeconds: 12 });
});

test('without progress there is no pace', () => {
  expect(paceBetween(start, start)).toBeUndefined();
  expect(paceBetween(start, { ...start, atMs: 5000 })).toBeUndefined();
});

test.each([
  [{ rowsPerSecond: 1234.4, remainingSeconds: 0.4 }, ['1,234 rows/s', 'about 1 second left']],
  [{ rowsPerSecond: 0, remainingSeconds: 89.5 }, ['about 90 seconds left']],
  [{ rowsPerSecond: 5, remainingSeconds: 150 }, ['5 rows/s', 'about 3 minutes left']],
])('%o reads %j', (pace, text) => {
  expect(describePace(pace)).toEqual(text);
});
