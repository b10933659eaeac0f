import { availableParallelism } from 'node:os';
import type { ConceptModel } from '../concept/model.ts';
import { NO_TEXT, type RejectedRow, type RowBatch } from '../csv/batch.ts';
import { bytesOf, writeContainer } from '../file/container.ts';
import { termSections } from '../file/term-table.ts';
import { type IndexSchema, type SchemaColumn, searchedColumns, storedColumns } from '../schema.ts';
import { BulkScanner } from '../text/bulk-scanner.ts';
import { TermScanner } from '../text/term-scanner.ts';
import { FilterColumnWriter } from './filter-column.ts';
import type { SegmentFacts } from './format.ts';
import { encodeRows, longestRow } from './forward-rows.ts';
import { invert } from './invert.ts';
import { OwnVectorsWriter } from './own-vectors.ts';
import { postingSections } from './posting-lists.ts';
import { type Forward, projectRows } from './project-rows.ts';
import { beginFeatureSections } from './row-features.ts';
import { RowStoreWriter } from './row-store.ts';
import { VectorIndex } from './vector-index.ts';
import { beginWordSections } from './word-lists.ts';

/** A finished segment. `rejects` lists the rows that were left out. */
export interface BuiltSegment {
  readonly bytes: Uint8Array;
  readonly rowCount: number;
  readonly rejects: readonly RejectedRow[];
}

/** Options of a segment build. */
export interface BuildOptions {
  /** Number of threads, which does not affect the bytes. Default: the available parallelism. */
  readonly threads?: number;
  /** Gives the vectors of rows by their title and text, if the schema says that a model does; undefined for those that it cannot have. */
  readonly embed?:
    | ((texts: readonly string[]) => Promise<(readonly number[] | undefined)[]>)
    | undefined;
  /** Tells whether a column is prose, if other segments of the index have decided it. */
  readonly isProse?: (column: SchemaColumn) => boolean;
  /** Bytes of stored cells from which their tokens are learned. Fewer take less time, and cells more bytes. Default: 1 MiB. */
  readonly sampleBytes?: number;
}

/** Renumbers terms by falling frequency, so that frequent terms get short codes. */
function renumber(terms: readonly string[], tokens: Uint32Array): string[] {
  const counts = new Uint32Array(terms.length);
  for (let i = 0; i < tokens.length; i++) counts[tokens[i]!]!++;
  const order = Array.from(counts.keys()).sort((a, b) => counts[b]! - counts[a]! || a - b);
  const number = new Uint32Array(terms.length);
  order.forEach((old, fresh) => {
    number[old] = fresh;
  });
  for (let i = 0; i < tokens.length; i++) tokens[i] = number[tokens[i]!]!;
  return order.map((old) => terms[old]!);
}

const embeddedText = (batch: RowBatch, row: number, columns: readonly SchemaColumn[]) =>
  columns
    .map(({ position }) => batch.cell(row, position).trim())
    .filter((cell) => cell !== '')
    .join('\n');

/**
 * Builds one immutable segment from the rows of a range. The same rows and model give the same
 * bytes, so a repeated step overwrites its own output.
 */
export async function buildSegment(
  batches: AsyncIterable<RowBatch> | Iterable<RowBatch>,
  model: ConceptModel,
  schema: IndexSchema,
  options: BuildOptions = {},
): Promise<BuiltSegment> {
  const columns = searchedColumns(schema);
  const threads = options.threads ?? availableParallelism();
  const searchedPositions = columns.map((column) => column.position);
  const stored = storedColumns(schema);
  const storedPositions = stored.map((column) => column.position);
  const filters = stored.map((column) => new FilterColumnWriter(column, options.isProse?.(column)));
  const store = new RowStoreWriter(stored.length, threads, options.sampleBytes);
  const own = OwnVectorsWriter.for(schema);
  const fromFile = own?.isEmbedded ? undefined : own;
  const embeddedColumns = columns.filter(({ kind }) => kind === 'title' || kind === 'body');
  const rejects: RejectedRow[] = [];
  const scanner = new TermScanner(model.analyzer.analyzers, true);
  const bulk = new BulkScanner(scanner, threads, undefined, true);
  let rowCount = 0;
  let repairCount = 0;
  try {
    for await (const batch of batches) {
      const left: RejectedRow[] = [...batch.rejects];
      const usable: number[] = [];
      for (let r = 0; r < batch.rowCount; r++) {
        const hasText = searchedPositions.some((position) => !batch.isBlank(r, position));
        const reason = hasText ? fromFile?.add(batch, r) : NO_TEXT;
        if (reason === undefined) usable.push(r);
        else left.push({ line: batch.lines[r]!, reason });
      }
      if (own?.isEmbedded) {
        const texts = usable.map((r) => embeddedText(batch, r, embeddedColumns));
        own.addEmbedded((await options.embed?.(texts)) ?? texts.map(() => undefined));
      }
      rowCount += usable.length;
      repairCount += batch.repairs;
      // Both return at once: other threads encode cells and find words while this one adds filters.
      store.add(batch, usable, storedPositions);
      const [starts, ends] = batch.cells(usable, searchedPositions);
      const { bytes } = batch;
      bulk.add(
        bytes,
        starts,
        ends,
        model.analyzer.languagesOfCells(bytes, starts, ends, columns.length),
      );
      for (const filter of filters) for (const r of usable) filter.add(batch, r);
      for (const reject of left.sort((a, b) => a.line - b.line)) rejects.push(reject);
    }
  } catch (error) {
    // Reading failed. Stop the threads, which would wait forever.
    bulk.close();
    store.close();
    throw error;
  }
  bulk.finish();
  // Other threads make what is begun here and below, and this one all else.
  const words = beginWordSections(scanner.forms, bulk.forms!.view(), bulk.formEnds.view(), threads);
  const tokens = bulk.tokens.view();
  const terms = renumber(scanner.terms, tokens);
  const forward: Forward = {
    terms,
    tokens,
    ends: bulk.ends.view(),
    rows: rowCount,
    fieldCount: columns.length,
  };
  const encoded = encodeRows(forward);
  const { modelTerms, vectors, norms } = projectRows(forward, model, columns, threads);
  const features = beginFeatureSections(encoded, vectors, norms, threads);
  const postings = invert(forward, columns, model.averageLengths);
  const index = VectorIndex.of(vectors);
  const ownVectors = own?.finish();
  const facts: SegmentFacts = {
    rowCount,
    rejectCount: rejects.length,
    repairCount,
    termCount: terms.length,
    postingCount: postings.rows.length,
    repeatedCount: postings.repeated.reduce((sum, count) => sum + count, 0),
    forwardBytes: encoded.bytes.length,
    longestRow: longestRow(encoded.offsets),
    signNorm: index.encode().norm,
    ...(ownVectors && { own: ownVectors.facts }),
  };
  const bytes = writeContainer('segment', [
    { name: 'facts', bytes: new TextEncoder().encode(JSON.stringify(facts)), head: true },
    ...termSections(terms),
    ...postingSections(postings),
    { name: 'modelTerms', bytes: bytesOf(modelTerms), packed: true, head: true },
    ...(await features()),
    { name: 'codes', bytes: index.codes },
    ...(ownVectors?.sections ?? []),
    ...filters.flatMap((filter) => filter.sections()),
    ...(await words()),
    ...store.sections(),
  ]);
  return { bytes, rowCount, rejects };
}
