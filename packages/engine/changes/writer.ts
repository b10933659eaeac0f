import { crc32 } from 'node:zlib';
import { isMissing } from '../column-values.ts';
import { readModelParts } from '../concept/model.ts';
import { CorruptFileError, QueryError } from '../errors.ts';
import { FORMAT_VERSION } from '../file/container.ts';
import { once } from '../file/once.ts';
import type { Manifest } from '../manifest.ts';
import type { IndexState } from '../opening/index-state.ts';
import { openState } from '../opening/open.ts';
import { openListedSegment } from '../opening/open-files.ts';
import type { OpenFile } from '../query/search-index.ts';
import { fileColumns, type SchemaColumn, storedColumns, vectorColumn } from '../schema.ts';
import { type BuildOptions, buildSegment } from '../segment/build.ts';
import { filterSection, filterType } from '../segment/filter-column.ts';
import { NO_TERM } from '../segment/format.ts';
import { forEachRowWith } from '../segment/group-rows.ts';
import { openSegment, type Segment } from '../segment/open.ts';
import { paddedWidth } from '../segment/rotation.ts';
import { allRows, countRows, hasRow, noRows, type RowSet } from '../segment/row-set.ts';
import { memorySource } from '../source.ts';
import { baseOf, type Changes, type DeltaRecord } from './changes.ts';
import { readDeleted, writeDeleted } from './deleted-rows.ts';
import {
  batchesOf,
  type Cells,
  type Given,
  keyOf,
  readKeys,
  readRows,
  writeGiven,
} from './given-rows.ts';
import { sampleIndex } from './nearness.ts';

/** Deltas of more rows are not merged any more: then a rebuild is cheaper. */
const MERGED_ROWS = 20_000;
/** A delta is merged with newer ones that have at least this share of its rows together. */
const MERGE_SHARE = 1 / 2;

/** Cells from which the tokens of stored cells are learned, a sixteenth of what a build takes: these segments soon become others. */
const SAMPLE_BYTES = 64 << 10;

/** New cells of a row in the order of the columns, its key among them. */
export type CellUpdates = readonly (string | undefined)[];

/** A batch of changes. */
export interface RowBatchOfChanges {
  /** Rows that replace those with the same key, or are new: the cells of all columns of the dataset. */
  readonly upserts: readonly Cells[];
  /** Rows that there are, with those cells that they get and undefined for those that stay. */
  readonly updates?: readonly CellUpdates[];
  /** Keys of rows to be deleted. */
  readonly deletes: readonly string[];
}

/** Where a row with a key is. */
interface RowPlace {
  readonly key: string;
  readonly segment: number;
  readonly row: number;
}

/** What a batch makes of an index. */
export interface WrittenChanges {
  readonly changes: Changes;
  /** New files by name. All must be stored before the changes are used. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Rows that were there before and are not any more. */
  readonly removed: number;
}

/** Changes rows of an index that was built. It keeps what it has read, for the next batch. */
export class IndexWriter {
  readonly #manifest: Manifest;
  readonly #open: OpenFile;
  readonly #state: IndexState;
  readonly #embed: BuildOptions['embed'];

  private constructor(
    manifest: Manifest,
    open: OpenFile,
    state: IndexState,
    embed: BuildOptions['embed'],
  ) {
    this.#manifest = manifest;
    this.#open = open;
    this.#state = state;
    this.#embed = embed;
  }

  /**
   * @param embed see `BuildOptions`
   * @throws CorruptFileError
   */
  static async open(
    manifest: Manifest,
    open: OpenFile,
    embed?: BuildOptions['embed'],
  ): Promise<IndexWriter> {
    return new IndexWriter(manifest, open, await openState(manifest, open), embed);
  }

