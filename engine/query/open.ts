import { openModel } from '../concept/model.ts';
import { CorruptFileError } from '../errors.ts';
import type { FileRecord, Manifest } from '../manifest.ts';
import { openSegment, type Segment } from '../segment/open.ts';
import type { ByteSource } from '../source.ts';
import { analyzeQuery } from './analyze-query.ts';
import { nearestTerms } from './dictionary.ts';
import { type IndexState, joinState } from './index-state.ts';
import { foldQuery } from './query-vectors.ts';
import { searchIndex } from './search.ts';
import type { SearchIndex } from './search-index.ts';

/** Opens a file of an index by its name in the manifest. */
export type OpenFile = (fileName: string) => Promise<ByteSource>;

/** Checks that a file is the one the manifest lists. */
function checkRecord(record: FileRecord, source: ByteSource, crc: number): void {
  if (source.sizeBytes !== record.sizeBytes || crc !== record.crc) {
    throw new CorruptFileError(record.fileName, 'head', 12, 'not the file of this index version');
  }
}

/** Model and segments of an index, opened and checked against its manifest. */
export async function openState(manifest: Manifest, open: OpenFile): Promise<IndexState> {
  const stored = manifest.schema.columns.filter((column) => column.role !== 'ignore').length;
  const loadModel = async () => {
    const source = await open(manifest.model.fileName);
    const model = await openModel(source, manifest.model.fileName);
    checkRecord(manifest.model, source, model.crc);
    return model;
  };
  const loadSegment = async (record: Manifest['segments'][number]): Promise<Segment> => {
    const source = await open(record.fileName);
    const segment = await openSegment(source, record.fileName, stored, await dimensions);
    checkRecord(record, source, segment.file.crc);
    return segment;
  };
  const loading = loadModel();
  const dimensions = loading.then((model) => model.dimensions);
  const [model, segments] = await Promise.all([
    loading,
    Promise.all(manifest.segments.map(loadSegment)),
  ]);
  return joinState(model, segments);
}

/**
 * Opens an index for searching. Reads the model and the head of each segment; the rest of a segment is
 * read at the first search and stays in memory until `close`.
 * @throws CorruptFileError if a file is damaged, incomplete or of another version
 */
export async function openIndex(manifest: Manifest, open: OpenFile): Promise<SearchIndex> {
  let state: IndexState | null = await openState(manifest, open);
  const opened = (): IndexState => {
    if (!state) throw new Error('The index is closed.');
    return state;
  };
  return {
    search: async (request) => searchIndex(opened(), manifest.schema.columns, request),
    vector: (text) => {
      const { model } = opened();
      const { concept } = foldQuery(model, analyzeQuery(text, model.analyzer));
      return Array.from(concept ?? new Float32Array(model.dimensions));
    },
    dictionary: (text, limit) => nearestTerms(opened().model, text, limit),
    close: () => {
      state = null;
    },
  };
}
