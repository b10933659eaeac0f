import { connect, type Index, type VectorQuery } from '@lancedb/lancedb';
import type { VectorPeer } from '../vectors/peer.ts';
import { WIDTH } from '../vectors/vector-set.ts';
import { makeVectorTable } from './lancedb-table.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A vector index of LanceDB with its search settings, from cheap to expensive. */
export async function openLanceDb(
  config: Index,
  settings: Readonly<Record<string, (query: VectorQuery) => VectorQuery>>,
): Promise<VectorPeer> {
  const folder = temporaryFolder();
  const database = await connect(folder.file('lance'));
  const applied = Object.values(settings);
  let table: Awaited<ReturnType<typeof database.createTable>>;
  return {
    settings: Object.keys(settings),
    build: async (rows) => {
      table = await database.createTable('rows', makeVectorTable(rows, WIDTH));
      await table.createIndex('vector', { config });
    },
    search: async (query, count, setting) => {
      const nearest = table.query().nearestTo(query).distanceType('cosine');
      const found = await applied[setting]!(nearest)
        .limit(count)
        .select(['row', '_distance'])
        .toArrow();
      return found.getChild('row')!.toArray();
    },
    sizeBytes: folder.sizeBytes,
  };
}
