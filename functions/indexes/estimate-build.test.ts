import { expect, test } from 'vitest';
import { estimateBuild } from './estimate-build.ts';

const gb = 1e9;

test('a small file takes less than a minute and a fraction of a cent', () => {
  const { seconds, usd } = estimateBuild(1e6, 2);
  expect(seconds).toBeLessThan(60);
  expect(usd).toBeLessThan(0.01);
});

test('a larger file takes longer and costs more', () => {
  const sizes = [0.001, 0.1, 1, 10, 17, 18, 100, 1000, 5000];
  const estimates = sizes.map((size) => estimateBuild(size * gb, 10));
  estimates.slice(1).forEach((estimate, i) => {
    expect(estimate.usd).toBeGreaterThan(estimates[i]!.usd);
  });
  expect(estimates.at(-1)!.seconds).toBeGreaterThan(10 * estimates[5]!.seconds);
});

test('more at once is faster for the same money, as far as there are parts and segments', () => {
  const [few, many] = [estimateBuild(1000 * gb, 10), estimateBuild(1000 * gb, 100)];
  expect(many.seconds).toBeLessThan(few.seconds / 3);
  expect(many.usd).toBe(few.usd);
  expect(estimateBuild(1e6, 100)).toEqual(estimateBuild(1e6, 1));
});

test('the way to a cluster takes longer and costs more, the longer the fewer processors it has', () => {
  const [here, large, small] = [0, 48, 6].map((processors) =>
    estimateBuild(100 * gb, 40, processors),
  );
  expect(large!.seconds).toBeGreaterThan(here!.seconds);
  expect(large!.usd).toBeGreaterThan(here!.usd);
  expect(small!.seconds).toBeGreaterThan(2 * large!.seconds);
  // Functions wait for it, and waiting is paid for.
  expect(small!.usd).toBeGreaterThan(large!.usd);
});

test('more functions do not load faster than a cluster takes rows', () => {
  const [few, many] = [estimateBuild(100 * gb, 40, 6), estimateBuild(100 * gb, 200, 6)];
  expect(many.seconds).toBeGreaterThan(0.8 * few.seconds);
});
