import * as z from 'zod';
import { GrowableU32 } from '../file/growable.ts';
import { count } from '../record.ts';

const CR = 13;
const SPACE = 32;
const BACKSLASH = 92;

export const dialectRecord = z.strictObject({
  /** Byte between cells: comma, semicolon, tab or pipe. */
  delimiter: count,
  /** Byte around cells that contain delimiters: `"`, `'`, or 0 if quotes are plain text. */
  quote: count,
  /** Byte that ends a line: 10, or 13 in files of old Macintosh programs. */
  newline: count,
  /** Whether spaces may stand between a delimiter and an opening quote. */
  spaceBeforeQuote: z.boolean(),
  /** Whether a backslash before a quote makes it text, as in exports of MySQL. */
  backslash: z.boolean(),
  /**
   * Whether the text was converted from another format: each record counts as one line, whatever its cells have, and a
   * line that begins with `!` instead of a quote is a row that was left out: its reason, a tab, and some of its text.
   */
  converted: z.literal(true).optional(),
});

/** How a file separates and quotes cells. Plain data. */
export type Dialect = Readonly<z.infer<typeof dialectRecord>>;

/** State of the scanner between two bytes. */
type State = 'cell-start' | 'plain' | 'quoted' | 'after-quote';

/**
 * Finds the next occurrence of a byte from ascending positions, scanning each byte of the array only
 * once. Returns the array's length if there is none.
 */
class ByteFinder {
  readonly #byte: number;
  #bytes: Buffer = Buffer.alloc(0);
  #found = 0;

  constructor(byte: number) {
    this.#byte = byte;
  }

  /** Switches to another array. */
  reset(bytes: Uint8Array): void {
    // Buffer.indexOf is four times as fast as Uint8Array.indexOf.
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#found = -1;
  }

  /** First position of the byte at or after `from`. */
  from(from: number): number {
    if (this.#found < from) {
      const found = this.#bytes.indexOf(this.#byte, from);
      this.#found = found < 0 || from >= this.#bytes.length ? this.#bytes.length : found;
    }
    return this.#found;
  }
}

/**
 * Finds the ends of CSV records in a stream of chunks without copying. A quote opens a quoted
 * cell only at the start of a cell (so `5" pipe` is plain text), and line breaks inside quoted
 * cells belong to the record.
 */
export class RecordScanner {
  readonly #dialect: Dialect;
  readonly #newlines: ByteFinder;
  readonly #quotes: ByteFinder;
  #chunk: Uint8Array | null = null;
  #state: State = 'cell-start';
  /** Whether the chunk before ended with a backslash that makes the next byte text. */
  #escapes = false;
  /** Current physical line, from 1. */
  line: number;
  /** Line of the last opening quote. */
  quoteLine = 0;
  /** Whether the record being scanned has a quoted cell. */
  sawQuote = false;

  /** @param inside whether the first byte is in a quoted cell, at its start or after a line break */
  constructor(dialect: Dialect, line: number, inside = false) {
    this.#dialect = dialect;
    if (inside) this.#state = 'quoted';
    this.#newlines = new ByteFinder(dialect.newline);
    this.#quotes = new ByteFinder(dialect.quote);
    this.line = line;
  }

  /** Whether the scanner is inside a quoted cell. At the end of the file this means an unclosed quote. */
  get insideQuotes(): boolean {
    return this.#state === 'quoted';
  }

