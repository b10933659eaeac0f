import { describe, expect, it } from 'vitest';
import { gaussian, seededRandom } from '../random.ts';
import { rotateQuery } from './query-vector.ts';
import { rowsBetween } from './row-set.ts';
import { VectorIndex } from './vector-index.ts';
import { VectorWriter } from './vector-writer.ts';

/** Unit vectors around a few centres that overlap. */
function vectors(count: number, width: number, seed: number): Float32Array {
  const normal = gaussian(seededRandom(seed));
  const centres = Float32Array.from({ length: 20 * width }, normal);
  const rows = Float32Array.from({ length: count * width }, (_, i) => {
    const centre = Math.floor(i / width) % 20;
    return 0.5 * centres[centre * width + (i % width)]! + normal();
  });
  for (let r = 0; r < count; r++) {
    const row = rows.subarray(r * width, (r + 1) * width);
    const length = Math.hypot(...row);
    for (let j = 0; j < width; j++) row[j]! /= length;
  }
  return rows;
}

function indexOf(rows: Float32Array, width: number): VectorIndex {
  const writer = new VectorWriter(width, rows.length / width);
  writer.add(rows);
  return VectorIndex.of(writer.finish());
}

const dot = (rows: Float32Array, row: number, query: Float32Array) =>
  query.reduce((sum, x, j) => sum + x * rows[row * query.length + j]!, 0);

/** Rows by exact inner product, best first. */
function exact(rows: Float32Array, query: Float32Array, allowed: (row: number) => boolean) {
  const count = rows.length / query.length;
  return Array.from({ length: count }, (_, row) => ({ row, score: dot(rows, row, query) }))
    .filter(({ row }) => allowed(row))
    .sort((a, b) => b.score - a.score)
    .map(({ row }) => row);
}

describe('VectorIndex', () => {
  it('ignores rows below the floor, and finds those above it', () => {
    const rows = vectors(20_000, 64, 3);
    const index = indexOf(rows, 64);
    const query = rotateQuery(vectors(1, 64, 4));
    const all = index.nearest(query, 400, null);
    const floor = all.scores[99]!;
    const { rows: found, scores } = index.nearest(query, 400, null, floor);
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(floor);
    const shared = all.rows.slice(0, 100).filter((row) => found.includes(row)).length;
    expect(shared).toBeGreaterThan(95);
    expect(found.length).toBeLessThan(120);
  });

  it.each([
    [256, 20_000],
    [100, 5_000],
  ])('finds the nearest of vectors of %i entries', (width, count) => {
    const rows = vectors(count, width, 1);
    const queries = vectors(8, width, 2);
    const index = indexOf(rows, width);
    let shared = 0;
    for (let q = 0; q < 8; q++) {
      const query = queries.slice(q * width, (q + 1) * width);
      const found = index.nearest(rotateQuery(query), 50, null).rows;
      const truth = exact(rows, query, () => true).slice(0, 50);
      shared += truth.filter((row) => found.includes(row)).length;
    }
    expect(shared / (8 * 50)).toBeGreaterThan(0.97);
  });

  it.each([
    [100, 3_000],
    [33, 300],
    [7, 300],
    [1, 10],
  ])('scores vectors of %i entries by their inner products', (width, count) => {
    const rows = vectors(count, width, 1);
    const query = vectors(1, width, 2);
    const { rows: found, scores } = indexOf(rows, width).nearest(rotateQuery(query), 10, null);
    expect(found).toHaveLength(10);
    found.forEach((row, i) => {
      expect(scores[i]).toBeCloseTo(dot(rows, row, query), 2);
      expect(scores[i]!).toBeLessThanOrEqual(scores[i - 1] ?? 2);
    });
  });

  it('scores every row within the rounding of eight bits of its inner product in floats', () => {
    const [width, count] = [256, 2_000];
    const rows = vectors(count, width, 8);
    const query = vectors(1, width, 9);
    const scores = new Float64Array(count);
    indexOf(rows, width).scores(
      rotateQuery(query),
      Uint32Array.from({ length: count }, (_, row) => row),
      scores,
    );
    let squares = 0;
    let largest = 0;
    scores.forEach((score, row) => {
      const error = Math.abs(score - dot(rows, row, query));
      squares += error ** 2;
      largest = Math.max(largest, error);
    });
    // An entry is rounded by at most half a step of about a quarter / 127; the errors of a row add up at random.
    expect(Math.sqrt(squares / count)).toBeLessThan(0.001);
    expect(largest).toBeLessThan(0.004);
  });

  it.each([2, 10, 300])('finds the requested number of rows among every %i-th row', (step) => {
    const [width, count] = [64, 6_000];
    const rows = vectors(count, width, 3);
    const index = indexOf(rows, width);
    const eligible = rowsBetween(
      Float64Array.from({ length: count }, (_, row) => row % step),
      0,
      0,
    );
    const query = vectors(1, width, 4);
    const found = index.nearest(rotateQuery(query), 100, eligible);
    const truth = exact(rows, query, (row) => row % step === 0).slice(0, 100);
    expect(found.rows).toHaveLength(truth.length);
    expect(found.rows.every((row) => row % step === 0)).toBe(true);
    const shared = truth.filter((row) => found.rows.includes(row)).length;
    expect(shared / truth.length).toBeGreaterThan(0.95);
  });

  it('keeps equal rows in their order', () => {
    const row = vectors(1, 64, 5);
    const rows = new Float32Array(5_000 * 64);
    for (let r = 0; r < 5_000; r++) rows.set(row, r * 64);
    const found = indexOf(rows, 64).nearest(rotateQuery(row), 20, null);
    expect(Array.from(found.rows)).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('finds rows without a direction last', () => {
    const rows = vectors(3_000, 32, 6);
    rows.fill(0, 0, 32 * 10);
    const found = indexOf(rows, 32).nearest(rotateQuery(rows.slice(320, 352)), 3_000, null);
    expect(found.rows).toHaveLength(3_000);
    expect(found.scores[0]).toBeCloseTo(1, 1);
    expect(found.rows[0]).toBe(10);
  });

  it('finds nothing in an empty index', () => {
    const index = indexOf(new Float32Array(0), 16);
    expect(index.nearest(rotateQuery(vectors(1, 16, 7)), 5, null).rows).toHaveLength(0);
  });
});
