import { rotateQuery } from '#engine/segment/query-vector.ts';
import { VectorIndex } from '#engine/segment/vector-index.ts';
import { VectorWriter } from '#engine/segment/vector-writer.ts';
import type { VectorPeer } from '../vectors/peer.ts';
import { WIDTH } from '../vectors/vector-set.ts';

/** The vector part of a segment of this engine. */
export async function openPeer(): Promise<VectorPeer> {
  let index: VectorIndex;
  let sizeBytes = 0;
  return {
    settings: ['–'],
    build: async (rows) => {
      const count = rows.length / WIDTH;
      const writer = new VectorWriter(WIDTH, count);
      writer.add(rows);
      index = VectorIndex.of(writer.finish());
      // Otherwise the first search would create the one-bit codes.
      index.encode();
      sizeBytes = count * (WIDTH + WIDTH / 8 + 4);
    },
    search: (query, count) => index.nearest(rotateQuery(query), count, null).rows,
    sizeBytes: () => sizeBytes,
  };
}
