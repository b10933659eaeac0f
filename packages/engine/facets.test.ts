import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fittingInterval, histogram, intervalOf } from './facets.ts';
import type { SchemaColumn } from './schema.ts';

const column = { name: 'size', role: 'metadata', kind: 'number', position: 1 } as SchemaColumn;

it('decides intervals of numbers so that a reader sees some, and not too many', () => {
  const number = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(number, number, (a, b) => {
      const [least, greatest] = [Math.min(a, b), Math.max(a, b)];
      fc.pre(greatest - least > 1e-6);
      const facet = fittingInterval({ column, type: 'number', interval: 'auto' }, least, greatest);
      const places =
        Math.floor(greatest / intervalOf(facet)) - Math.floor(least / intervalOf(facet)) + 1;
      expect(places).toBeGreaterThan(10);
      expect(places).toBeLessThanOrEqual(50);
    }),
  );
});

it.each([
  [20_010_105, 20_010_131, 'day'],
  [20_001_105, 20_031_231, 'month'],
  [19_710_000, 20_200_101, 'year'],
  [20_010_000, 20_010_000, 'day'],
  [Number.NaN, Number.NaN, 'year'],
] as const)('decides the interval of dates from %d to %d: %s', (least, greatest, interval) => {
  expect(
    fittingInterval({ column, type: 'date', interval: 'auto' }, least, greatest),
  ).toMatchObject({
    interval,
    isAuto: true,
  });
});

it.each([
  ['whole numbers', [1, 3, 5], ['1', '3', '5'], 1],
  ['others', [1, 3.4, 5], ['1', '3.4', '5'], 0.1],
] as const)('gives %s the interval that leaves no gaps', (_, numbers, names, interval) => {
  const facet = fittingInterval({ column, type: 'number', interval: 'auto' }, 1, 5);
  const counts = new Map(numbers.map((number) => [Math.floor(number / intervalOf(facet)), 2]));
  expect(histogram(facet, counts, 0)).toMatchObject({
    counts: names.map((value) => ({ value, count: 2 })),
    interval,
  });
});
