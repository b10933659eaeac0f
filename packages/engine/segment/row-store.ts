import { crc32 } from 'node:zlib';
import type { RowBatch } from '../csv/batch.ts';
import { BulkEncoder } from '../file/bulk-encoder.ts';
import { bytesOf, type Container, type SectionInput } from '../file/container.ts';
import { GrowableBytes, GrowableU32 } from '../file/growable.ts';
import { learnTokens } from '../file/learn-tokens.ts';
import { once } from '../file/once.ts';
import { readTokenTable, TokenEncoder, type TokenTable } from '../file/token-table.ts';

/**
 * Stored rows for ranged reads. A row is a sequence of cells, each a varint length followed by token codes
 * (`file/token-table.ts`), so that single cells can be decoded. Rows are grouped into blocks, which have
 * checksums. The index section has four u32 for each block: first row, offset, length, CRC-32.
 *
 * Blocks are small because the hits of a search are in different blocks, which are read and verified.
 */
const BLOCK_BYTES = 2 << 10;
const INDEX_WORDS = 4;
/** Size of the sample, the first cells of a segment, from which tokens are learned, unless the caller says otherwise. */
const SAMPLE_BYTES = 1 << 20;
/** In a store, blocks with at most this distance are read together: that takes less time and money than another request. */
const NEAR_BYTES = 64 << 10;

const ROWS = 'rows';
const INDEX = 'rowIndex';

/** Encodes rows while a segment is built. */
export class RowStoreWriter {
  readonly #columns: number;
  readonly #out = new GrowableBytes();
  readonly #index = new GrowableU32();
  readonly #block = new GrowableBytes();
  readonly #threads: number;
  readonly #sampleBytes: number;
  #rows = 0;
  #blockRows = 0;
  /** Number of cells written of the current row. */
  #rowCells = 0;
  /** Cells from which tokens will be learned. */
  #sample = new GrowableBytes();
  #sampleEnds = new GrowableU32();
  #encoder: TokenEncoder | null = null;
  #bulk: BulkEncoder | null = null;

  /**
   * @param columns number of cells of a row
   * @param threads number of threads, which does not affect the bytes
   * @param sampleBytes cells from which tokens are learned
   */
  constructor(columns: number, threads: number, sampleBytes = SAMPLE_BYTES) {
    this.#columns = columns;
    this.#threads = threads;
    this.#sampleBytes = sampleBytes;
  }

  /** Adds the stored cells of some rows. The batch must not be modified afterwards. */
  add(batch: RowBatch, rows: readonly number[], positions: readonly number[]): void {
    let next = 0;
    for (; next < rows.length && this.#sample.length < this.#sampleBytes && !this.#bulk; next++) {
      for (const position of positions) {
        const i = rows[next]! * batch.columns + position;
        this.#sample.append(batch.bytes.subarray(batch.starts[i], batch.ends[i]));
        this.#sampleEnds.push(this.#sample.length);
      }
    }
    if (next === rows.length) return;
    const bulk = this.#bulk ?? this.#learn();
    bulk.add(batch.bytes, ...batch.cells(rows.slice(next), positions));
  }

