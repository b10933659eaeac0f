import usearch from 'usearch';
import type { VectorPeer } from '../vectors/peer.ts';
import { WIDTH } from '../vectors/vector-set.ts';
import { temporaryFolder } from './temporary-folder.ts';

const EFFORTS = [64, 128, 256, 512, 1024];

/** usearch's graph over vectors of the given scalar type. The search effort is fixed when it is opened. */
export function openUsearch(quantization: 'i8' | 'f32'): VectorPeer {
  const open = (effort: number) =>
    new usearch.Index({
      dimensions: WIDTH,
      metric: usearch.MetricKind.IP,
      quantization: quantization === 'i8' ? usearch.ScalarKind.I8 : usearch.ScalarKind.F32,
      connectivity: 16,
      expansion_add: 128,
      expansion_search: effort,
      multi: false,
    });
  const folder = temporaryFolder();
  const file = folder.file('index');
  let opened = -1;
  let index = open(EFFORTS[0]!);
  return {
    settings: EFFORTS.map((effort) => `${quantization}, expansion ${effort}`),
    build: async (rows) => {
      const keys = BigUint64Array.from({ length: rows.length / WIDTH }, (_, row) => BigInt(row));
      index.add(keys, rows, 0);
      index.save(file);
    },
    search: (query, count, setting) => {
      if (opened !== setting) {
        index = open(EFFORTS[setting]!);
        index.load(file);
        opened = setting;
      }
      return index.search(query, count, 1).keys;
    },
    sizeBytes: folder.sizeBytes,
  };
}
