import { expect, it } from 'vitest';
import { RERANKED } from '../ranking-constants.ts';
import { rotateQuery } from '../segment/query-vector.ts';
import { VectorIndex } from '../segment/vector-index.ts';
import { VectorWriter } from '../segment/vector-writer.ts';
import { NO_CANDIDATES } from './candidates.ts';
import { pruneCandidates } from './prune-candidates.ts';
import { EVEN_WEIGHTS } from './signal-weights.ts';

const WIDTH = 16;
const ROWS = RERANKED + 100;

/** A segment whose rows have one of two directions; every fourth row has that of the query. */
function segment() {
  const writer = new VectorWriter(WIDTH, ROWS);
  const rows = new Float32Array(ROWS * WIDTH);
  for (let row = 0; row < ROWS; row++) rows[row * WIDTH + (row % 4 === 0 ? 0 : 1)] = 1;
  writer.add(rows);
  return { vectors: VectorIndex.of(writer.finish()) };
}

const query = rotateQuery(Float32Array.from({ length: WIDTH }, (_, i) => (i === 0 ? 1 : 0)));

/** All rows of two segments; the first hundred of each share a word with the query. */
const found = {
  ...NO_CANDIDATES,
  count: 2 * ROWS,
  rows: Uint32Array.from({ length: 2 * ROWS }, (_, position) => position % ROWS),
  starts: Uint32Array.of(0, ROWS, 2 * ROWS),
  lexical: Float64Array.from({ length: 2 * ROWS }, (_, position) =>
    position % ROWS < 100 ? 3 : 0,
  ),
  lowest: 0,
  matched: 2 * ROWS,
};

it('keeps the candidates that are best by words and by meaning, in their order', () => {
  const { kept: pruned } = pruneCandidates(
    [segment(), segment()],
    found,
    { mapped: query, share: 1 },
    EVEN_WEIGHTS,
    RERANKED,
  );
  expect(pruned.count).toBe(RERANKED);
  expect(pruned.matched).toBe(found.matched);
  const near = Array.from({ length: ROWS }, (_, row) => row).filter(
    (row) => row < 100 || row % 4 === 0,
  );
  // 200 rows of each segment are enough for 400: those with a word, and the nearest of the others.
  expect(near.length).toBe(200);
  for (const s of [0, 1]) {
    const own = Array.from(pruned.rows.subarray(pruned.starts[s], pruned.starts[s + 1]));
    expect(own).toEqual(near);
  }
  expect(pruned.lexical.filter((score) => score === 3)).toHaveLength(200);
});

it('keeps as many as hits are wanted', () => {
  const parts = [segment(), segment()];
  expect(
    pruneCandidates(parts, found, { mapped: query, share: 1 }, EVEN_WEIGHTS, 500).kept.count,
  ).toBe(500);
  expect(pruneCandidates(parts, found, { mapped: null, share: 1 }, EVEN_WEIGHTS, 2_000).kept).toBe(
    found,
  );
});
