import { openModelHead } from './concept/model.ts';
import { FORMAT_VERSION } from './file/container.ts';
import type { FileRecord, Manifest, SegmentRecord } from './manifest.ts';
import { joinState, meanBurstiness } from './opening/index-state.ts';
import { codeBytesOf, type IndexShape, shapeOf } from './opening/open-memory.ts';
import { WeightTest } from './quality/choose-weight.ts';
import { halfDocuments } from './quality/half-documents.ts';
import { measureHalves } from './quality/measure-halves.ts';
import { measureNearestRecall } from './quality/nearest-recall.ts';
import { projectConcept } from './query/query-vectors.ts';
import { type IndexSchema, storedColumns, vectorColumn } from './schema.ts';
import { filterSection, filterType } from './segment/filter-column.ts';
import { openSegment, type Segment } from './segment/open.ts';
import type { ByteSource } from './source.ts';

/** A file of an index: the name by which it will be opened, and its bytes. */
export interface WrittenFile {
  readonly fileName: string;
  readonly source: ByteSource;
}

export interface PublishOptions {
  /**
   * Returns the seconds since the build started; called at the end. Without it, the same files always give
   * the same manifest.
   */
  readonly elapsedSeconds?: () => number;
  /** What the dataset's own vectors count, relative to lexical scores of 0 to 1. Chosen by halves of documents if absent. */
  readonly vectorWeight?: number | undefined;
  /** Name of the index on a cluster that holds the rows, so that searches read them there. */
  readonly cluster?: string;
  /** Called with the shape of an index whose rows searches read themselves. Throws if none can hold it in memory. */
  readonly requireServable?: (shape: IndexShape) => void;
}

/** Rows of an index on a cluster that the quality card is measured on: about as many as a function can hold. */
const MEASURED_ROWS = 1_000_000;

/** The first segments that together have enough rows. */
function firstSegments(segments: readonly Segment[]): Segment[] {
  let rows = 0;
  return segments.filter(({ facts }) => {
    const isBefore = rows < MEASURED_ROWS;
    rows += facts.rowCount;
    return isBefore;
  });
}

/** What searches need to know of an index on a cluster. */
function clusterRecord(index: string, schema: IndexSchema, segments: readonly Segment[]) {
  const prose = schema.columns.filter(
    (column) =>
      filterType(column) === 'code' &&
      segments.some(({ file }) => !file.has(filterSection(column.position))),
  );
  return {
    index,
    meanBurstiness: meanBurstiness(segments),
    prose: prose.map(({ position }) => position),
    countsItems: true as const,
    findsWords: true as const,
  };
}

/**
 * Joins a model and its segments into a manifest. Segments may have been built anywhere and in any order;
 * corpus-wide counts come from their metadata, so the dataset is not read again.
 * @param segments in the order of the dataset's ranges; segments without rows are left out
 * @throws CorruptFileError
 */
export async function publishIndex(
  modelFile: WrittenFile,
  segments: readonly WrittenFile[],
  options: PublishOptions = {},
): Promise<Manifest> {
  const openedModel = await openModelHead(modelFile.source, modelFile.fileName);
  const { model } = openedModel;
  const stored = storedColumns(model.schema).length;
  const opened = await Promise.all(
    segments.map(({ source, fileName }) => openSegment(source, fileName, stored, model.dimensions)),
  );
  const record = (
    file: WrittenFile,
    { crc, headBytes }: Pick<FileRecord, 'crc' | 'headBytes'>,
  ): FileRecord => ({
    fileName: file.fileName,
    sizeBytes: file.source.sizeBytes,
    crc,
    headBytes,
  });
  const records: SegmentRecord[] = opened.map((segment, i) => ({
    ...record(segments[i]!, segment.file),
    rowCount: segment.facts.rowCount,
  }));
  const rowCount = opened.reduce((sum, segment) => sum + segment.facts.rowCount, 0);
  const rejectCount = opened.reduce((sum, segment) => sum + segment.facts.rejectCount, 0);
  const repairs = opened.reduce((sum, segment) => sum + segment.facts.repairCount, 0);
  const filled = opened.filter((segment) => segment.facts.rowCount > 0);
  const { cluster, requireServable } = options;
  const { columns } = model.schema;
  const codeBytes = cluster ? 0 : await codeBytesOf(filled, columns);
  if (!cluster) requireServable?.(shapeOf(filled, columns, modelFile.source.sizeBytes, codeBytes));
  const state = joinState(openedModel, cluster ? firstSegments(filled) : filled);
  await state.load();
  const documents = await halfDocuments(state);
  const ownRows = filled.map(({ facts }) => facts.own?.rows ?? 0);
  const hasVectors = vectorColumn(model.schema) !== undefined && filled.length > 0;
  const weights = hasVectors ? new WeightTest(await state.load(), options.vectorWeight) : undefined;
  const halves = await measureHalves(state, documents, weights);
  const queryVectors = documents.map(({ query }) => projectConcept(model, query));
  // On a cluster, another search finds the nearest rows.
  const nearest = cluster
    ? undefined
    : await measureNearestRecall(
        state,
        queryVectors.filter((vector) => vector !== null),
      );
  return {
    formatVersion: FORMAT_VERSION,
    embedder: 'concept',
    schema: model.schema,
    model: record(modelFile, model),
    segments: records.filter((segment) => segment.rowCount > 0),
    ...(cluster && { cluster: clusterRecord(cluster, model.schema, filled) }),
    ...(codeBytes > 0 && { codeBytes }),
    rowCount,
    rejectCount,
    card: {
      rows: rowCount,
      rejects: rejectCount,
      repairs,
      terms: model.vocabulary.size,
      dimensions: model.dimensions,
      language: model.language,
      ...(model.languages && { languages: model.languages }),
      ...halves,
      ...(nearest && { nearest }),
      ...(weights && {
        own: {
          rows: ownRows.reduce((sum, rows) => sum + rows, 0),
          ...weights.card(options.vectorWeight),
        },
      }),
      ...(options.elapsedSeconds && { buildSeconds: options.elapsedSeconds() }),
    },
  };
}
