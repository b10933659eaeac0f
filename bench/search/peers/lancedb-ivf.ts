import { Index, type VectorQuery } from '@lancedb/lancedb';
import { openLanceDb } from './lancedb-vectors.ts';

/** Partitions to probe; how many times the wanted rows are compared again with stored vectors. */
const EFFORTS = [
  [20, 2],
  [20, 5],
  [50, 5],
  [100, 5],
  [200, 5],
  [400, 10],
] as const;

/** Inverted lists of one-bit codes (RaBitQ). */
export const openPeer = () =>
  openLanceDb(
    Index.ivfRq({ distanceType: 'cosine' }),
    Object.fromEntries(
      EFFORTS.map(([probes, refine]) => [
        `${probes} probes, refine ${refine}`,
        (query: VectorQuery) => query.nprobes(probes).refineFactor(refine),
      ]),
    ),
  );