  /** Learns tokens from the sample and encodes it. */
  #learn(): BulkEncoder {
    const sample = this.#sample.view();
    const ends = this.#sampleEnds.view().slice();
    const starts = ends.map((_, i) => (i > 0 ? ends[i - 1]! : 0));
    this.#encoder = new TokenEncoder(learnTokens(sample, ends));
    this.#bulk = new BulkEncoder(this.#encoder, this.#threads, (codes) => this.#write(codes));
    this.#bulk.add(sample, starts, ends);
    this.#sample = new GrowableBytes();
    this.#sampleEnds = new GrowableU32();
    return this.#bulk;
  }

  #write(codes: Uint8Array): void {
    this.#block.varint(codes.length);
    this.#block.append(codes);
    if (++this.#rowCells === this.#columns) this.#endRow();
  }

  #endRow(): void {
    this.#rowCells = 0;
    this.#rows++;
    this.#blockRows++;
    if (this.#block.length >= BLOCK_BYTES) this.#flush();
  }

  #flush(): void {
    if (this.#blockRows === 0) return;
    const block = this.#block.view();
    this.#index.push(this.#rows - this.#blockRows);
    this.#index.push(this.#out.length);
    this.#index.push(block.length);
    this.#index.push(crc32(block));
    this.#out.append(block);
    this.#block.length = 0;
    this.#blockRows = 0;
  }

  /** Stops the threads without finishing. */
  close(): void {
    this.#bulk?.close();
  }

  /** The finished sections. */
  sections(): SectionInput[] {
    const bulk = this.#bulk ?? this.#learn();
    bulk.finish();
    this.#flush();
    return [
      { name: ROWS, bytes: this.#out.view(), ranged: true },
      { name: INDEX, bytes: bytesOf(this.#index.view()), packed: true, head: true },
      ...this.#encoder!.sections(),
    ];
  }
}

/** Reads rows of one segment. A block is read and verified once for all requested rows in it. */
export class RowStore {
  readonly #file: Container;
  readonly #columns: number;

  /** @param columns cells of a row */
  constructor(file: Container, columns: number) {
    this.#file = file;
    this.#columns = columns;
  }

  /** Reads what is needed to find and decode cells. */
  readonly open = once(() => Promise.all([this.#file.u32(INDEX), readTokenTable(this.#file)]));

  /**
   * Reads cells of rows, in the order of `rows` and `columns`.
   * @param columns distinct indices of the cells in a row
   * @throws CorruptFileError
   */
  async read(rows: readonly number[], columns: readonly number[]): Promise<string[][]> {
    const [index, tokens] = await this.open();
    // In the order of the file each block is cut out and verified once.
    const order = Array.from(rows.keys()).sort((a, b) => rows[a]! - rows[b]!);
    const blocks = order.map((i) => findBlock(index, rows[i]!));
    const runs = this.#runs(index, blocks);
    const read = await Promise.all(
      runs.map(({ start, end }) => this.#file.range(ROWS, start, end - start)),
    );
    const cells: string[][] = rows.map(() => []);
    let run = 0;
    let bytes: Uint8Array = new Uint8Array();
    for (const [at, block] of blocks.entries()) {
      if (block !== blocks[at - 1]) {
        const [start, end] = [startOf(index, block), endOf(index, block)];
        if (start >= runs[run]!.end) run++;
        bytes = read[run]!.subarray(start - runs[run]!.start, end - runs[run]!.start);
        if (crc32(bytes) !== index[block * INDEX_WORDS + 3]) {
          throw this.#file.corrupt(ROWS, start, 'the checksum does not match');
        }
      }
      const i = order[at]!;
      const before = (rows[i]! - index[block * INDEX_WORDS]!) * this.#columns;
      cells[i] = readCells(tokens, bytes, before, columns);
    }
    return cells;
  }

  /** Where blocks lie that are read together. They are ascending. */
  #runs(index: Uint32Array, blocks: readonly number[]): { start: number; end: number }[] {
    const near = this.#file.isLocal ? 0 : NEAR_BYTES;
    const runs: { start: number; end: number }[] = [];
    for (const block of blocks) {
      const [start, end] = [startOf(index, block), endOf(index, block)];
      const last = runs.at(-1);
      if (last && start - last.end <= near) last.end = end;
      else runs.push({ start, end });
    }
    return runs;
  }
}

/** Decodes cells of a row that follows `before` other cells in its block. */
function readCells(
  tokens: TokenTable,
  bytes: Uint8Array,
  before: number,
  columns: readonly number[],
): string[] {
  const cells = columns.map(() => '');
  let at = 0;
  let left = columns.length;
  for (let cell = -before; left > 0 && at < bytes.length; cell++) {
    let length = 0;
    for (let shift = 0, byte = 128; byte & 128; shift += 7) {
      byte = bytes[at++] ?? 0;
      length |= (byte & 127) << shift;
    }
    const end = at + length;
    const position = cell < 0 ? -1 : columns.indexOf(cell);
    if (position >= 0) {
      cells[position] = tokens.decode(bytes, at, end);
      left--;
    }
    at = end;
  }
  return cells;
}

const startOf = (index: Uint32Array, block: number) => index[block * INDEX_WORDS + 1]!;
const endOf = (index: Uint32Array, block: number) =>
  startOf(index, block) + index[block * INDEX_WORDS + 2]!;

/** The block that contains a row. */
function findBlock(index: Uint32Array, row: number): number {
  let low = 0;
  let high = index.length / INDEX_WORDS - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (index[middle * INDEX_WORDS]! <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}
