import { highest } from '#engine/top-k.ts';
import { openScan } from './scan.ts';
import { NEIGHBOURS, vectorAt, WIDTH } from './vector-set.ts';

/** Exact nearest rows of each query by inner product in f32, NEIGHBOURS each. */
export async function exactNeighbours(
  rows: Float32Array,
  queries: Float32Array,
): Promise<Int32Array> {
  const count = rows.length / WIDTH;
  const scan = await openScan((rows.length + WIDTH + count) * 4 + 1024);
  const kept = scan.f32(rows.length);
  kept.set(rows);
  const query = scan.f32(WIDTH);
  const scores = scan.f32(count);
  const truth = new Int32Array((queries.length / WIDTH) * NEIGHBOURS);
  for (let q = 0; q * WIDTH < queries.length; q++) {
    query.set(vectorAt(queries, q));
    scan.dotF32(query, kept, scores);
    truth.set(highest(scores, NEIGHBOURS), q * NEIGHBOURS);
  }
  return truth;
}
