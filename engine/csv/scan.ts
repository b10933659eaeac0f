const QUOTE = 34;

/** Where the scanner stands between two bytes. */
type State = 'cell-start' | 'plain' | 'quoted' | 'after-quote';

/**
 * Finds the ends of CSV records in a stream of chunks without copying. A quote opens a quoted
 * cell only at the start of a cell (so `5" pipe` is plain text), and line breaks inside quoted
 * cells belong to the record.
 */
export class RecordScanner {
  readonly #delimiter: number;
  readonly #newline: number;
  #state: State = 'cell-start';
  /** Physical line the scanner is on, from 1. */
  line: number;
  /** Line of the last opened quote. */
  quoteLine = 0;
  /** Whether the record being scanned has a quoted cell. */
  sawQuote = false;

  constructor(delimiter: number, newline: number, line: number) {
    this.#delimiter = delimiter;
    this.#newline = newline;
    this.line = line;
  }

  /** True while inside a quoted cell: at the end of the file that means an unclosed quote. */
  get insideQuotes(): boolean {
    return this.#state === 'quoted';
  }

  /**
   * Scans `bytes` from `from` to the end of the current record.
   * @returns the index just past its line break, or -1 when the chunk ends first (go on with the
   * next chunk)
   */
  next(bytes: Uint8Array, from: number): number {
    const delimiter = this.#delimiter;
    const newline = this.#newline;
    const end = bytes.length;
    let state = this.#state;
    for (let i = from; i < end; i++) {
      const byte = bytes[i]!;
      if (state === 'quoted') {
        if (byte === QUOTE) state = 'after-quote';
        else if (byte === newline) this.line++;
      } else if (byte === newline) {
        this.line++;
        this.#state = 'cell-start';
        return i + 1;
      } else if (byte === delimiter) state = 'cell-start';
      else if (byte === QUOTE && state !== 'plain') {
        // A quote at the start of a cell opens it; one right after a closing quote is a literal.
        if (state === 'cell-start') {
          this.quoteLine = this.line;
          this.sawQuote = true;
        }
        state = 'quoted';
      } else state = 'plain';
    }
    this.#state = state;
    return -1;
  }
}

const CR = 13;

/** Drops the line break at the end of a record. */
export function trimRecord(record: Uint8Array, newline: number): Uint8Array {
  let end = record.length;
  if (end > 0 && record[end - 1] === newline) end--;
  if (end > 0 && record[end - 1] === CR) end--;
  return record.subarray(0, end);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The cells of one record, or why it cannot be read (in words for the customer). */
export type SplitResult = { cells: string[] } | { reason: string };

/** Splits a record (without its line break) into decoded cells. */
export function splitRecord(record: Uint8Array, delimiter: number, quoted: boolean): SplitResult {
  let text: string;
  try {
    text = decoder.decode(record);
  } catch {
    return { reason: 'The row is not valid UTF-8. Save the file with the encoding UTF-8.' };
  }
  const separator = String.fromCharCode(delimiter);
  if (!quoted) return { cells: text.split(separator) };
  const cells: string[] = [];
  let i = 0;
  for (;;) {
    if (text.charCodeAt(i) === QUOTE) {
      let cell = '';
      let at = i + 1;
      for (;;) {
        const close = text.indexOf('"', at);
        if (close < 0) return { reason: 'A quoted cell is never closed.' };
        cell += text.slice(at, close);
        if (text.charCodeAt(close + 1) !== QUOTE) {
          i = close + 1;
          break;
        }
        cell += '"';
        at = close + 2;
      }
      cells.push(cell);
      if (i >= text.length) return { cells };
      if (text[i] !== separator) {
        return { reason: `There is text after a closing quote in cell ${cells.length}.` };
      }
    } else {
      let stop = text.indexOf(separator, i);
      if (stop < 0) stop = text.length;
      cells.push(text.slice(i, stop));
      i = stop;
      if (i >= text.length) return { cells };
    }
    i++;
  }
}
