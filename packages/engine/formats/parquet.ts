import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type {
  AsyncBuffer,
  ColumnMetaData,
  Compressors,
  FileMetaData,
  RowGroup,
  SchemaTree,
} from 'hyparquet';
import type { StatedType } from '../column-kind.ts';
import { DatasetError } from '../errors.ts';
import type { ByteSource } from '../source.ts';
import { damaged, isAboutContent } from './expand.ts';
import { refused } from './refused.ts';
import { type TableText, TextChunks } from './table-text.ts';

/** Compressed bytes of a row group, which are held in memory. Its rows are read in slices of about `SLICE_BYTES`. */
const MAX_GROUP_BYTES = 384 << 20;
const SLICE_BYTES = 32 << 20;
const SLICE_ROWS = 100_000;
/** Rows of a row group: no writer makes larger ones. */
const MAX_GROUP_ROWS = 100_000_000;
/** Bytes of the list of columns and row groups at the end of a file. */
const MAX_FOOTER_BYTES = 64 << 20;
/** A page is decompressed as a whole. */
const MAX_PAGE_BYTES = 256 << 20;

const limited =
  (expand: (input: Uint8Array, most: { maxOutputLength: number }) => Buffer) =>
  (input: Uint8Array, length: number) => {
    if (length > MAX_PAGE_BYTES) throw tooLarge('a page', MAX_PAGE_BYTES);
    return expand(input, { maxOutputLength: length });
  };

const compressors: Compressors = {
  GZIP: limited(gunzipSync),
  BROTLI: limited(brotliDecompressSync),
  ZSTD: limited(zstdDecompressSync),
};

const tooLarge = (what: string, bytes: number) =>
  new DatasetError(
    'too_large',
    `The Parquet file has ${what} of more than ${bytes >> 20} MB. Write it with smaller row groups, of 100,000 rows for example, and upload it again.`,
  );

/** What a column's values are by its schema. Texts are left to their values. */
function statedType({ element, children }: SchemaTree): StatedType | undefined {
  if (children.length > 0 || element.repetition_type === 'REPEATED') return undefined;
  const { type, converted_type: converted, logical_type: logical } = element;
  const name = logical?.type;
  if (type === 'BOOLEAN') return 'boolean';
  if (name === 'DATE' || name === 'TIMESTAMP' || converted === 'DATE') return 'date';
  if (type === 'INT96' || converted?.startsWith('TIMESTAMP')) return 'date';
  if (name === 'TIME' || converted?.startsWith('TIME')) return undefined;
  if (name === 'DECIMAL' || converted === 'DECIMAL') return 'number';
  return type && /^(INT|FLOAT|DOUBLE)/.test(type) ? 'number' : undefined;
}

const firstByteOf = ({ dictionary_page_offset, data_page_offset }: ColumnMetaData) =>
  Math.min(Number(dictionary_page_offset ?? data_page_offset), Number(data_page_offset));

/** The first and the last byte of a row group's columns. */
function rangeOf({ columns }: RowGroup): { start: number; end: number } {
  let [start, end] = [Number.POSITIVE_INFINITY, 0];
  for (const { meta_data: column } of columns) {
    if (!column) continue;
    const first = firstByteOf(column);
    start = Math.min(start, first);
    end = Math.max(end, first + Number(column.total_compressed_size));
  }
  return { start, end };
}

/** Checks the headers of a column's pages, because the library would read damaged ones without end. */
async function requirePages(column: ColumnMetaData, bytes: Uint8Array): Promise<void> {
  const { parquetHeader } = await import('hyparquet/src/column.js');
  const end = Math.min(bytes.length, Number(column.total_compressed_size));
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, end), offset: 0 };
  let values = 0;
  while (reader.offset < end - 1) {
    const header = parquetHeader(reader);
    const { compressed_page_size: packed, uncompressed_page_size: size } = header;
    const { num_values: count = 0 } =
      header.data_page_header ?? header.data_page_header_v2 ?? header.dictionary_page_header ?? {};
    if (header.type !== 'DICTIONARY_PAGE') values += count;
    else if (count > size) throw damaged('Parquet file');
    reader.offset += packed;
    const isSound = packed >= 0 && size >= 0 && count >= 0 && reader.offset <= end;
    if (!isSound || values > Number(column.num_values)) throw damaged('Parquet file');
    if (size > MAX_PAGE_BYTES) throw tooLarge('a page', MAX_PAGE_BYTES);
  }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;

