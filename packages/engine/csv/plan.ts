import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { type ColumnType, statedColumn, typeOf } from '../column-kind.ts';
import { DatasetError } from '../errors.ts';
import { firstBytes } from '../formats/expand.ts';
import { type FileFormat, openFile } from '../formats/open-file.ts';
import { count } from '../record.ts';
import {
  type ColumnRole,
  type ColumnSpec,
  indexSchema,
  inferSchema,
  suggestRoles,
} from '../schema.ts';
import { type ByteSource, memorySource } from '../source.ts';
import { detectEncoding, type Encoding } from './encoding.ts';
import { utf8Beginning } from './normalize.ts';
import { type ByteRange, formatRecord, rangeRecord } from './read.ts';
import {
  type DamageSummary,
  type RejectSummary,
  requireRows,
  sampleTable,
  summarizeDamage,
  summarizeRejects,
} from './sample.ts';
import { RecordScanner } from './scan.ts';
import { type Reading, readTable, type Table, unclosedQuote } from './table.ts';

/** The form of a plan that was stored as JSON between workflow steps. */
export const datasetPlan = formatRecord
  .extend({
    sizeBytes: count,
    schema: indexSchema,
    /** Consecutive ranges of whole records, one for each segment. */
    ranges: z.array(rangeRecord).readonly(),
    /** Records after the header, including blank lines and rows that will be rejected. */
    recordCount: count,
    /** Offset of a part of the file that is not UTF-8; absent if all of it is. */
    notUtf8At: count.optional(),
  })
  .readonly();

/** How a dataset will be read. */
export type DatasetPlan = z.infer<typeof datasetPlan>;

/** Options of a plan. */
export interface PlanOptions {
  /** Target size of a range, which ends with the record that reaches it. Default 64 MiB. */
  readonly rangeBytes?: number;
  /** Facts about the file. */
  readonly reading?: Reading;
  /** Called now and then with the bytes that were read so far. */
  readonly onBytes?: (bytes: number) => void | Promise<void>;
}

/** A column of a file as the wizard shows it. */
export interface PreviewColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** False where only the customer knows which of day and month comes first. */
  readonly sure: boolean;
  /** Role that the wizard suggests. */
  readonly suggested: ColumnRole;
}

/** Columns and first rows of a file, with the numbers of repaired and rejected rows. */
export interface DatasetPreview {
  readonly format: FileFormat;
  /** What the file is packed in. */
  readonly packing?: 'gzip' | 'zip';
  /** Bytes of the text that is read; of a file that is converted, an estimate from its beginning. */
  readonly textBytes: number;
  readonly encoding: Encoding;
  /** Character between cells. */
  readonly delimiter: string;
  /** Whether the first row of the table names the columns. */
  readonly hasHeader: boolean;
  /** Lines above the table that are left out. */
  readonly skippedLines: number;
  readonly header: readonly string[];
  readonly columns: readonly PreviewColumn[];
  readonly sampleRows: readonly (readonly string[])[];
  /** The beginning of the file as it is written, up to the end of a row. */
  readonly text: string;
  /** Rows that were read for the preview, and what was found among them. */
  readonly rowsRead: number;
  readonly repairs: number;
  readonly damage?: DamageSummary;
  readonly rejects?: RejectSummary;
  /** How files of an archive have other columns than the first, in sentences. */
  readonly differences: readonly string[];
}

export const CHUNK_BYTES = 8 << 20;
const RANGE_BYTES = 64 << 20;
const TEXT_BYTES = 256 << 10;

/** Truncates the beginning of a file to whole rows. A longer first row stays as it is. */
function wholeRows(head: Uint8Array, table: Table): string {
  const decoder = new TextDecoder();
  if (head.length < TEXT_BYTES) return decoder.decode(head);
  const scanner = new RecordScanner(table, 1);
  let end = 0;
  for (let at = table.start; at >= 0; at = scanner.next(head, at)) end = at;
  return decoder.decode(end > table.start ? head.subarray(0, end) : head);
}

const BEGINNING_BYTES = 5 << 20;

/** A file as text in UTF-8, for readers of its beginning. */
async function openBeginning(source: ByteSource, reading: Reading) {
  let readBytes = 0;
  const counted: ByteSource = {
    ...source,
    async read(offset, length) {
      const bytes = await source.read(offset, length);
      readBytes += bytes.length;
      return bytes;
    },
  };
  const file = await openFile(counted);
  if (!file) {
    const encoding = reading.encoding ?? (await detectEncoding(source));
    const utf8 = encoding === 'utf-8' ? source : utf8Beginning(source, encoding);
    return { utf8, encoding, textBytes: source.sizeBytes, differences: [] };
  }
  const {
    encoding,
    chunks,
    form,
    readShare,
    differences = [],
  } = await file.convert(reading.encoding);
  readBytes = 0;
  const { bytes, isWhole } = await firstBytes(chunks, BEGINNING_BYTES);
  // A row that is cut off is left out.
  const whole = isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(10) + 1 || bytes.length);
  const share = readShare?.() ?? readBytes / source.sizeBytes;
  const textBytes = isWhole ? bytes.length : Math.ceil(bytes.length / Math.min(1, share));
  return { utf8: memorySource(whole), encoding, file, form: form?.(), textBytes, differences };
}

/**
 * Columns and first rows of a file in any encoding, read as `planDataset` and the build will read them.
 * @throws DatasetError for files that are not usable as a whole
 */
