import { quantizeRows } from '#engine/concept/quantize.ts';
import { highest } from '#engine/top-k.ts';
import type { VectorPeer } from './peer.ts';
import { openScan } from './scan.ts';
import { WIDTH } from './vector-set.ts';

/** Offset of query entries, because the dot product needs values from 0 to 127. */
const OFFSET = 63;

/** The plain exact scan over 8-bit rows with a scale each. */
export async function openPeer(): Promise<VectorPeer> {
  let find: (query: Float32Array, count: number) => Uint32Array;
  let sizeBytes = 0;
  return {
    settings: ['–'],
    build: async (rows) => {
      const count = rows.length / WIDTH;
      const scan = await openScan(rows.length + count * 4 + WIDTH + 1024);
      const [kept, query, dots] = [scan.i8(rows.length), scan.i8(WIDTH), scan.i32(count)];
      const { values, scales } = quantizeRows(rows, WIDTH);
      kept.set(values);
      const sums = new Int32Array(count);
      for (let i = 0; i < values.length; i++) sums[Math.floor(i / WIDTH)]! += values[i]!;
      const scores = new Float32Array(count);
      sizeBytes = kept.byteLength + scales.byteLength + sums.byteLength;
      find = (asked, wanted) => {
        const largest = asked.reduce((most, x) => Math.max(most, Math.abs(x)), 0) || 1;
        for (let j = 0; j < WIDTH; j++) {
          query[j] = Math.round((asked[j]! * OFFSET) / largest) + OFFSET;
        }
        scan.dotI8(query, kept, dots);
        for (let r = 0; r < count; r++) scores[r] = (dots[r]! - OFFSET * sums[r]!) * scales[r]!;
        return highest(scores, wanted);
      };
    },
    search: (query, count) => find(query, count),
    sizeBytes: () => sizeBytes,
  };
}