  /**
   * Scans from `from` to the end of the current record. Calls for one chunk must go forward.
   * @returns the index after the record's line break, or -1 if the chunk ends first; then call again
   * with the next chunk
   */
  next(bytes: Uint8Array, from: number): number {
    if (bytes !== this.#chunk) {
      this.#chunk = bytes;
      this.#newlines.reset(bytes);
      this.#quotes.reset(bytes);
    }
    let at = from;
    while (at < bytes.length) {
      if (this.#state === 'quoted') {
        at = this.#closeQuote(bytes, at);
      } else if (this.#state === 'after-quote' && bytes[at] === this.#dialect.quote) {
        // A doubled quote is a literal quote, so the cell continues.
        this.#state = 'quoted';
        at++;
      } else {
        if (this.#state === 'after-quote') this.#state = 'plain';
        const newline = this.#newlines.from(at);
        const quote = this.#openingQuote(bytes, at, newline);
        if (quote < newline) {
          this.#state = 'quoted';
          this.quoteLine = this.line;
          this.sawQuote = true;
          at = quote + 1;
        } else if (newline < bytes.length) {
          this.#state = 'cell-start';
          this.line++;
          return newline + 1;
        } else {
          this.#state = this.#startsCell(bytes, at, newline) ? 'cell-start' : 'plain';
          at = newline;
        }
      }
    }
    if (at >= bytes.length) this.#chunk = null;
    return -1;
  }

  /** Moves past the end of the quoted part at `at`, counting its line breaks. */
  #closeQuote(bytes: Uint8Array, at: number): number {
    const end = bytes.length;
    let quote = this.#quotes.from(at);
    if (this.#dialect.backslash) {
      while (quote < end && this.#isEscaped(bytes, at, quote)) quote = this.#quotes.from(quote + 1);
      this.#escapes = quote >= end && this.#isEscaped(bytes, at, end);
    }
    if (!this.#dialect.converted) {
      for (let i = this.#newlines.from(at); i < quote; i = this.#newlines.from(i + 1)) this.line++;
    }
    if (quote < end) this.#state = 'after-quote';
    return Math.min(quote + 1, end);
  }

  /** Whether an odd number of backslashes stands before a byte of the quoted part that begins at `at`. */
  #isEscaped(bytes: Uint8Array, at: number, position: number): boolean {
    let first = position;
    while (first > at && bytes[first - 1] === BACKSLASH) first--;
    const carried = first === at && this.#escapes ? 1 : 0;
    return (position - first + carried) % 2 === 1;
  }

  /** Whether a cell starts at `position`. Spaces before it are ignored where they may precede a quote. */
  #startsCell(bytes: Uint8Array, at: number, position: number): boolean {
    const { delimiter, spaceBeforeQuote } = this.#dialect;
    let before = position - 1;
    if (spaceBeforeQuote) while (before >= at && bytes[before] === SPACE) before--;
    return before < at ? this.#state === 'cell-start' : bytes[before] === delimiter;
  }

  /** First quote before the line break that opens a cell; a position after the line break if none. */
  #openingQuote(bytes: Uint8Array, at: number, newline: number): number {
    if (this.#dialect.quote === 0) return bytes.length;
    let quote = this.#quotes.from(at);
    while (quote < newline && !this.#startsCell(bytes, at, quote)) {
      quote = this.#quotes.from(quote + 1);
    }
    return quote;
  }
}

/** End of a record's content, before its line break. */
export function recordEnd(bytes: Uint8Array, start: number, end: number, newline: number): number {
  let stop = end;
  if (stop > start && bytes[stop - 1] === newline) stop--;
  // Programs that translate line ends twice write two.
  while (stop > start && bytes[stop - 1] === CR) stop--;
  return stop;
}

/** Cells found by `splitCells`, over many records. */
export class CellList {
  /** Offsets of each cell. Offsets beyond the array that was split point into `unescaped`. */
  readonly starts = new GrowableU32();
  readonly ends = new GrowableU32();
  /** Contents of quoted cells that are not a part of the array: with escaped quotes, or text after the closing one. */
  readonly unescaped: Uint8Array[] = [];
  unescapedBytes = 0;
  /** Cells with text after their closing quote. */
  loose = 0;

  push(start: number, end: number): void {
    this.starts.push(start);
    this.ends.push(end);
  }

  /** Bytes of one of the last cells. `bytes` is the array that was split. */
  content(cell: number, bytes: Uint8Array): Uint8Array {
    const [start, end] = [this.starts.at(cell), this.ends.at(cell)];
    if (end <= bytes.length) return bytes.subarray(start, end);
    let at = bytes.length + this.unescapedBytes;
    for (let i = this.unescaped.length - 1; i >= 0; i--) {
      at -= this.unescaped[i]!.length;
      if (at <= start) return this.unescaped[i]!.subarray(start - at, end - at);
    }
    throw new RangeError(`Cell ${cell} is outside of the split bytes`);
  }

