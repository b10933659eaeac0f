import { detectEncoding, type Encoding } from '../csv/encoding.ts';
import { transcoded } from '../csv/normalize.ts';
import { jsonForm } from '../csv/other-formats.ts';
import { readBatches } from '../csv/read.ts';
import { sampleTable } from '../csv/sample.ts';
import { type RecordsForm, readTable } from '../csv/table.ts';
import { DatasetError } from '../errors.ts';
import { type ByteSource, memorySource } from '../source.ts';
import { isWorkbook, rowsOfWorkbook } from './excel.ts';
import { chunksOf, firstBytes, gunzipped } from './expand.ts';
import { rowsOfItems, rowsOfLines } from './json.ts';
import { rowsOfParquet } from './parquet.ts';
import { refused } from './refused.ts';
import { TableText, TextChunks } from './table-text.ts';
import { readZip, type ZipEntry } from './zip.ts';

/** Formats of files. `csv` has any delimiter; `several` is an archive of files of one table. */
export const fileFormats = ['csv', 'json-lines', 'json', 'parquet', 'excel', 'several'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** A file that has to be converted before it is read. */
export interface PackedFile {
  readonly format: FileFormat;
  /** What the file was packed in. */
  readonly packing?: 'gzip' | 'zip';
  /**
   * Reads the file from its beginning.
   * @param encoding of a packed CSV file; detected from its beginning if absent
   */
  convert(encoding?: Encoding): Promise<Conversion>;
  /** Of a file that names its columns itself: writes its rows into a table. */
  rowsInto?(table: TableText): AsyncIterable<Uint8Array>;
}

/** The text of a file while it is converted. */
export interface Conversion {
  readonly encoding: Encoding;
  /** In UTF-8. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** How the text is read, once all of it was. Absent of a packed CSV file, which is read as any other. */
  readonly form?: () => RecordsForm;
  /** Share of the rows that was read until now, where the bytes that were read do not tell. */
  readonly readShare?: () => number | undefined;
  /** Which files of an archive have other columns than the first, once their beginnings were read. */
  readonly differences?: readonly string[];
}

const HEAD_BYTES = 256 << 10;
/** Of a packed CSV file, from which its encoding is detected. */
const DETECTED_BYTES = 4 << 20;
/** Packed workbooks and Parquet files are not read from their beginning, so they are held in memory. */
const MAX_HELD_BYTES = 64 << 20;

const startsWith = (bytes: Uint8Array, text: string) =>
  Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text;

const isZip = (head: Uint8Array) =>
  startsWith(head, 'PK\x03\x04') || startsWith(head, 'PK\x05\x06');
const isGzip = (head: Uint8Array) => startsWith(head, '\x1f\x8b');
const isParquet = (head: Uint8Array) => startsWith(head, 'PAR1') || startsWith(head, 'PARE');
const isTar = (head: Uint8Array) => startsWith(head.subarray(257), 'ustar');

/**
 * Tells the format of a file from its content.
 * @returns undefined for a text that is read as it is
 * @throws DatasetError `not_csv` for an archive without one table, `damaged_file`, `too_large`
 */
export async function openFile(source: ByteSource): Promise<PackedFile | undefined> {
  const head = await source.read(0, HEAD_BYTES);
  if (isGzip(head)) return openPacked(() => gunzipped(source), 'gzip');
  if (isParquet(head)) return parquetFile(source);
  if (!isZip(head)) {
    return openText(() => chunksOf(source), head, head.length === source.sizeBytes);
  }
  const entries = await readZip(source);
  if (isWorkbook(entries)) return excelFile(entries);
  const [first, ...others] = entries;
  if (!first) throw refused('a ZIP archive without files');
  if (others.length === 0) return openPacked(first.open, 'zip');
  return { ...withColumns('several', (table) => rowsOfAll(entries, table)), packing: 'zip' };
}

/**
 * The files of an archive; undefined of anything else, such as a workbook.
 * @throws DatasetError `damaged_file`; `not_csv` if it is encrypted or has too many files
 */
export async function archivedFiles(source: ByteSource): Promise<readonly ZipEntry[] | undefined> {
  if (!isZip(await source.read(0, 4))) return undefined;
  const entries = await readZip(source);
  return isWorkbook(entries) ? undefined : entries;
}

/** Files of an archive whose columns are compared before the rows of all are read. */
const COMPARED_FILES = 100;

/** Names of the columns of a CSV file, from its beginning; undefined of others, which name them with their rows. */
async function headerOf({ open }: ZipEntry): Promise<readonly string[] | undefined> {
  const { bytes } = await firstBytes(open(), HEAD_BYTES);
  const head = memorySource(bytes);
  try {
    if (await openFile(head)) return undefined;
    const { chunks } = await convertCsv(() => chunksOf(head), undefined);
    const text = memorySource((await firstBytes(chunks, HEAD_BYTES)).bytes);
    const { header, hasHeader } = await readTable(text);
    return hasHeader ? header : undefined;
  } catch (error) {
    // Reading its rows tells what is wrong.
    if (error instanceof DatasetError) return undefined;
    throw error;
  }
}

const without = (names: readonly string[], others: readonly string[]) =>
  names.filter((name) => !others.includes(name));

const listed = (names: readonly string[]) => {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
};

/** Adds the columns of all files to a table, and notes which files have others than the first. */
async function compareHeaders(entries: readonly ZipEntry[], table: TableText): Promise<void> {
  let first: { name: string; header: readonly string[] } | undefined;
  for (const entry of entries.slice(0, COMPARED_FILES)) {
    const header = await headerOf(entry);
    if (!header) continue;
    for (const column of header) table.addColumn(column, undefined);
    first ??= { name: entry.name, header };
    const missing = listed(without(first.header, header));
    const further = listed(without(header, first.header));
    if (!missing && !further) continue;
    const parts = [
      ...(missing ? [`lacks ${missing} (empty in its rows)`] : []),
      ...(further ? [`has ${further} (empty in the rows of others)`] : []),
    ];
    table.differences.push(
      `${entry.name} has other columns than ${first.name}: it ${parts.join(', and it ')}.`,
    );
  }
}

/** Rows of several files, by the names of their files. Columns of the same name are one column. */
async function* rowsOfAll(
  entries: readonly ZipEntry[],
  table: TableText,
): AsyncGenerator<Uint8Array, void> {
  const ordered = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  await compareHeaders(ordered, table);
  for (const entry of ordered) {
    try {
      yield* rowsOfEntry(entry, table);
    } catch (error) {
      if (!(error instanceof DatasetError)) throw error;
      throw new DatasetError(error.code, `${entry.name}: ${error.message}`, error.line);
    }
  }
}

async function* rowsOfEntry(
  { name, open, stored }: ZipEntry,
  table: TableText,
): AsyncGenerator<Uint8Array, void> {
  // What is stored as it is can be of any size.
  const isHeld = !stored || stored.sizeBytes <= MAX_HELD_BYTES;
  const held = isHeld ? memorySource(await wholeOf(open())) : stored;
  const packed = await openFile(held);
  if (packed?.packing === 'zip' || packed?.format === 'several') {
    throw refused('an archive in an archive');
  }
  if (packed?.rowsInto) yield* packed.rowsInto(table);
  else if (!packed && !isHeld && (await detectEncoding(held)) === 'utf-8') {
    yield* rowsOfText(held, undefined, name, table);
  } else yield* rowsOfTable(packed ?? csvFile(() => chunksOf(held)), name, table);
}

/** Rows of one CSV file or workbook, which is read as it would be alone. */
async function* rowsOfTable(
  file: PackedFile,
  name: string,
  table: TableText,
): AsyncGenerator<Uint8Array, void> {
  const { chunks, form } = await file.convert();
  const source = memorySource(await wholeOf(chunks));
  yield* rowsOfText(source, form?.(), name, table);
}

async function* rowsOfText(
  source: ByteSource,
  form: RecordsForm | undefined,
  name: string,
  table: TableText,
): AsyncGenerator<Uint8Array, void> {
  const found = await readTable(source, { form });
  const { format } = await sampleTable(source, found);
  const { header, start, firstLine } = found;
  const text = new TextChunks();
  const range = { start, end: source.sizeBytes, firstLine };
  for await (const batch of readBatches(source, format, range)) {
    for (const event of batch.events()) {
      const chunk = text.add(
        'cells' in event
          ? table.row(Object.fromEntries(header.map((column, i) => [column, event.cells[i]])))
          : table.rejected(`${event.reason} (${name}, line ${event.line})`, event.text ?? ''),
      );
      if (chunk) yield chunk;
    }
  }
  yield text.take();
}

async function wholeOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const { bytes, isWhole } = await firstBytes(chunks, MAX_HELD_BYTES);
  if (isWhole) return bytes;
  throw new DatasetError(
    'too_large',
    `It has more than ${MAX_HELD_BYTES >> 20} MB, which a compressed file among several may not have. Pack the files without compression, or the rows as one file.`,
  );
}