export async function previewDataset(
  source: ByteSource,
  reading: Reading = {},
): Promise<DatasetPreview> {
  const { utf8, encoding, file, form, textBytes, differences } = await openBeginning(
    source,
    reading,
  );
  const table = await readTable(utf8, { ...reading, form });
  const sample = await sampleTable(utf8, table);
  const suggested = suggestRoles(table.header, sample.rows);
  const rejects = summarizeRejects(sample.rejects);
  const damage = summarizeDamage(sample.damagedLines);
  return {
    format: file?.format ?? 'csv',
    ...(file?.packing && { packing: file.packing }),
    textBytes,
    encoding,
    delimiter: String.fromCharCode(table.delimiter),
    hasHeader: table.hasHeader,
    skippedLines: table.skippedLines,
    header: table.header,
    columns: table.header.map((name, position) => {
      const values = sample.rows.map((row) => row[position]!);
      const stated = form && Object.hasOwn(form.types, name) ? form.types[name] : undefined;
      const inferred = statedColumn(name, values, stated);
      return { name, type: typeOf(inferred), sure: inferred.sure, suggested: suggested[position]! };
    }),
    sampleRows: sample.rows,
    text: wholeRows(await utf8.read(0, TEXT_BYTES), table),
    rowsRead: sample.read,
    repairs: sample.repairs - sample.damagedLines.length,
    ...(damage && { damage }),
    ...(rejects && { rejects }),
    differences,
  };
}

/** The bytes at an offset, in the same memory each time where the source allows it. */
export async function readChunk(source: ByteSource, offset: number, memory: Uint8Array) {
  if (!source.readInto) return source.read(offset, CHUNK_BYTES);
  const chunk = memory.subarray(0, source.sizeBytes - offset);
  return chunk.subarray(0, await source.readInto(offset, chunk));
}

/** Whether a chunk is UTF-8, apart from characters that are cut off at its ends. */
export function isUtf8Part(chunk: Uint8Array): boolean {
  if (isUtf8(chunk)) return true;
  let start = 0;
  while (start < 3 && (chunk[start]! & 0xc0) === 0x80) start++;
  let end = chunk.length;
  while (end > 0 && chunk.length - end < 3 && (chunk[end - 1]! & 0xc0) === 0x80) end--;
  if (end > 0 && chunk[end - 1]! >= 0xc0) end--;
  else end = chunk.length;
  return isUtf8(chunk.subarray(start, end));
}

/**
 * Finds the table of a file.
 * @throws DatasetError for files that are not usable as a whole
 */
export async function openTable(source: ByteSource, reading?: Reading): Promise<Table> {
  const table = await readTable(source, reading);
  if (table.header.length >= 2) return table;
  throw new DatasetError(
    'one_column',
    'Only one column was found. An index needs at least two, separated by commas, semicolons, tabs or pipes.',
    1,
  );
}

/** What a pass over all bytes of a file finds. */
export type ScannedRecords = Pick<DatasetPlan, 'ranges' | 'recordCount' | 'notUtf8At'>;

/** Completes a plan: reads some rows, and infers the schema. */
export async function planOf(
  source: ByteSource,
  table: Table,
  columns: readonly ColumnSpec[],
  { ranges, recordCount, notUtf8At }: ScannedRecords,
): Promise<DatasetPlan> {
  const sample = await sampleTable(source, table);
  requireRows(sample);
  const { delimiter, quote, newline, spaceBeforeQuote, backslash, converted, header, freeText } =
    sample.format;
  return {
    sizeBytes: source.sizeBytes,
    delimiter,
    quote,
    newline,
    spaceBeforeQuote,
    backslash,
    ...(converted && { converted }),
    header,
    ...(freeText !== undefined && { freeText }),
    schema: inferSchema(columns, header, sample.rows),
    ranges,
    recordCount,
    ...(notUtf8At !== undefined && { notUtf8At }),
  };
}

/**
 * Plans the build of an index: one pass over the bytes that finds ranges of whole records (quoted
 * line breaks respected), checks the header and infers the schema.
 * @param source the file in UTF-8
 * @throws DatasetError for files that are not usable as a whole, naming the line
 */
export async function planDataset(
  source: ByteSource,
  columns: readonly ColumnSpec[],
  options: PlanOptions = {},
): Promise<DatasetPlan> {
  const table = await openTable(source, options.reading);
  const rangeBytes = options.rangeBytes ?? RANGE_BYTES;
  const scanner = new RecordScanner(table, table.firstLine);
  const ranges: ByteRange[] = [];
  let rangeStart: number = table.start;
  let { firstLine } = table;
  let recordCount = 0;
  let lastEnd: number = table.start;
  let notUtf8At: number | undefined;
  const memory = new Uint8Array(Math.min(CHUNK_BYTES, source.sizeBytes));
  for (let offset = table.start; offset < source.sizeBytes; ) {
    const chunk = await readChunk(source, offset, memory);
    if (chunk.length === 0) break;
    if (notUtf8At === undefined && !isUtf8Part(chunk)) notUtf8At = offset;
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
    await options.onBytes?.(offset);
  }
  if (scanner.insideQuotes) throw unclosedQuote(scanner.quoteLine);
  if (lastEnd < source.sizeBytes) recordCount++;
  if (source.sizeBytes > rangeStart) {
    ranges.push({ start: rangeStart, end: source.sizeBytes, firstLine });
  }
  return planOf(source, table, columns, { ranges, recordCount, notUtf8At });
}
