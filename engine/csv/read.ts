import type { ByteSource } from '../source.ts';
import { RecordScanner, splitRecord, trimRecord } from './scan.ts';

/** A readable row: cells in the order of the header, as many as the header has. */
export interface DataRow {
  /** Physical line of the file the row starts on, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row that was left out, and why, in words for the customer. */
export interface RejectedRow {
  readonly line: number;
  readonly reason: string;
}

/** What reading a dataset yields. */
export type RowEvent = DataRow | RejectedRow;

/** Records of one stretch of a file. */
export interface ByteRange {
  /** Offset of the first byte. */
  readonly start: number;
  /** Offset just past the last byte; always the end of a record. */
  readonly end: number;
  /** Physical line at `start`, from 1. */
  readonly firstLine: number;
}

/** What is needed to split a file into cells. */
export interface RowFormat {
  readonly delimiter: number;
  readonly newline: number;
  readonly header: readonly string[];
}

const CHUNK_BYTES = 4 << 20;
const MAX_CELL_CHARACTERS = 10 << 20;
const MAX_RECORD_BYTES = 64 << 20;

/** A raw record; `bytes` is null when it is too long to be kept. */
interface RawRecord {
  readonly bytes: Uint8Array | null;
  readonly line: number;
  readonly quoted: boolean;
}

/** Streams the records of a range, joining those that span chunks. */
async function* readRecords(
  source: ByteSource,
  format: { delimiter: number; newline: number },
  range: ByteRange,
): AsyncGenerator<RawRecord> {
  const scanner = new RecordScanner(format.delimiter, format.newline, range.firstLine);
  let line = range.firstLine;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const take = (tail: Uint8Array): RawRecord => {
    const tooLong = pendingBytes + tail.length > MAX_RECORD_BYTES;
    let bytes: Uint8Array | null = tail;
    if (tooLong) bytes = null;
    else if (pendingBytes > 0) bytes = Buffer.concat([...pending, tail]);
    const record = { bytes, line, quoted: scanner.sawQuote };
    pending = [];
    pendingBytes = 0;
    scanner.sawQuote = false;
    line = scanner.line;
    return record;
  };
  for (let offset = range.start; offset < range.end; ) {
    const chunk = await source.read(offset, Math.min(CHUNK_BYTES, range.end - offset));
    if (chunk.length === 0) break;
    offset += chunk.length;
    let start = 0;
    for (;;) {
      const end = scanner.next(chunk, start);
      if (end < 0) break;
      yield take(chunk.subarray(start, end));
      start = end;
    }
    const rest = chunk.subarray(start);
    pendingBytes += rest.length;
    if (pendingBytes <= MAX_RECORD_BYTES) pending.push(rest);
    else pending = [];
  }
  if (pendingBytes > 0) yield take(new Uint8Array(0));
}

/** Makes a row of one record: too few cells are filled up, everything else odd is rejected. */
function toRow(record: RawRecord, format: RowFormat): RowEvent | null {
  const { line } = record;
  const tooLong = { line, reason: 'A cell of the row is longer than 10 MB.' };
  if (record.bytes === null) return tooLong;
  const bytes = trimRecord(record.bytes, format.newline);
  if (bytes.length === 0) return null;
  const split = splitRecord(bytes, format.delimiter, record.quoted);
  if ('reason' in split) return { line, reason: split.reason };
  const { cells } = split;
  const wanted = format.header.length;
  if (cells.length > wanted) {
    const extra = cells.slice(wanted);
    // Spreadsheets leave trailing delimiters behind: empty extra cells lose nothing.
    if (extra.some((cell) => cell.trim() !== '')) {
      return { line, reason: `The row has ${cells.length} cells, the header has ${wanted}.` };
    }
    cells.length = wanted;
  }
  if (cells.some((cell) => cell.length > MAX_CELL_CHARACTERS)) return tooLong;
  if (cells.every((cell) => cell.trim() === '')) return null;
  while (cells.length < wanted) cells.push('');
  return { line, cells };
}

/**
 * Reads the rows of one range of a dataset. Blank lines are skipped; rows that cannot be used are
 * yielded as rejects and reading goes on.
 */
export async function* readRows(
  source: ByteSource,
  format: RowFormat,
  range: ByteRange,
): AsyncGenerator<RowEvent> {
  for await (const record of readRecords(source, format, range)) {
    const row = toRow(record, format);
    if (row) yield row;
  }
}
