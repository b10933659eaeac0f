/** The public interface of the engine: everything that other rooms import. An index is made in four steps, each of
 * which may run on another machine: `plan`, `train`, `build` for each range of the plan, `publish`. `open`
 * answers queries. docs/engine.md has an example.
 */
import { openModel } from './concept/model.ts';
import { type TrainedModel, type TrainOptions, trainModel } from './concept/train.ts';
import type { RowBatch } from './csv/batch.ts';
import type { DatasetPlan } from './csv/plan.ts';
import { readBatches } from './csv/read.ts';
import { estimateSegmentCodes } from './estimate-codes.ts';
import { estimateSegmentTerms } from './estimate-terms.ts';
import { type BuildOptions, type BuiltSegment, buildSegment } from './segment/build.ts';
import type { ByteSource } from './source.ts';

// biome-ignore lint/performance/noBarrelFile: the only entry point of the engine
export { asRowsOf, changedCsv, type GivenChanges, readGiven } from './changes/changed-csv.ts';
export { type Changes, parseChanges, serializeChanges } from './changes/changes.ts';
export { IndexWriter, type WrittenChanges } from './changes/writer.ts';
export {
  type ClusterAnswer,
  type ClusterConnection,
  ClusterError,
  type ClusterRequest,
} from './cluster/connection.ts';
export {
  createClusterIndex,
  deleteClusterIndex,
  deleteClusterIndexes,
  finishClusterIndex,
  loadSegment,
  setAlias,
} from './cluster/load.ts';
export { openClusterIndex } from './cluster/open-cluster.ts';
export { type ColumnType, columnTypes, typeOf } from './column-kind.ts';
export type { FilterTree, SearchFilter } from './conditions.ts';
export { detectEncoding, type Encoding, encodings } from './csv/encoding.ts';
export { toUtf8, transcoded } from './csv/normalize.ts';
export {
  type DatasetPlan,
  datasetPlan,
  type PreviewColumn,
  planDataset as plan,
  previewDataset as preview,
} from './csv/plan.ts';
export {
  joinParts,
  type PartScan,
  partScan,
  partsOf,
  scanPart,
} from './csv/plan-parts.ts';
export { requireMostRows } from './csv/sample.ts';
export { type Reading, type RecordsForm, recordsForm } from './csv/table.ts';
export { DatasetError, QueryError } from './errors.ts';
export type { Facet, FacetRequest } from './facets.ts';
export { FORMAT_VERSION, OLDEST_VERSION } from './file/container.ts';
export { archivedFiles, openFile, type PackedFile } from './formats/open-file.ts';
export type { SortOrder } from './listing.ts';
export { type Manifest, OutdatedIndexError, parseManifest, serializeManifest } from './manifest.ts';
export { firstReads, openIndex as open } from './opening/open.ts';
export { columnsOf, type IndexShape, openMemory } from './opening/open-memory.ts';
export { publishIndex as publish } from './publish.ts';
export type { KnownWord, Scope, SearchHit, SearchIndex } from './query/search-index.ts';
export { type ColumnSpec, fileColumns, withEmbedding } from './schema.ts';
export { facetBytes } from './segment/counted-parts.ts';
export { type ByteSource, memorySource } from './source.ts';
export { createAnalyzer } from './text/analyze.ts';
export { MAX_SYNONYM_TERMS, Synonyms, type UsedSynonyms } from './words/synonyms.ts';

/** Rows and rejects that a step has read so far. */
export interface RowCounts {
  readonly rows: number;
  readonly rejects: number;
}

/** Options of the steps that read rows. */
interface Progress {
  /** Called with each batch of rows, before it is processed. The step waits for its promise. */
  readonly onRows?: (counts: RowCounts) => void | Promise<void>;
}

async function* counted(
  batches: AsyncIterable<RowBatch>,
  onRows: Progress['onRows'],
): AsyncGenerator<RowBatch> {
  let rows = 0;
  let rejects = 0;
  for await (const batch of batches) {
    rows += batch.rowCount;
    rejects += batch.rejects.length;
    await onRows?.({ rows, rejects });
    yield batch;
  }
}

/** The first rows of each range, some megabytes at least: together about so many bytes. */
async function* beginnings(
  source: ByteSource,
  plan: DatasetPlan,
  maxBytes: number,
): AsyncGenerator<RowBatch> {
  for (const range of plan.ranges) {
    let left = maxBytes / plan.ranges.length;
    for await (const batch of readBatches(source, plan, range)) {
      yield batch;
      left -= batch.bytes.length;
      if (left <= 0) break;
    }
  }
}

/** Ranges and bytes that estimates look into. */
const ESTIMATE_RANGES = 16;
const ESTIMATE_BYTES = 16 << 20;

/**
 * Estimates the distinct terms of all segments of a planned dataset, added up, from the first rows of some of its ranges.
 * Searches hold a table of them in memory; see `openMemory`.
 */
export function estimateTerms(source: ByteSource, plan: DatasetPlan): Promise<number> {
  const { ranges, schema, recordCount } = plan;
  return estimateSegmentTerms(someRows(source, plan), schema, recordCount, ranges.length);
}

/** Estimates the bytes of the different codes and names of all columns in the same way; see `openMemory`. */
export function estimateCodes(source: ByteSource, plan: DatasetPlan): Promise<number> {
  const { ranges, schema, recordCount } = plan;
  return estimateSegmentCodes(someRows(source, plan), schema, recordCount, ranges.length);
}

function someRows(source: ByteSource, plan: DatasetPlan): AsyncGenerator<RowBatch> {
  const { ranges } = plan;
  const step = Math.ceil(ranges.length / ESTIMATE_RANGES);
  const some = { ...plan, ranges: ranges.filter((_, i) => i % step === 0) };
  return beginnings(source, some, ESTIMATE_BYTES);
}

/**
 * Learns the model of a dataset from all of its rows. The same rows and seed give the same bytes.
 * @param source the planned file
 * @param options `maxReadBytes`: of a larger file, the first rows of each range are read instead, and the model counts only
 * these: its held-out rows are then other rows, few of which were learned
 * @throws DatasetError `no_rows` when no row has text in the index column or the title
 */
export function train(
  source: ByteSource,
  plan: DatasetPlan,
  options: TrainOptions & Progress & { readonly maxReadBytes?: number },
): Promise<TrainedModel> {
  const { maxReadBytes = Number.POSITIVE_INFINITY } = options;
  const { start, firstLine } = plan.ranges[0]!;
  const whole = { start, end: plan.ranges.at(-1)!.end, firstLine };
  const batches =
    whole.end - start <= maxReadBytes
      ? readBatches(source, plan, whole)
      : beginnings(source, plan, maxReadBytes);
  return trainModel(counted(batches, options.onRows), plan.schema, options);
}

/**
 * Builds the segment of one range of a plan. The same rows and model give the same bytes.
 * @param model the file that `train` returned, with the name for error messages
 * @param range index in `plan.ranges`
 * @throws CorruptFileError if the model is damaged
 */
export async function build(
  source: ByteSource,
  plan: DatasetPlan,
  range: number,
  model: { readonly fileName: string; readonly source: ByteSource },
  options: BuildOptions & Progress = {},
): Promise<BuiltSegment> {
  const opened = await openModel(model.source, model.fileName);
  const batches = readBatches(source, plan, plan.ranges[range]!);
  return buildSegment(counted(batches, options.onRows), opened, plan.schema, options);
}
