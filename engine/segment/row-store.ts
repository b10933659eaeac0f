import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { RowBatch } from '../csv/batch.ts';
import { CorruptFileError } from '../errors.ts';
import { bytesOf, type Container, type SectionInput } from '../file/container.ts';
import { GrowableBytes, GrowableU32 } from '../file/growable.ts';

/**
 * Compressed rows for ranged reads. Rows are packed into blocks of about 4 KiB, each compressed
 * with Zstandard. A block holds its number of rows, the end of each row, then the rows; a row is its
 * cells, each a varint length and UTF-8. The index section has four u32 for each block: first row,
 * offset, compressed length, CRC-32.
 *
 * The hits of a search lie in as many blocks. Blocks of 32 KiB make the text a tenth smaller, but
 * unpacking a hundred of them takes longer than the search.
 */
const BLOCK_BYTES = 4 << 10;
/** In blocks this small higher levels save less than a hundredth. */
const LEVEL = 1;
/** Room for a packed block: less to allocate than by default. */
const PACKED_BYTES = 2 * BLOCK_BYTES;
const INDEX_WORDS = 4;

/** Packs rows while a segment is built. */
export class RowStoreWriter {
  readonly #out = new GrowableBytes();
  readonly #index = new GrowableU32();
  readonly #ends: number[] = [];
  readonly #block = new GrowableBytes();
  #rows = 0;

  /** Adds the kept cells of one row of a batch. */
  add(batch: RowBatch, row: number, positions: readonly number[]): void {
    for (const position of positions) {
      const i = row * batch.columns + position;
      const [start, end] = [batch.starts[i]!, batch.ends[i]!];
      this.#block.varint(end - start);
      this.#block.append(batch.bytes.subarray(start, end));
    }
    this.#ends.push(this.#block.length);
    this.#rows++;
    if (this.#block.length >= BLOCK_BYTES) this.#flush();
  }

  #flush(): void {
    if (this.#ends.length === 0) return;
    const head = Uint32Array.from([this.#ends.length, ...this.#ends]);
    const raw = Buffer.concat([bytesOf(head), this.#block.view()]);
    const packed = zstdCompressSync(raw, {
      params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
      pledgedSrcSize: raw.length,
      chunkSize: PACKED_BYTES,
    });
    this.#index.push(this.#rows - this.#ends.length);
    this.#index.push(this.#out.length);
    this.#index.push(packed.length);
    this.#index.push(crc32(packed));
    this.#out.append(packed);
    this.#ends.length = 0;
    this.#block.length = 0;
  }

  /** The finished sections. */
  sections(): SectionInput[] {
    this.#flush();
    return [
      { name: 'rows', bytes: this.#out.view(), ranged: true },
      { name: 'rowIndex', bytes: bytesOf(this.#index.view()) },
    ];
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function readCells(row: Uint8Array, count: number): string[] {
  const cells: string[] = [];
  let at = 0;
  while (cells.length < count) {
    let length = 0;
    for (let shift = 0, byte = 128; byte & 128; shift += 7) {
      byte = row[at++] ?? 0;
      length |= (byte & 127) << shift;
    }
    cells.push(decoder.decode(row.subarray(at, at + length)));
    at += length;
  }
  return cells;
}

/** Reads rows of one segment; a block is fetched and unpacked once for all its wanted rows. */
export class RowStore {
  readonly #file: Container;
  readonly #columns: number;

  constructor(file: Container, columns: number) {
    this.#file = file;
    this.#columns = columns;
  }

  /** Cells of the given rows, by row number. */
  async read(rows: Iterable<number>): Promise<Map<number, string[]>> {
    const index = await this.#file.u32('rowIndex');
    const wanted = new Map<number, number[]>();
    for (const row of rows) {
      const block = findBlock(index, row);
      const list = wanted.get(block);
      if (list) list.push(row);
      else wanted.set(block, [row]);
    }
    const found = new Map<number, string[]>();
    await Promise.all(
      Array.from(wanted, async ([block, numbers]) => {
        const raw = await this.#block(index, block);
        const first = index[block * INDEX_WORDS]!;
        const count = raw.view.getUint32(0, true);
        const base = 4 + 4 * count;
        for (const row of numbers) {
          const i = row - first;
          const start = i === 0 ? 0 : raw.view.getUint32(4 * i, true);
          const end = raw.view.getUint32(4 + 4 * i, true);
          found.set(row, readCells(raw.bytes.subarray(base + start, base + end), this.#columns));
        }
      }),
    );
    return found;
  }

  async #block(index: Uint32Array, block: number) {
    const [, offset, length, crc] = index.subarray(block * INDEX_WORDS, (block + 1) * INDEX_WORDS);
    const packed = await this.#file.range('rows', offset!, length!);
    if (crc32(packed) !== crc) {
      throw new CorruptFileError(
        this.#file.fileName,
        'rows',
        offset!,
        'the checksum does not match',
      );
    }
    const bytes = zstdDecompressSync(packed);
    return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  }
}

/** Last block whose first row is not after `row`. */
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