  /** The columns of the dataset, in its order. */
  get header(): readonly string[] {
    return fileColumns(this.#manifest.schema).map(({ name }) => name);
  }

  /**
   * The column of keys.
   * @throws QueryError if the values of the column are not known
   */
  keyColumn(name: string): SchemaColumn {
    const column = this.#manifest.schema.columns.find((one) => one.name === name);
    if (!column || column.role === 'ignore') {
      throw new QueryError('unknown_column', `The index has no column "${name}".`);
    }
    const isCode = filterType(column) === 'code';
    if (!isCode || this.#isProse(column)) {
      throw new QueryError('not_filterable', `The column "${name}" does not hold keys.`);
    }
    return column;
  }

  #isProse({ position }: SchemaColumn): boolean {
    return this.#state.segments.some(({ file }) => !file.has(filterSection(position)));
  }

  /**
   * Applies a batch to an index as it is now. A repeated key counts where it stands last.
   * @param keyName column of keys, which are equal whatever their case and accents
   * @param now the changes so far
   * @param folder begins the names of new files
   * @throws QueryError `bad_filter` if a row has no key or no text, or there is no row to be updated
   */
  async write(
    now: Changes | undefined,
    keyName: string,
    { upserts, updates = [], deletes }: RowBatchOfChanges,
    folder: string,
  ): Promise<WrittenChanges> {
    if (now && now.key !== keyName) {
      throw new QueryError('bad_filter', `The rows of this index are told apart by "${now.key}".`);
    }
    const key = this.keyColumn(keyName);
    const updated = lastOfEach(updates, key);
    const rows = lastOfEach(upserts, key);
    const deltas = now?.deltas ?? [];
    const opened = await Promise.all(deltas.map((delta) => this.#openDelta(delta)));
    const segments = [...this.#state.segments, ...opened];
    const deleted = await this.#deletedOf(now, segments);
    const before = deleted.reduce((sum, set) => sum + countRows(set), 0);
    const keys = [...new Set([...rows.keys(), ...updated.keys(), ...deletes.map(keyOf)])];
    const found: RowPlace[] = [];
    await Promise.all(
      segments.map((segment, s) =>
        forEachRowWith(segment, allRows(segment.facts.rowCount), key, keys, (row, value) => {
          const isUpdated = updated.has(keys[value]!) && !hasRow(deleted[s]!, row);
          if (isUpdated) found.push({ key: keys[value]!, segment: s, row });
          deleted[s]![row >>> 5]! |= 1 << (row & 31);
        }),
      ),
    );
    const read = await this.#cellsOf(found, segments, deltas);
    for (const [each, cells] of updated) {
      const before = read.get(each);
      if (!before) {
        throw new QueryError('bad_filter', `No row has "${cells[key.position]}" in "${keyName}".`);
      }
      const vector = vectorColumn(this.#manifest.schema);
      if (
        vector &&
        !vector.isEmbedded &&
        (cells[vector.position] ?? before[vector.position]) === null
      ) {
        throw new QueryError(
          'bad_filter',
          `Send "${vector.name}" of "${cells[key.position]}", too: vectors are not kept as they were written.`,
        );
      }
      rows.set(
        each,
        // Its key stays as it is written.
        before.map((cell, position) =>
          position === key.position ? cell : (cells[position] ?? cell),
        ),
      );
    }
    const after = deleted.reduce((sum, set) => sum + countRows(set), 0);
    const files = new Map<string, Uint8Array>();
    const baseCount = this.#state.segments.length;
    const alive = (d: number) => deltas[d]!.segment.rowCount - countRows(deleted[baseCount + d]!);
    const merged = mergedFrom(
      deltas.map((_, d) => alive(d)),
      rows.size,
    );
    const kept = [...deltas.keys()].filter((d) => d < merged && alive(d) > 0);
    const batch = (now?.batches ?? 0) + 1;
    const given: Given<Cells>[] = [];
    for (let d = merged; d < deltas.length; d++) {
      given.push(...(await this.#aliveRows(deltas[d]!, deleted[baseCount + d]!)));
    }
    for (const value of rows.values()) given.push({ batch, value });
    const added = given.length > 0 ? [await this.#addDelta(given, folder, files)] : [];
    const sets = [
      ...deleted.slice(0, baseCount),
      ...kept.map((d) => deleted[baseCount + d]!),
      ...added.map(({ segment }) => noRows(segment.rowCount)),
    ];
    const deletedCount = sets.reduce((sum, set) => sum + countRows(set), 0);
    const all = [...kept.map((d) => deltas[d]!), ...added];
    const total = all.reduce((sum, { segment }) => sum + segment.rowCount, this.#manifest.rowCount);
    const gone = new Map((await this.#deletedKeys(now)).map((one) => [one.value, one]));
    for (const value of deletes.map(keyOf)) gone.set(value, { batch, value });
    for (const each of rows.keys()) gone.delete(each);
    const { own } = await this.#sample();
    const changes: Changes = {
      formatVersion: FORMAT_VERSION,
      base: baseOf(this.#manifest),
      key: keyName,
      header: this.header,
      batches: batch,
      deltas: all,
      ...(deletedCount > 0 && {
        deleted: addFile(files, `${folder}deleted.bin`, writeDeleted(sets)),
      }),
      ...(gone.size > 0 && {
        deletedKeys: addFile(files, `${folder}keys.jsonl`, writeGiven([...gone.values()])),
      }),
      deletedCount,
      newWordsOfIndex: await this.#newWordsOfIndex(),
      ...(own !== undefined && { nearnessOfIndex: rounded(own) }),
      rowCount: total - deletedCount,
    };
    return { changes, files, removed: after - before };
  }

  /** It does not change, so it is counted once. */
  readonly #newWordsOfIndex = once(async () => {
    const { words, newWords } = await countWords(this.#state.segments);
    return words > 0 ? newWords / words : 0;
  });

  /** Its rows do not change either. */
  readonly #sample = once(() =>
    sampleIndex(this.#state.segments, paddedWidth(this.#manifest.card.dimensions)),
  );

  #openDelta({ segment }: DeltaRecord): Promise<Segment> {
    return openListedSegment(this.#manifest, segment, this.#open);
  }

  async #deletedOf(now: Changes | undefined, segments: readonly Segment[]): Promise<RowSet[]> {
    const counts = segments.map(({ facts }) => facts.rowCount);
    if (!now?.deleted) return counts.map(noRows);
    const { fileName, sizeBytes } = now.deleted;
    const source = await this.#open(fileName, sizeBytes);
    return readDeleted(source, fileName, counts);
  }

  async #deletedKeys(now: Changes | undefined): Promise<Given<string>[]> {
    if (!now?.deletedKeys) return [];
    const { fileName, sizeBytes } = now.deletedKeys;
    return readKeys(await (await this.#open(fileName, sizeBytes)).read(0, sizeBytes));
  }

  /** Cells of rows by their keys; of several with the same, those of the last. */
  async #cellsOf(
    found: readonly RowPlace[],
    segments: readonly Segment[],
    deltas: readonly DeltaRecord[],
  ): Promise<Map<string, Cells>> {
    const cells = new Map<string, Cells>();
    const stored = storedColumns(this.#manifest.schema);
    const places = fileColumns(this.#manifest.schema).map((column) => stored.indexOf(column));
    for (const [s, segment] of segments.entries()) {
      const own = found.filter((one) => one.segment === s);
      if (own.length === 0) continue;
      const delta = deltas[s - this.#state.segments.length];
      const given = delta && (await this.#givenRows(delta));
      const read = given
        ? own.map(({ row }) => given[row]!.value)
        : await segment.rowStore.read(
            own.map(({ row }) => row),
            [...stored.keys()],
          );
      for (const [i, { key }] of own.entries()) {
        const row = read[i]!;
        cells.set(key, given ? row : places.map((place) => (place < 0 ? null : row[place]!)));
      }
    }
    return cells;
  }

  async #aliveRows(delta: DeltaRecord, deleted: RowSet): Promise<Given<Cells>[]> {
    const all = await this.#givenRows(delta);
    return all.filter((_, row) => !hasRow(deleted, row));
  }

  async #givenRows({ rows, segment }: DeltaRecord): Promise<Given<Cells>[]> {
    const source = await this.#open(rows.fileName, rows.sizeBytes);
    const all = readRows(await source.read(0, rows.sizeBytes));
    if (all.length !== segment.rowCount) {
      throw new CorruptFileError(rows.fileName, 'rows', 0, 'has not the rows of its segment');
    }
    return all;
  }

  async #addDelta(
    given: readonly Given<Cells>[],
    folder: string,
    files: Map<string, Uint8Array>,
  ): Promise<DeltaRecord> {
    const { model, modelParts } = this.#state;
    await readModelParts({ model, parts: modelParts });
    const cells = given.map(({ value }) => value);
    const built = await buildSegment(batchesOf(cells, this.header), model, model.schema, {
      isProse: (column) => this.#isProse(column),
      embed: this.#embed,
      threads: 1,
      sampleBytes: SAMPLE_BYTES,
    });
    const [reject] = built.rejects;
    if (reject || built.rowCount !== given.length) {
      throw new QueryError('bad_filter', reject?.reason ?? 'A row has no text.');
    }
    const name = `${folder}segment.bin`;
    const opened = await openSegment(memorySource(built.bytes), name, 0, 0);
    const { facts, file } = opened;
    const segment = {
      ...addFile(files, name, built.bytes),
      crc: file.crc,
      headBytes: file.headBytes,
      rowCount: facts.rowCount,
    };
    const rows = addFile(files, `${folder}rows.jsonl`, writeGiven(given));
    const [words, nearness] = await Promise.all([
      countWords([opened]),
      this.#sample().then((sample) => sample.of(opened)),
    ]);
    return {
      segment,
      rows,
      ...words,
      ...(nearness !== undefined && { nearness: rounded(nearness) }),
    };
  }
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

/** Words of the rows of segments; see `DeltaRecord`. */
async function countWords(segments: readonly Segment[]) {
  const counts = { words: 0, newWords: 0 };
  for (const { file } of segments) {
    const [df, modelTerms] = await Promise.all([file.take('df'), file.take('modelTerms')]);
    const rows = new Uint32Array(df.buffer, df.byteOffset, df.byteLength >>> 2);
    const terms = new Uint32Array(modelTerms.buffer, modelTerms.byteOffset, rows.length);
    for (const [term, count] of rows.entries()) {
      counts.words += count;
      if (terms[term] === NO_TERM) counts.newWords += count;
    }
  }
  return counts;
}

/**
 * The last row with each key.
 * @throws QueryError `bad_filter` if a row has none
 */
function lastOfEach<Row extends CellUpdates | Cells>(
  rows: readonly Row[],
  { name, position }: SchemaColumn,
): Map<string, Row> {
  const last = new Map<string, Row>();
  for (const [i, cells] of rows.entries()) {
    const value = cells[position] ?? '';
    if (isMissing(value)) throw new QueryError('bad_filter', `Row ${i} has no value in "${name}".`);
    const key = keyOf(value);
    // As if the earlier one had been deleted.
    last.delete(key);
    last.set(key, cells);
  }
  return last;
}

/** Number of the first delta that is merged with new rows; that of deltas if none is. */
function mergedFrom(sizes: readonly number[], rows: number): number {
  let [from, total] = [sizes.length, rows];
  while (rows > 0 && from > 0) {
    const size = sizes[from - 1]!;
    if (MERGE_SHARE * size > total || total + size > MERGED_ROWS) break;
    total += size;
    from--;
  }
  return from;
}

function addFile(files: Map<string, Uint8Array>, fileName: string, bytes: Uint8Array) {
  files.set(fileName, bytes);
  return { fileName, sizeBytes: bytes.length, crc: crc32(bytes) };
}
