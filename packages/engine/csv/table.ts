import * as z from 'zod';
import { statedTypes } from '../column-kind.ts';
import { DatasetError } from '../errors.ts';
import type { ByteSource } from '../source.ts';
import { commonestCount, detectDialect, type HeadRecord, headRecords, widthOf } from './dialect.ts';
import { EMPTY, type Encoding } from './encoding.ts';
import { columnName, columnNames, headerVotes, looksLikeHeader, namesFit } from './header.ts';
import { refuseProse, refuseTextFormats } from './other-formats.ts';
import type { Dialect } from './scan.ts';

export const recordsForm = z.object({
  /** Names of the columns, if they are not in the text. Then its first line is the first row. */
  header: z.array(z.string()).readonly().optional(),
  /** What the file says of its columns. */
  types: z.record(z.string(), z.enum(statedTypes)),
});

/** How the text of a file in another format is read: all cells are quoted, and commas stand between them. */
export type RecordsForm = Readonly<z.infer<typeof recordsForm>>;

/** A person's settings for a file. Absent ones are detected. */
export interface Reading {
  /** Of a text that was converted from another format. */
  readonly form?: RecordsForm;
  readonly encoding?: Encoding;
  /** Character between cells. */
  readonly delimiter?: string;
  /** Whether the first row of the table names the columns. */
  readonly header?: boolean;
  /** Lines above the table that are left out. */
  readonly skip?: number;
}

/** Where the table of a file begins, and how it is read. */
export interface Table extends Dialect {
  /** Names of the columns, all different. */
  readonly header: readonly string[];
  /** Whether the file names its columns. */
  readonly hasHeader: boolean;
  /** Lines above the table that are left out: titles, comments, the line `sep=`. */
  readonly skippedLines: number;
  /** Offset and physical line of the first row. */
  readonly start: number;
  readonly firstLine: number;
}

