import { expect, test } from 'vitest';
import { ApiError } from '#shared/client.ts';
import { ProductError } from '#shared/errors.ts';
import { queryClient, shouldRetry } from './query-client.ts';

const answered = (status: number) => new ApiError({ code: 'x', message: 'x', status });

test('after a broken connection or a failure of the server a request is retried three times', () => {
  for (const error of [answered(0), answered(503), new TypeError('fetch failed')]) {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, error))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  }
});

test('a refusal is not retried, wherever it comes from', () => {
  for (const error of [answered(401), answered(404), answered(429), new ProductError('LastKey')]) {
    expect(shouldRetry(0, error)).toBe(false);
  }
});

test('responses are fresh for five minutes', () => {
  expect(queryClient.getDefaultOptions().queries?.staleTime).toBe(300_000);
});
