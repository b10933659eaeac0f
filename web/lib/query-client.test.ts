import { expect, test } from 'vitest';
import { ApiError } from '#shared/client.ts';
import { ProductError } from '#shared/errors.ts';
import { queryClient, shouldRetry } from './query-client.ts';

const answered = (status: number) => new ApiError({ code: 'x', message: 'x', status });

test('a broken connection and a failing server are asked three times more', () => {
  for (const error of [answered(0), answered(503), new TypeError('fetch failed')]) {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, error))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  }
});

test('a refusal is not asked again, wherever it comes from', () => {
  for (const error of [answered(401), answered(404), answered(429), new ProductError('LastKey')]) {
    expect(shouldRetry(0, error)).toBe(false);
  }
});

test('answers are fresh for five minutes', () => {
  expect(queryClient.getDefaultOptions().queries?.staleTime).toBe(300_000);
});