const HEAD_BYTES = 256 << 10;
const MAX_HEAD_BYTES = 4 << 20;
/** Rows that are looked at to tell a header from data. */
const COMPARED_ROWS = 100;
/** Votes from which a record surely names the columns. */
const SURE_VOTES = 2;
const COMMENT = /^\s*(#|%|\/\/|--)/;

export function unclosedQuote(line: number): DatasetError {
  return new DatasetError(
    'unclosed_quote',
    `The quote opened in line ${line} is never closed. Close it, or double it if it is part of the text.`,
    line,
  );
}

/** The delimiter that a first line `sep=;` names, and the offset after it. Excel writes and reads such a line. */
function separatorLine(head: Uint8Array, start: number): { delimiter: number; end: number } | null {
  const line = Buffer.from(head.subarray(start, start + 16)).toString('latin1');
  const match = /^"?sep=(.)"?\r*(\n|\r|$)/i.exec(line);
  return match && { delimiter: match[1]!.charCodeAt(0), end: start + match[0].length };
}

/** The commonest number of cells up to the last filled one, at least two; `cells` if no row has so many. */
function commonestWidth(records: readonly HeadRecord[], cells: number): number {
  const widths = records.map((record) => widthOf(record.cells)).filter((width) => width > 1);
  const groups = [...Map.groupBy(widths, (width) => width)];
  groups.sort(([a, one], [b, other]) => other.length - one.length || b - a);
  return groups[0]?.[0] ?? cells;
}

/** Votes for a record being the header of the records after it. */
function votesAt(records: readonly HeadRecord[], i: number): number {
  const [first, ...rows] = records.slice(i, i + 1 + COMPARED_ROWS).map((each) => each.cells);
  return first ? headerVotes(first, rows) : Number.NEGATIVE_INFINITY;
}

const distinctNames = ({ cells }: HeadRecord) =>
  new Set(cells.map(columnName).filter((name) => name !== '')).size;

/** Whether a record groups the columns that the next one names: `Patent,,,Owner,,` above `Number,Title,Date,Name,City,Street`. */
function isGroupRow(records: readonly HeadRecord[], i: number): boolean {
  const [groups, names] = [records[i]!, records[i + 1]];
  if (!names || distinctNames(names) < names.cells.length) return false;
  const votes = votesAt(records, i + 1);
  return (
    distinctNames(groups) < distinctNames(names) &&
    votes > SURE_VOTES &&
    votes > votesAt(records, i)
  );
}

/** Number of titles, comments and names of groups of columns at the beginning of the records. */
function countPreamble(records: readonly HeadRecord[], cells: number): number {
  const width = commonestWidth(records, cells);
  const found = records.findIndex((record, i) => {
    if (!COMMENT.test(record.cells[0]!)) return widthOf(record.cells) > width / 2;
    // A comment with as many delimiters as the table, or the names of the columns behind a comment sign.
    return record.cells.length === cells && votesAt(records, i + 1) <= SURE_VOTES;
  });
  if (found < 0) return 0;
  // The last columns may have no names, so that the header is as narrow as a title.
  const before = records[found - 1];
  const isHeader =
    before?.cells.length === cells && votesAt(records, found - 1) > votesAt(records, found);
  if (isHeader) return found - 1;
  return isGroupRow(records, found) ? found + 1 : found;
}

/** Number of records before the first one after so many lines. At least the last record stays. */
function recordsWithin(records: readonly HeadRecord[], lines: number): number {
  const found = records.findIndex(({ line }) => line > lines);
  return found < 0 ? records.length - 1 : found;
}

/**
 * Whether the first cell of each row is a row name, for which the header has no column (as R writes it). Then the
 * first cells all differ, and the header's names fit the cells after them better.
 */
function hasRowNames(header: readonly string[], rows: readonly HeadRecord[]): boolean {
  const names = rows.map(({ cells }) => cells[0]!.trim());
  if (names.includes('') || new Set(names).size < names.length) return false;
  const counts = names.every((name, i) => Number(name) === Number(names[0]) + i);
  const cells = rows.slice(0, COMPARED_ROWS).map((row) => row.cells);
  const better = namesFit(header, cells, 1) - namesFit(header, cells, 0);
  return better > 0 || (better === 0 && counts);
}

/** Whether most rows have cells too many because a delimiter with a space after it stands in a text. */
function hasSpacedDelimiters(rows: readonly HeadRecord[], extra: number): boolean {
  const spaced = rows.filter(({ cells }) => {
    return cells.filter((cell, i) => i > 0 && cell.startsWith(' ')).length === extra;
  });
  return spaced.length > rows.length / 2;
}

/** The names of all columns: those of the header, and generated ones for further columns that most rows have. */
function namesOf(header: readonly string[], rows: readonly HeadRecord[], cells: number): string[] {
  const full = rows.filter((row) => row.cells.length === cells);
  const beyond = full.filter((row) => widthOf(row.cells) > header.length);
  if (beyond.length > full.length / 2) {
    // If some rows are as long as the header, the last column is optional.
    const isOptional = rows.some((row) => row.cells.length === header.length);
    if (cells === header.length + 1 && !isOptional && hasRowNames(header, full)) {
      return columnNames(['', ...header], cells);
    }
    if (!hasSpacedDelimiters(beyond, cells - header.length)) return columnNames(header, cells);
  }
  // Spreadsheets end lines with delimiters, so last columns without a name and without values are dropped.
  const used = Math.max(widthOf(header), ...rows.map((row) => widthOf(row.cells)));
  return columnNames(header, Math.min(header.length, used));
}

/** Of texts that were converted from another format. */
const convertedDialect = {
  delimiter: 44,
  quote: 34,
  newline: 10,
  spaceBeforeQuote: false,
  backslash: false,
  converted: true,
} as const;

function readHead(head: Uint8Array, whole: boolean, reading: Reading): Table | undefined {
  const bom = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  if (head.subarray(bom).every((byte) => byte <= 32)) {
    throw new DatasetError('empty_file', EMPTY);
  }
  const converted = reading.form && convertedDialect;
  if (!converted) {
    refuseTextFormats(Buffer.from(head.buffer, head.byteOffset, head.length).toString(), whole);
  }
  const separator = converted ? null : separatorLine(head, bom);
  const chosen = converted?.delimiter ?? reading.delimiter?.charCodeAt(0);
  const given = chosen ?? separator?.delimiter;
  const begin = { start: separator?.end ?? bom, line: separator ? 2 : 1 };
  const dialect = converted ?? detectDialect(head.subarray(begin.start), whole, given);
  const { records, unclosedLine } = headRecords(head, dialect, begin, whole);
  if (records.length === 0 || (records.length < 3 && !whole)) {
    if (!whole) return undefined;
    if (records.length === 0) throw unclosedQuote(unclosedLine ?? 1);
  }
  if (given === undefined) refuseProse(records);
  const { cells } = commonestCount(records);
  const found = cells === 0 ? 0 : countPreamble(records, cells);
  const preamble = reading.skip === undefined ? found : recordsWithin(records, reading.skip);
  const table = records.slice(preamble);
  const [first, ...rows] = table as [HeadRecord, ...HeadRecord[]];
  const compared = rows.slice(0, COMPARED_ROWS).map((row) => row.cells);
  const hasHeader = reading.header ?? looksLikeHeader(first.cells, compared);
  const header = hasHeader
    ? namesOf(first.cells, rows, cells)
    : columnNames([], Math.max(1, cells));
  return {
    ...dialect,
    header,
    hasHeader,
    skippedLines: first.line - 1,
    start: hasHeader ? first.end : first.start,
    firstLine: hasHeader ? first.lineAfter : first.line,
  };
}

/**
 * Finds the table of a file in UTF-8: how its cells are separated and quoted, what stands above it, and the
 * names of its columns.
 * @throws DatasetError `empty_file`, `not_csv`, `unclosed_quote`
 */
export async function readTable(source: ByteSource, reading: Reading = {}): Promise<Table> {
  const header = reading.form?.header;
  if (header) {
    if (header.length === 0) throw new DatasetError('empty_file', EMPTY);
    const begin = { hasHeader: true, skippedLines: 0, start: 0, firstLine: 1 };
    return { ...convertedDialect, header, ...begin };
  }
  for (let wanted = HEAD_BYTES; ; wanted *= 4) {
    const head = await source.read(0, wanted);
    const table = readHead(head, head.length < wanted || wanted >= MAX_HEAD_BYTES, reading);
    if (table) return table;
    // The first rows are longer than the head.
  }
}
