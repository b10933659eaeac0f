import { describe, expect, it } from 'vitest';
import { openContainer, writeContainer } from '../file/container.ts';
import { seededRandom } from '../random.ts';
import { memorySource } from '../source.ts';
import { ensureLists, postingSections } from './posting-lists.ts';
import { BestSums, PostingScan } from './posting-scan.ts';
import { allRows, hasRow, noRows, setOf, without } from './row-set.ts';

/** The k largest sums, of equal ones those of the first rows, in the order of the rows. */
const bestOf = (sums: readonly number[], k: number) =>
  [...sums.entries()]
    .filter(([, sum]) => sum > 0)
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, k)
    .sort(([a], [b]) => a - b);

describe('the best sums', () => {
  const random = seededRandom(3);
  it.each([
    ['of all sizes', () => Math.floor(random() ** 6 * 2 ** 31)],
    ['that differ in their lowest bits', () => 2 ** 30 + Math.floor(random() * 500)],
    ['of which many are equal', () => 1 + Math.floor(random() * 4) * 2 ** 28],
    ['that are small', () => Math.floor(random() * 50)],
  ])('are those of a sort: %s', (_, next) => {
    for (const count of [10, 100, 101, 5_000]) {
      const sums = Array.from({ length: count }, next);
      const best = new BestSums(100);
      let kept = 0;
      // What is selected together is compared with the bound before.
      for (let from = 0; from < count; from += 64) {
        const above = best.lowest;
        for (const [i, sum] of sums.slice(from, from + 64).entries()) {
          if (sum <= above) continue;
          best.push(from + i, sum);
          kept++;
        }
      }
      const { rows, scores } = best.added();
      expect(Array.from(rows, (row, i) => [row, scores[i]])).toEqual(bestOf(sums, 100));
      expect(kept).toBeLessThan(100 + count / 2);
    }
  });
});

it('adds up the postings of several windows, for all rows and for some', async () => {
  const ROWS = 150_001;
  const random = seededRandom(4);
  /** A list for each term: one of nearly all rows, one of few, and one that ends early. */
  const lists = [0.9, 0.001, 0.3, 0.05].map((share, term) =>
    Array.from({ length: term === 2 ? 70_000 : ROWS }, (_, row) => row)
      .filter(() => random() < share)
      .map((row) => ({ row, impact: 1 + Math.floor(random() * 255) })),
  );
  const postings = lists.flat();
  const df = Uint32Array.from(lists, ({ length }) => length);
  const sections = postingSections({
    df,
    repeated: df,
    starts: Uint32Array.from({ length: df.length + 1 }, (_, t) =>
      df.subarray(0, t).reduce((sum, count) => sum + count, 0),
    ),
    rows: Uint32Array.from(postings, ({ row }) => row),
    impacts: Uint8Array.from(postings, ({ impact }) => impact),
  });
  const file = await openContainer(
    memorySource(writeContainer('segment', sections)),
    'a.bin',
    'segment',
  );
  const facts = { postingCount: postings.length, rowCount: ROWS };
  const scan = await PostingScan.open(file, facts as Parameters<typeof PostingScan.open>[1]);
  await ensureLists(scan.lists, df.keys());
  const terms = [5, 2_000, 300, 70].map((weight, number) => ({ number, weight }));
  const sums = Array.from({ length: ROWS }, () => 0);
  for (const [t, { weight }] of terms.entries()) {
    for (const { row, impact } of lists[t]!) sums[row]! += impact * weight;
  }
  const few = setOf(
    ROWS,
    sums.keys().filter((row) => row % 125 === 3),
  );
  const half = setOf(
    ROWS,
    sums.keys().filter((row) => row % 2 === 0),
  );
  for (const keep of [null, few, half, without(allRows(ROWS), few)]) {
    const kept = sums.map((sum, row) => (!keep || hasRow(keep, row) ? sum : 0));
    const sink = { keep, best: new BestSums(500), found: noRows(ROWS), matched: 0 };
    const all = { keep: null, best: new BestSums(500), matched: 0 };
    scan.collect(terms, [all, sink], 1_000);
    const found = kept.flatMap((sum, row) => (sum > 0 ? [row] : []));
    expect(sink.matched).toBe(found.length);
    expect(sink.found).toEqual(setOf(ROWS, found));
    for (const [best, of] of [[all.best, sums] as const, [sink.best, kept] as const]) {
      const { rows, scores } = best.added();
      expect(Array.from(rows, (row, i) => [row - 1_000, scores[i]])).toEqual(bestOf(of, 500));
    }
  }
});
