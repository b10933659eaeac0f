import { Index, type VectorQuery } from '@lancedb/lancedb';
import { openLanceDb } from './lancedb-vectors.ts';

/** At least as many as rows are compared again. */
const EFFORTS = [200, 400, 800, 1600];

/** A navigable graph over vectors of eight bits, in one partition as its manual advises. */
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
