import { Index, type VectorQuery } from '@lancedb/lancedb';
import { openLanceDb } from './lancedb-vectors.ts';

/** Number of probed partitions, and refine factor: multiple of the wanted rows that are compared exactly. */
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
