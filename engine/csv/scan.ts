import { isUtf8 } from 'node:buffer';
import { GrowableU32 } from '../file/growable.ts';

const QUOTE = 34;
const CR = 13;

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
  readonly #delimiter: number;
  readonly #newlines: ByteFinder;
  readonly #quotes = new ByteFinder(QUOTE);
  #chunk: Uint8Array | null = null;
  #state: State = 'cell-start';
  /** Current physical line, from 1. */
  line: number;
  /** Line of the last opening quote. */
  quoteLine = 0;
  /** Whether the record being scanned has a quoted cell. */
  sawQuote = false;

  constructor(delimiter: number, newline: number, line: number) {
    this.#delimiter = delimiter;
    this.#newlines = new ByteFinder(newline);
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
        at = this.#closeQuote(at, bytes.length);
      } else if (this.#state === 'after-quote' && bytes[at] === QUOTE) {
        // A doubled quote is a literal quote, so the cell continues.
        this.#state = 'quoted';
        at++;
      } else {
        if (this.#state === 'after-quote') this.#state = 'plain';
        const quote = this.#openingQuote(bytes, at);
        const newline = this.#newlines.from(at);
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
          this.#state = bytes[newline - 1] === this.#delimiter ? 'cell-start' : 'plain';
          at = newline;
        }
      }
    }
    if (at >= bytes.length) this.#chunk = null;
    return -1;
  }

  /** Moves past the end of the quoted part at `at`, counting its line breaks. */
  #closeQuote(at: number, end: number): number {
    const quote = this.#quotes.from(at);
    for (let i = this.#newlines.from(at); i < quote; i = this.#newlines.from(i + 1)) this.line++;
    if (quote < end) this.#state = 'after-quote';
    return Math.min(quote + 1, end);
  }

  /** First quote in the rest of the record that opens a cell; a position after the record if none. */
  #openingQuote(bytes: Uint8Array, at: number): number {
    const newline = this.#newlines.from(at);
    let quote = this.#quotes.from(at);
    if (quote === at && this.#state === 'cell-start') return quote;
    while (quote < newline && (quote === at || bytes[quote - 1] !== this.#delimiter)) {
      quote = this.#quotes.from(quote + 1);
    }
    return quote;
  }
}

/** End of a record's content, before its line break. */
export function recordEnd(bytes: Uint8Array, start: number, end: number, newline: number): number {
  let stop = end;
  if (stop > start && bytes[stop - 1] === newline) stop--;
  if (stop > start && bytes[stop - 1] === CR) stop--;
  return stop;
}

/** Cells found by `splitCells`, over many records. */
export class CellList {
  /** Offsets of each cell. Offsets beyond the array that was split point into `unescaped`. */
  readonly starts = new GrowableU32();
  readonly ends = new GrowableU32();
  /** Unescaped contents of quoted cells with doubled quotes. */
  readonly unescaped: Uint8Array[] = [];
  unescapedBytes = 0;

  push(start: number, end: number): void {
    this.starts.push(start);
    this.ends.push(end);
  }
}

/** Unescapes doubled quotes in a quoted cell. */
function unescapeQuotes(cell: Uint8Array): Uint8Array {
  const out = new Uint8Array(cell.length);
  let length = 0;
  for (let i = 0; i < cell.length; i++) {
    out[length++] = cell[i]!;
    if (cell[i] === QUOTE) i++;
  }
  return out.subarray(0, length);
}

/**
 * Splits the record from `start` to `end` (without its line break) into cells.
 * @param quoted whether the record has a quoted cell
 * @returns null on success, otherwise the reason in words for the customer
 */
export function splitCells(
  bytes: Buffer,
  start: number,
  end: number,
  delimiter: number,
  quoted: boolean,
  cells: CellList,
): string | null {
  const first = cells.starts.length;
  for (let i = start; ; i++) {
    if (quoted && i < end && bytes[i] === QUOTE) {
      let close = i;
      let doubled = false;
      for (;;) {
        close = bytes.indexOf(QUOTE, close + 1);
        if (close < 0 || close >= end) return 'A quoted cell is never closed.';
        if (close + 1 >= end || bytes[close + 1] !== QUOTE) break;
        doubled = true;
        close++;
      }
      if (doubled) {
        const cell = unescapeQuotes(bytes.subarray(i + 1, close));
        const at = bytes.length + cells.unescapedBytes;
        cells.unescaped.push(cell);
        cells.unescapedBytes += cell.length;
        cells.push(at, at + cell.length);
      } else cells.push(i + 1, close);
      i = close + 1;
      if (i < end && bytes[i] !== delimiter) {
        return `There is text after a closing quote in cell ${cells.starts.length - first}.`;
      }
    } else {
      const from = i;
      while (i < end && bytes[i] !== delimiter) i++;
      cells.push(from, i);
    }
    if (i >= end) return null;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reject reason of a record that is not UTF-8. */
export const NOT_UTF8 = 'The row is not valid UTF-8. Save the file with the encoding UTF-8.';

/** The cells of one record, or the reason why it is invalid (in words for the customer). */
export type SplitResult = { cells: string[] } | { reason: string };

/** Splits a record (without its line break) into decoded cells. */
export function splitRecord(record: Uint8Array, delimiter: number, quoted: boolean): SplitResult {
  if (!isUtf8(record)) return { reason: NOT_UTF8 };
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
  const cells = new CellList();
  const reason = splitCells(bytes, 0, bytes.length, delimiter, quoted, cells);
  if (reason) return { reason };
  const all = cells.unescapedBytes > 0 ? Buffer.concat([bytes, ...cells.unescaped]) : bytes;
  const [starts, ends] = [cells.starts.view(), cells.ends.view()];
  return {
    cells: Array.from(starts, (start, i) => decoder.decode(all.subarray(start, ends[i]))),
  };
}
