import { QueryError } from '../errors.ts';
import type { Manifest } from '../manifest.ts';
import { openListedModel } from '../opening/open-files.ts';
import { conceptVector, dictionary, knownWords } from '../query/model-answers.ts';
import { searchByCode } from '../query/search-by-code.ts';
import type { OpenFile, SearchIndex } from '../query/search-index.ts';
import { storedColumns } from '../schema.ts';
import { searchRows } from '../search/searcher.ts';
import { ClusterSource } from '../search/sources/cluster.ts';
import { paddedWidth } from '../segment/rotation.ts';
import { ClusterIndex } from './cluster-index.ts';
import type { ClusterConnection } from './connection.ts';

/**
 * Opens an index whose rows are on a cluster. The cluster finds candidates; words, meaning and ranking are those of
 * embedded indexes. Reads the model's file.
 * @throws CorruptFileError if the model is damaged; searches throw `ClusterError`
 */
export async function openClusterIndex(
  manifest: Manifest,
  open: OpenFile,
  connection: ClusterConnection,
): Promise<SearchIndex> {
  const { cluster, rowCount, schema } = manifest;
  if (!cluster) throw new Error('The rows of this index are not on a cluster.');
  const opened = await openListedModel(manifest, open);
  await opened.parts.associations();
  const index = new ClusterIndex(
    connection,
    cluster.index,
    rowCount,
    paddedWidth(opened.model.dimensions),
  );
  const rows = new ClusterSource(opened, manifest, cluster, index);
  return {
    columns: storedColumns(schema),
    isEmbedded: false,
    search: (request) => searchByCode(schema.columns, request, (each) => searchRows(rows, each)),
    changed: () => Promise.reject(new Error('Rows on a cluster do not change yet.')),
    within: () => {
      throw new QueryError(
        'bad_scope',
        'Of an index on a search cluster no part can be seen alone.',
      );
    },
    vector: (text) => conceptVector(opened, text),
    dictionary: (text, limit) => dictionary(opened, text, limit),
    words: (terms) => knownWords(opened, terms),
    // Opening has read what every search needs.
    warm: async () => {},
    close: () => {},
  };
}
