import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.ts';
import { highest, highestInOrder, TopK } from './top-k.ts';

/** Scores of rows 0, 1, …, many of them equal, and the rows in the order in which they are added. */
const scoredRows = fc
  .record({
    seed: fc.nat(),
    count: fc.oneof(fc.nat(30), fc.nat(6_000)),
    values: fc.constantFrom(4, 1_000, 2 ** 40),
    ascending: fc.boolean(),
  })
  .map(({ seed, count, values, ascending }) => {
    const random = seededRandom(seed);
    const scores = Array.from({ length: count }, () => Math.floor(random() * values) - values / 2);
    const order = [...scores.keys()];
    const key = order.map(() => random());
    return { scores, order: ascending ? order : order.toSorted((a, b) => key[a]! - key[b]!) };
  });

const sorted = (scores: readonly number[]) =>
  [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);

describe('TopK', () => {
  it('keeps the same rows as a full sort, for any order of rows', () => {
    fc.assert(
      fc.property(scoredRows, fc.integer({ min: 0, max: 300 }), ({ scores, order }, k) => {
        const best = new TopK(k);
        for (const row of order) best.push(row, scores[row]!);
        const { rows, scores: kept } = best.ranked();
        expect(Array.from(rows)).toEqual(sorted(scores).slice(0, k));
        expect(Array.from(kept)).toEqual(Array.from(rows, (row) => scores[row]!));
        const added = new Set(rows);
        expect(Array.from(best.added().rows)).toEqual(order.filter((row) => added.has(row)));
      }),
    );
  });

  it('has the k-th highest score as bound after `tighten`', () => {
    fc.assert(
      fc.property(scoredRows, fc.integer({ min: 1, max: 50 }), ({ scores, order }, k) => {
        const best = new TopK(k);
        for (const row of order) {
          best.push(row, scores[row]!);
          best.tighten();
        }
        const last = sorted(scores)[k - 1];
        expect(best.lowest).toBe(last === undefined ? Number.NEGATIVE_INFINITY : scores[last]);
        expect(Array.from(best.ranked().rows)).toEqual(sorted(scores).slice(0, k));
      }),
      { numRuns: 20 },
    );
  });

  it('ignores scores below a bound', () => {
    const best = new TopK(3, 0.5);
    for (const [row, score] of [0.4, 0.5, 0.2, 0.7].entries()) best.push(row, score);
    expect(Array.from(best.ranked().rows)).toEqual([3, 1]);
  });
});

it('gives the indices of the highest scores, best first', () => {
  expect(Array.from(highest([1, 5, 3, 5], 3))).toEqual([1, 3, 2]);
  expect(highest([], 3)).toHaveLength(0);
  fc.assert(
    fc.property(scoredRows, fc.integer({ min: 0, max: 300 }), ({ scores }, count) => {
      const best = sorted(scores).slice(0, count);
      expect(Array.from(highest(scores, count))).toEqual(best);
      expect(Array.from(highestInOrder(scores, count))).toEqual(best.toSorted((a, b) => a - b));
    }),
  );
});
