import { DatasetError } from '../errors.ts';
import { type ColumnSpec, type IndexSchema, inferSchema } from '../schema.ts';
import type { ByteSource } from '../source.ts';
import { type Dialect, detectDialect } from './dialect.ts';
import { type ByteRange, readRows } from './read.ts';
import { RecordScanner, recordEnd, splitRecord } from './scan.ts';

/** How a dataset will be read. Plain data that can be passed as JSON between workflow steps. */
export interface DatasetPlan {
  readonly sizeBytes: number;
  readonly delimiter: number;
  readonly newline: number;
  readonly header: readonly string[];
  readonly schema: IndexSchema;
  /** Consecutive ranges of whole records, one for each segment. */
  readonly ranges: readonly ByteRange[];
  /** Records after the header, including blank lines and rows that will be rejected. */
  readonly recordCount: number;
}

/** Options of a plan. */
export interface PlanOptions {
  /** Target size of a range, which ends with the record that reaches it. Default 64 MiB. */
  readonly rangeBytes?: number;
}

/** Header and a few rows, for the preview and the wizard's first guess. */
export interface DatasetPreview extends Dialect {
  readonly header: readonly string[];
  readonly sampleRows: readonly (readonly string[])[];
}

const HEAD_BYTES = 256 << 10;
const MAX_HEADER_BYTES = 1 << 20;
const CHUNK_BYTES = 8 << 20;
const SAMPLE_ROWS = 200;
const RANGE_BYTES = 64 << 20;

function unclosed(line: number): DatasetError {
  return new DatasetError(
    'unclosed_quote',
    `The quote opened in line ${line} is never closed. Close it, or double it if it is part of the text.`,
    line,
  );
}

function checkHeader(cells: readonly string[]): string[] {
  const header = cells.map((cell, i) => cell.trim() || `column_${i + 1}`);
  if (header.length < 2) {
    throw new DatasetError(
      'one_column',
      'Only one column was found. The first line must name at least two columns, separated by commas, semicolons, tabs or pipes.',
      1,
    );
  }
  const twice = header.find((name, i) => header.indexOf(name) !== i);
  if (twice !== undefined) {
    throw new DatasetError(
      'duplicate_header',
      `The column name "${twice}" occurs twice in the first line. Give every column its own name.`,
      1,
    );
  }
  return header;
}

/** Reads the header record. Returns it with the offset and line of the first row. */
async function readHeader(source: ByteSource) {
  const dialect = detectDialect(await source.read(0, HEAD_BYTES));
  const head = await source.read(0, MAX_HEADER_BYTES);
  const scanner = new RecordScanner(dialect.delimiter, dialect.newline, 1);
  let start: number = dialect.bomBytes;
  for (;;) {
    let end = scanner.next(head, start);
    if (end < 0 && scanner.insideQuotes) throw unclosed(scanner.quoteLine);
    if (end < 0) end = head.length;
    const record = head.subarray(start, recordEnd(head, start, end, dialect.newline));
    start = end;
    if (record.length === 0 && end < head.length) continue;
    const split = splitRecord(record, dialect.delimiter, scanner.sawQuote);
    if ('reason' in split) {
      throw new DatasetError('wrong_encoding', `First line: ${split.reason}`, 1);
    }
    return { ...dialect, header: checkHeader(split.cells), start, firstLine: scanner.line };
  }
}

type Header = Awaited<ReturnType<typeof readHeader>>;

async function sampleRows(source: ByteSource, head: Header): Promise<(readonly string[])[]> {
  const range = { start: head.start, end: source.sizeBytes, firstLine: head.firstLine };
  const rows: (readonly string[])[] = [];
  for await (const row of readRows(source, head, range)) {
    if ('cells' in row && rows.push(row.cells) >= SAMPLE_ROWS) break;
  }
  return rows;
}

/**
 * Header and first rows of a file, enough to suggest roles.
 * @throws DatasetError for files that are not usable as a whole
 */
export async function previewDataset(source: ByteSource): Promise<DatasetPreview> {
  const head = await readHeader(source);
  return {
    delimiter: head.delimiter,
    newline: head.newline,
    bomBytes: head.bomBytes,
    header: head.header,
    sampleRows: await sampleRows(source, head),
  };
}

/**
 * Plans the build of an index: one pass over the bytes that finds ranges of whole records (quoted
 * line breaks respected), checks the header and infers the schema.
 * @throws DatasetError for files that are not usable as a whole, naming the line
 */
export async function planDataset(
  source: ByteSource,
  columns: readonly ColumnSpec[],
  options: PlanOptions = {},
): Promise<DatasetPlan> {
  const head = await readHeader(source);
  const rangeBytes = options.rangeBytes ?? RANGE_BYTES;
  const scanner = new RecordScanner(head.delimiter, head.newline, head.firstLine);
  const ranges: ByteRange[] = [];
  let rangeStart: number = head.start;
  let firstLine = head.firstLine;
  let recordCount = 0;
  let lastEnd: number = head.start;
  for (let offset = head.start; offset < source.sizeBytes; ) {
    const chunk = await source.read(offset, CHUNK_BYTES);
    if (chunk.length === 0) break;
    for (let at = scanner.next(chunk, 0); at >= 0; at = scanner.next(chunk, at)) {
      recordCount++;
      lastEnd = offset + at;
      if (lastEnd - rangeStart >= rangeBytes) {
        ranges.push({ start: rangeStart, end: lastEnd, firstLine });
        rangeStart = lastEnd;
        firstLine = scanner.line;
      }
    }
    offset += chunk.length;
  }
  if (scanner.insideQuotes) throw unclosed(scanner.quoteLine);
  if (lastEnd < source.sizeBytes) recordCount++;
  if (source.sizeBytes > rangeStart) {
    ranges.push({ start: rangeStart, end: source.sizeBytes, firstLine });
  }
  const sample = await sampleRows(source, head);
  if (sample.length === 0) {
    throw new DatasetError('header_only', 'The file has a header line but no rows.', 1);
  }
  return {
    sizeBytes: source.sizeBytes,
    delimiter: head.delimiter,
    newline: head.newline,
    header: head.header,
    schema: inferSchema(columns, head.header, sample),
    ranges,
    recordCount,
  };
}
