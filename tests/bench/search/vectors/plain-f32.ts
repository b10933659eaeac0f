import { highest } from '#engine/top-k.ts';
import type { VectorPeer } from './peer.ts';
import { openScan } from './scan.ts';
import { WIDTH } from './vector-set.ts';

/** The plain exact scan over f32. */
export async function openPeer(): Promise<VectorPeer> {
  let find: (query: Float32Array, count: number) => Uint32Array;
  let sizeBytes = 0;
  return {
    settings: ['–'],
    build: async (rows) => {
      const count = rows.length / WIDTH;
      const scan = await openScan((rows.length + WIDTH + count) * 4 + 1024);
      const [kept, query, scores] = [scan.f32(rows.length), scan.f32(WIDTH), scan.f32(count)];
      kept.set(rows);
      sizeBytes = kept.byteLength;
      find = (asked, wanted) => {
        query.set(asked);
        scan.dotF32(query, kept, scores);
        return highest(scores, wanted);
      };
    },
    search: (query, count) => find(query, count),
    sizeBytes: () => sizeBytes,
  };
}
