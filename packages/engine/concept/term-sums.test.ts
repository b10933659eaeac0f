import { expect, it } from 'vitest';
import { quantizeRows } from './quantize.ts';
import { TermSums } from './term-sums.ts';

/** One vector for each of a thousand terms. */
const vectors = quantizeRows(
  Float32Array.from({ length: 32_000 }, (_, i) => Math.sin(i)),
  32,
);

/** Sums of rows that consist of the terms from 0 to their length. */
function sumsOf(lengths: readonly number[], threads: number): number[][] {
  const rows: number[][] = [];
  const sums = new TermSums(vectors, threads, (found, count) => {
    for (let r = 0; r < count; r++) rows.push([...found.subarray(r * 32, (r + 1) * 32)]);
  });
  for (const length of lengths) {
    for (let term = 0; term < length; term++) sums.add(term, 1 + term);
    sums.endRow();
  }
  sums.finish();
  return rows;
}

it.each([1, 2])('sums rows that exactly fill the memory of a batch, on %i threads', (threads) => {
  // A batch has room for 132,096 terms. The padding of the last row takes the last place.
  const lengths = [...Array<number>(1_015).fill(130), 145, 7, 900, 3];
  const rows = sumsOf(lengths, threads);
  expect(rows).toHaveLength(lengths.length);
  for (const [r, length] of [
    [0, 130],
    [1_015, 145],
    [1_016, 7],
    [1_017, 900],
    [1_018, 3],
  ] as const) {
    expect(rows[r], `row ${r}`).toEqual(sumsOf([length], 1)[0]);
  }
});