  /** Gives a cell another content. */
  replace(cell: number, content: Uint8Array, bytes: Uint8Array): void {
    const at = bytes.length + this.unescapedBytes;
    this.unescaped.push(content);
    this.unescapedBytes += content.length;
    this.starts.set(cell, at);
    this.ends.set(cell, at + content.length);
  }
}

/** Reject reason of a record whose quote is never closed. Such a record contains all lines after the quote. */
export const NEVER_CLOSED = 'A quoted cell is never closed.';

/** Contents of a quoted cell: doubled quotes become one, and backslashes before a quote are removed. */
function withoutEscapes(cell: Uint8Array, { quote, backslash }: Dialect): Uint8Array {
  const out = new Uint8Array(cell.length);
  let length = 0;
  for (let i = 0; i < cell.length; i++) {
    if (backslash && cell[i] === BACKSLASH && [quote, BACKSLASH].includes(cell[i + 1]!)) i++;
    else if (cell[i] === quote) i++;
    if (i < cell.length) out[length++] = cell[i]!;
  }
  return out.subarray(0, length);
}

/** The quote that closes the cell after an opening quote, and whether the cell has escaped quotes. */
function findClose(bytes: Buffer, open: number, end: number, { quote, backslash }: Dialect) {
  let escaped = false;
  for (let at = open + 1; ; at++) {
    const close = bytes.indexOf(quote, at);
    if (close < 0 || close >= end) return { close: -1, escaped };
    let first = close;
    if (backslash) while (first > open + 1 && bytes[first - 1] === BACKSLASH) first--;
    if (first < close) escaped = true;
    if ((close - first) % 2 === 1) at = close;
    else if (close + 1 < end && bytes[close + 1] === quote) {
      escaped = true;
      at = close + 1;
    } else return { close, escaped };
  }
}

/**
 * Splits the record from `start` to `end` (without its line break) into cells. Text after a closing quote
 * belongs to the cell, as spreadsheets read it: `"a"b` is `ab`.
 * @param quoted whether the record has a quoted cell
 * @returns null on success, otherwise the reason in words for the customer
 */
export function splitCells(
  bytes: Buffer,
  start: number,
  end: number,
  dialect: Dialect,
  quoted: boolean,
  cells: CellList,
): string | null {
  const { delimiter, quote, spaceBeforeQuote } = dialect;
  for (let i = start; ; i++) {
    let open = i;
    if (quoted && spaceBeforeQuote) while (open < end && bytes[open] === SPACE) open++;
    if (quoted && open < end && bytes[open] === quote) {
      const { close, escaped } = findClose(bytes, open, end, dialect);
      if (close < 0) return NEVER_CLOSED;
      let stop = close + 1;
      while (stop < end && bytes[stop] !== delimiter) stop++;
      const rest = bytes.subarray(close + 1, stop);
      const hasRest = rest.some((byte) => byte !== SPACE);
      if (hasRest) cells.loose++;
      if (escaped || hasRest) {
        const inner = bytes.subarray(open + 1, close);
        const cell = escaped ? withoutEscapes(inner, dialect) : inner;
        const whole = hasRest ? Buffer.concat([cell, rest]) : cell;
        const at = bytes.length + cells.unescapedBytes;
        cells.unescaped.push(whole);
        cells.unescapedBytes += whole.length;
        cells.push(at, at + whole.length);
      } else cells.push(open + 1, close);
      i = stop;
    } else {
      const from = i;
      while (i < end && bytes[i] !== delimiter) i++;
      cells.push(from, i);
    }
    if (i >= end) return null;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The cells of one record as text, and how many have text after their closing quote; undefined if a quoted cell
 * is never closed. Bytes that are not UTF-8 become U+FFFD.
 */
export function splitRecord(
  record: Uint8Array,
  dialect: Dialect,
  quoted: boolean,
): { cells: string[]; loose: number } | undefined {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
  const list = new CellList();
  if (splitCells(bytes, 0, bytes.length, dialect, quoted, list) !== null) return undefined;
  const all = list.unescapedBytes > 0 ? Buffer.concat([bytes, ...list.unescaped]) : bytes;
  const [starts, ends] = [list.starts.view(), list.ends.view()];
  const cells = Array.from(starts, (start, i) => decoder.decode(all.subarray(start, ends[i])));
  return { cells, loose: list.loose };
}
