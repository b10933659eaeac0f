import { connect, Index, rerankers } from '@lancedb/lancedb';
import { generatedDataset } from '../corpus/dataset.ts';
import type { TextPeer } from '../text/peer.ts';
import { readFloats, WIDTH } from '../vectors/vector-set.ts';
import { makeTextTable } from './lancedb-table.ts';
import { readDocuments } from './read-documents.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** LanceDB: full-text and vector index, joined by reciprocal rank fusion. */
export async function openPeer(): Promise<TextPeer> {
  const folder = temporaryFolder();
  const database = await connect(folder.file('lance'));
  const reranker = await rerankers.RRFReranker.create();
  let table: Awaited<ReturnType<typeof database.createTable>>;
  return {
    build: async (rows, vectors) => {
      const columns = { id: [] as string[], text: [] as string[], section: [] as string[] };
      for await (const { id, title, text, section } of readDocuments(
        (await generatedDataset(rows)).csv,
      )) {
        columns.id.push(id);
        columns.text.push(`${title} ${text}`);
        columns.section.push(section);
      }
      table = await database.createTable(
        'rows',
        makeTextTable(columns, readFloats(vectors!, 'rows'), WIDTH),
      );
      await table.createIndex('text', { config: Index.fts() });
      await table.createIndex('section', { config: Index.bitmap() });
      await table.createIndex('vector', { config: Index.ivfRq({ distanceType: 'cosine' }) });
    },
    search: async ({ text, vector, section }, limit) => {
      const query = table
        .query()
        .nearestTo(vector!)
        .distanceType('cosine')
        .fullTextSearch(text, { columns: 'text' })
        .rerank(reranker)
        .limit(limit)
        .select(['id']);
      if (section) query.where(`section = '${section}'`);
      return (await query.toArray()).map(({ id }) => id);
    },
    sizeBytes: folder.sizeBytes,
  };
}
