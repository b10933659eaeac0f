import { Index, type VectorQuery } from '@lancedb/lancedb';
import { openLanceDb } from './lancedb-vectors.ts';

/** Search efforts; at least the number of rows that are compared again. */
const EFFORTS = [200, 400, 800, 1600];

/** An HNSW graph over 8-bit vectors, in one partition as its manual advises. */
export const openPeer = () =>
  openLanceDb(
    Index.hnswSq({ distanceType: 'cosine', numPartitions: 1 }),
    Object.fromEntries(
      EFFORTS.map((ef) => [
        `ef ${ef}, refine 2`,
        (query: VectorQuery) => query.ef(ef).refineFactor(2),
      ]),
    ),
  );
