import hnswlib from 'hnswlib-node';
import type { VectorPeer } from '../vectors/peer.ts';
import { vectorAt, WIDTH } from '../vectors/vector-set.ts';
import { temporaryFolder } from './temporary-folder.ts';

const EFFORTS = [100, 150, 250, 400, 800];

/** Hierarchical navigable small worlds over f32 on one thread, with the usual M = 16 and ef = 200. */
export async function openPeer(): Promise<VectorPeer> {
  const index = new hnswlib.HierarchicalNSW('ip', WIDTH);
  return {
    settings: EFFORTS.map((ef) => `ef ${ef}`),
    build: async (rows) => {
      const count = rows.length / WIDTH;
      index.initIndex({ maxElements: count, m: 16, efConstruction: 200, randomSeed: 1 });
      for (let row = 0; row < count; row++) index.addPoint(Array.from(vectorAt(rows, row)), row);
    },
    search: (query, count, setting) => {
      index.setEf(EFFORTS[setting]!);
      return index.searchKnn(Array.from(query), count).neighbors;
    },
    sizeBytes: () => {
      const folder = temporaryFolder();
      index.writeIndexSync(folder.file('index'));
      return folder.sizeBytes();
    },
  };
}
