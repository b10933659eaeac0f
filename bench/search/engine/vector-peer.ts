import { quantizeRows } from '#engine/concept/quantize.ts';
import { VectorScan } from '#engine/segment/vector-scan.ts';
import type { VectorPeer } from '../vectors/peer.ts';
import { highest } from '../vectors/scan.ts';
import { WIDTH } from '../vectors/vector-set.ts';

/** The vector part of a segment of this engine. */
export async function openPeer(): Promise<VectorPeer> {
  let scan: VectorScan;
  let sizeBytes = 0;
  return {
    settings: ['–'],
    build: async (rows) => {
      scan = new VectorScan(quantizeRows(rows, WIDTH));
      sizeBytes = (rows.length / WIDTH) * (WIDTH + 4);
    },
    search: (query, count) => highest(scan.scores(query), count),
    sizeBytes: () => sizeBytes,
  };
}
