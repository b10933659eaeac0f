import { type Dialect, RecordScanner, recordEnd, splitRecord } from './scan.ts';

const QUOTE = 34;
const APOSTROPHE = 39;
const DELIMITERS = [',', ';', '\t', '|'].map((character) => character.charCodeAt(0));
const SAMPLE_RECORDS = 500;
/** A record of the beginning of a file. */
export interface HeadRecord {
  readonly cells: readonly string[];
  /** Offsets of the record and of the one after it. */
  readonly start: number;
  readonly end: number;
  /** Physical line it starts on, from 1. */
  readonly line: number;
  readonly lineAfter: number;
  /** Whether it spans lines and has text after a closing quote: then its quotes probably do not quote cells. */
  readonly suspect: boolean;
}

/**
 * Splits the beginning of a file into records; blank lines are left out.
 * @param whole whether the bytes are the whole file; otherwise the last record may be cut and is left out
 *   unless it is the only one
 */
export function headRecords(
  head: Uint8Array,
  dialect: Dialect,
  from: { readonly start: number; readonly line: number },
  whole: boolean,
): { records: HeadRecord[]; unclosedLine?: number } {
  const scanner = new RecordScanner(dialect, from.line);
  const records: HeadRecord[] = [];
  for (let { start, line } = from; start < head.length && records.length < SAMPLE_RECORDS; ) {
    scanner.sawQuote = false;
    let end = scanner.next(head, start);
    const isOpen = end < 0 && scanner.insideQuotes;
    if (isOpen && (whole || records.length === 0)) {
      return { records, unclosedLine: scanner.quoteLine };
    }
    if (end < 0 && !whole && records.length > 0) break;
    if (end < 0) end = head.length;
    const record = head.subarray(start, recordEnd(head, start, end, dialect.newline));
    const { cells = [], loose = 0 } = splitRecord(record, dialect, scanner.sawQuote) ?? {};
    if (cells.some((cell) => cell.trim() !== '')) {
      const suspect = loose > 0 && scanner.line > line + 1;
      records.push({ cells, start, end, line, lineAfter: scanner.line, suspect });
    }
    start = end;
    line = scanner.line;
  }
  return { records };
}

/** LF or CR, whichever ends more lines outside of quoted cells. A CR before a LF belongs to it. */
function detectNewline(head: Uint8Array): number {
  let feeds = 0;
  let returns = 0;
  let quoted = false;
  for (let i = 0; i < head.length; i++) {
    const byte = head[i];
    if (byte === QUOTE) quoted = !quoted;
    else if (byte === 10) feeds += quoted ? 0 : 1;
    else if (byte === 13 && !quoted && head[i + 1] !== 10 && head[i + 1] !== 13) returns++;
  }
  // A quote that never closes would hide the lines after it.
  if (feeds + returns === 0) return head.includes(10) || !head.includes(13) ? 10 : 13;
  return returns > feeds ? 13 : 10;
}

/** Cells of a record without blank ones at its end, which spreadsheets write to fill up a title. */
export function widthOf(cells: readonly string[]): number {
  let width = cells.length;
  while (width > 0 && cells[width - 1]!.trim() === '') width--;
  return width;
}

/**
 * Minimum share of records with the most common number of cells. Below it they are sentences with commas, not a
 * table.
 */
const MIN_SHARE = 0.3;

/**
 * The most common number of cells (at least two; the greater one of equals), and the share of records that have it.
 */
export function commonestCount(records: readonly HeadRecord[]): { cells: number; share: number } {
  const counts = new Map<number, number>();
  for (const { cells, suspect } of records) {
    if (!suspect) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  }
  let best = 0;
  for (const [cells, count] of counts) {
    const most = counts.get(best) ?? 0;
    if (cells > 1 && (count > most || (count === most && cells > best))) best = cells;
  }
  const share = (counts.get(best) ?? 0) / records.length;
  return share < MIN_SHARE ? { cells: 0, share: 0 } : { cells: best, share };
}

/** How well records fit one table: the share that has the commonest count, above all the first one. */
function tableFit(records: readonly HeadRecord[]): number {
  const { cells, share } = commonestCount(records);
  if (cells === 0) return 0;
  return share + (records[0]!.cells.length === cells ? 0.25 : 0) + 0.01 * Math.min(cells, 20);
}

/** What records add to the fit of a table whose last column is optional: they have one cell more or less. */
function optionalFit(records: readonly HeadRecord[]): number {
  const { cells } = commonestCount(records);
  const named = records[0]?.cells.length ?? 0;
  if (cells === 0 || named < 2 || Math.abs(named - cells) > 1) return 0;
  const shareOf = (count: number) =>
    count < 2 ? 0 : records.filter((each) => each.cells.length === count).length / records.length;
  if (named !== cells) return shareOf(named) + 0.25;
  return Math.max(shareOf(cells - 1), shareOf(cells + 1));
}

const includes = (head: Uint8Array, ...texts: string[]) => {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  return texts.some((text) => bytes.includes(text));
};

/** Ways to quote cells that are possible in a file with this delimiter, the most likely first. */
function quotings(head: Uint8Array, delimiter: number): Omit<Dialect, 'delimiter' | 'newline'>[] {
  const mark = String.fromCharCode(delimiter);
  const plain = { quote: QUOTE, spaceBeforeQuote: false, backslash: false };
  const ways = [plain];
  if (includes(head, `${mark} "`, `${mark}  "`)) ways.push({ ...plain, spaceBeforeQuote: true });
  if (includes(head, '\\"')) ways.push({ ...plain, backslash: true });
  if (includes(head, `${mark}'`, `\n'`)) ways.push({ ...plain, quote: APOSTROPHE });
  if (includes(head, `${mark}"`, '\n"')) ways.push({ ...plain, quote: 0 });
  return ways;
}

/**
 * Detects how cells are separated and quoted from the first bytes of a file: the way that splits most records into
 * the same number of cells. More cells break ties.
 * @param head first bytes of the file after its byte order mark, in UTF-8
 * @param whole whether they are the whole file
 * @param delimiter if it is known
 */
export function detectDialect(head: Uint8Array, whole: boolean, delimiter?: number): Dialect {
  const newline = detectNewline(head);
  const found = (delimiter === undefined ? DELIMITERS : [delimiter]).map((candidate) => {
    const ways = quotings(head, candidate).map((quoting, rank) => {
      const dialect = { delimiter: candidate, newline, ...quoting };
      const { records, unclosedLine } = headRecords(head, dialect, { start: 0, line: 1 }, whole);
      // Another quoting than the usual one has to be clearly better.
      const cost = (unclosedLine === undefined ? 0 : 0.2) + (rank > 0 ? 0.02 : 0);
      return { dialect, records, fit: tableFit(records) - cost };
    });
    const best = ways.reduce((most, one) => (one.fit > most.fit ? one : most));
    return { dialect: best.dialect, fit: best.fit + optionalFit(best.records) };
  });
  return found.reduce((most, one) => (one.fit > most.fit ? one : most)).dialect;
}