/** The file for the library: reads of one row group come from memory. */
class ParquetFile implements AsyncBuffer {
  readonly byteLength: number;
  readonly #source: ByteSource;
  #held: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array(0) };

  constructor(source: ByteSource) {
    this.#source = source;
    this.byteLength = source.sizeBytes;
  }

  /** Reads a row group into memory, and checks it. */
  async hold(group: RowGroup): Promise<void> {
    const { start, end } = rangeOf(group);
    if (!(start <= end && start >= 0 && end <= this.byteLength)) throw damaged('Parquet file');
    if (end - start > MAX_GROUP_BYTES) throw tooLarge('a row group', MAX_GROUP_BYTES);
    const bytes = await this.#source.read(start, end - start);
    this.#held = { start, bytes };
    for (const { meta_data: column } of group.columns) {
      if (column) await requirePages(column, bytes.subarray(firstByteOf(column) - start));
    }
  }

  async slice(start: number, end = this.byteLength): Promise<ArrayBuffer> {
    const { start: from, bytes } = this.#held;
    if (start >= from && end <= from + bytes.length) {
      return bufferOf(bytes.subarray(start - from, end - from));
    }
    return bufferOf(await this.#source.read(start, end - start));
  }
}

async function readFooter(file: ParquetFile, source: ByteSource): Promise<FileMetaData> {
  const { parquetMetadataAsync } = await import('hyparquet');
  const end = Buffer.from(await source.read(Math.max(0, source.sizeBytes - 8), 8));
  if (end.toString('latin1', 4) === 'PARE') throw refused('an encrypted Parquet file');
  if (end.toString('latin1', 4) !== 'PAR1') throw damaged('Parquet file');
  if (end.readUInt32LE(0) > MAX_FOOTER_BYTES) throw tooLarge('a footer', MAX_FOOTER_BYTES);
  return parquetMetadataAsync(file);
}

/**
 * The rows of a Parquet file. Line n of the text is row n.
 * @throws DatasetError `damaged_file`, `too_large`; `not_csv` if it is encrypted
 */
export async function* rowsOfParquet(
  source: ByteSource,
  table: TableText,
): AsyncGenerator<Uint8Array, void> {
  const { parquetReadObjects, parquetSchema } = await import('hyparquet');
  const file = new ParquetFile(source);
  const metadata = await readFooter(file, source).catch(asDatasetError);
  for (const column of parquetSchema(metadata).children) {
    if (column.children.length === 0) table.addColumn(column.element.name, statedType(column));
  }
  table.rowsInFile = Number(metadata.num_rows);
  const text = new TextChunks();
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    if (!(rows >= 0 && rows <= MAX_GROUP_ROWS)) throw damaged('Parquet file');
    if (rows > 0) await file.hold(group).catch(asDatasetError);
    const slices = Math.max(1, Number(group.total_byte_size) / SLICE_BYTES, rows / SLICE_ROWS);
    const step = Math.max(1, Math.floor(rows / slices));
    for (let row = 0; row < rows; row += step) {
      const rowStart = groupStart + row;
      const rowEnd = groupStart + Math.min(rows, row + step);
      const read = parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
      for (const record of await read.catch(asDatasetError)) {
        const chunk = text.add(table.row(record));
        if (chunk) yield chunk;
      }
    }
    groupStart += rows;
  }
  yield text.take();
}

function asDatasetError(error: unknown): never {
  if (!isAboutContent(error)) throw error;
  const codec = /unsupported compression codec: (\w+)/.exec(String(error))?.[1];
  if (codec) {
    throw refused(
      `a Parquet file compressed by ${codec}`,
      'Write it with Snappy, Zstandard, gzip or Brotli and upload it again.',
    );
  }
  throw damaged('Parquet file');
}