async function openPacked(
  open: () => AsyncIterable<Uint8Array>,
  packing: 'gzip' | 'zip',
): Promise<PackedFile> {
  const { bytes: head, isWhole } = await firstBytes(open(), HEAD_BYTES);
  if (isZip(head) || isParquet(head)) {
    const { bytes, isWhole: isHeld } = await firstBytes(open(), MAX_HELD_BYTES);
    if (!isHeld) {
      throw refused(
        'a large compressed file in an archive',
        'It is compressed already: upload it without the archive.',
      );
    }
    const held = memorySource(bytes);
    if (isParquet(head)) return { ...parquetFile(held), packing };
    const entries = await readZip(held);
    if (isWorkbook(entries)) return { ...excelFile(entries), packing };
    throw refused('an archive in an archive');
  }
  if (isGzip(head)) throw refused('an archive in an archive');
  if (isTar(head)) throw refused('a tar archive');
  const json = openText(open, head, isWhole);
  if (json) return { ...json, packing };
  return { ...csvFile(open), packing };
}

const csvFile = (open: () => AsyncIterable<Uint8Array>): PackedFile => ({
  format: 'csv',
  convert: (encoding) => convertCsv(open, encoding),
});

async function convertCsv(
  open: () => AsyncIterable<Uint8Array>,
  given: Encoding | undefined,
): Promise<Conversion> {
  const beginning = async () => (await firstBytes(open(), DETECTED_BYTES)).bytes;
  const encoding = given ?? (await detectEncoding(memorySource(await beginning())));
  return { encoding, chunks: encoding === 'utf-8' ? open() : transcoded(open(), encoding) };
}

