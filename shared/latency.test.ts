import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { latencyBucket, latencyBuckets, latencyPercentile } from './latency.ts';

const histogramOf = (values: readonly number[]) => {
  const histogram = Array.from({ length: latencyBuckets }, () => 0);
  for (const value of values) histogram[latencyBucket(value)]! += 1;
  return histogram;
};

test('a percentile is right to a fifth of it', () => {
  const some = fc.array(fc.double({ min: 1, max: 60_000, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(some, fc.constantFrom(0.5, 0.95, 0.99), (values, share) => {
      const exact = values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;
      const told = latencyPercentile(histogramOf(values), share)!;
      expect(Math.abs(told - exact)).toBeLessThanOrEqual(exact * 0.2);
    }),
  );
});

test('every latency has a bucket, and no latencies have no percentile', () => {
  expect([-1, 0, 0.3, 1e9].map(latencyBucket)).toEqual([0, 0, 0, latencyBuckets - 1]);
  expect(latencyPercentile(histogramOf([]), 0.5)).toBeUndefined();
});

test('latencies around one millisecond are right to a fifth too', () => {
  for (const ms of [1, 1.18, 1.19]) {
    expect(Math.abs(latencyPercentile(histogramOf([ms]), 0.5)! - ms)).toBeLessThanOrEqual(ms * 0.2);
  }
});