/** A text of JSON; undefined if it is none. */
function openText(
  open: () => AsyncIterable<Uint8Array>,
  head: Uint8Array,
  isWhole: boolean,
): PackedFile | undefined {
  const form = jsonForm(Buffer.from(head).toString(), isWhole);
  if (!form) return undefined;
  if (form === 'other') {
    throw refused(
      'a JSON document',
      'Write its rows as one list of objects, or as one object in each line (JSON lines), and upload that.',
    );
  }
  const rows = form === 'lines' ? rowsOfLines : rowsOfItems;
  return withColumns(form === 'lines' ? 'json-lines' : 'json', (table) => rows(open(), table));
}

/** Only a file that knows the number of its rows tells it. */
const shareOf = (table: TableText) => () =>
  table.rowsInFile === undefined ? undefined : table.rows / table.rowsInFile;

const parquetFile = (source: ByteSource) =>
  withColumns('parquet', (table) => rowsOfParquet(source, table));

/** A file that names its columns itself. */
function withColumns(
  format: FileFormat,
  rows: (table: TableText) => AsyncIterable<Uint8Array>,
): PackedFile {
  return {
    format,
    rowsInto: rows,
    async convert() {
      const table = new TableText();
      const chunks = rows(table);
      return {
        encoding: 'utf-8',
        chunks,
        form: () => table.form(),
        readShare: shareOf(table),
        differences: table.differences,
      };
    },
  };
}

const excelFile = (entries: readonly ZipEntry[]): PackedFile => ({
  format: 'excel',
  convert: async () => ({
    encoding: 'utf-8',
    chunks: rowsOfWorkbook(entries),
    form: () => ({ types: {} }),
  }),
});
