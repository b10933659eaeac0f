/** A valid row. It has as many cells as the header, in header order. */
export interface DataRow {
  /** Physical line of the file the row starts on, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row that was left out. The reason is written for the customer. */
export interface RejectedRow {
  readonly line: number;
  readonly reason: string;
  /** Beginning of the row; only for the first rejects. */
  readonly text?: string;
}

/** Reject reason of a row of which all searched cells are blank. */
export const NO_TEXT = 'The row has no text in any column that is searched.';

/** Result of reading one row. */
export type RowEvent = DataRow | RejectedRow;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Consecutive rows of a dataset as bytes, so that builds need no string for each of millions of cells.
 * Cell c of row r is valid UTF-8 in `bytes` from `starts[r * columns + c]` to `ends[r * columns + c]`.
 */
export class RowBatch {
  readonly bytes: Uint8Array;
  readonly columns: number;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Physical line each row starts on, from 1. */
  readonly lines: Uint32Array;
  readonly rejects: readonly RejectedRow[];
  /** Number of rows with too many cells that were joined again, or with damaged characters. */
  readonly repairs: number;
  /** Lines of rows with bytes that are not UTF-8, which became U+FFFD. */
  readonly damagedLines: readonly number[];

  constructor(
    bytes: Uint8Array,
    columns: number,
    cells: { starts: Uint32Array; ends: Uint32Array },
    lines: Uint32Array,
    rejects: readonly RejectedRow[],
    repairs = 0,
    damagedLines: readonly number[] = [],
  ) {
    this.bytes = bytes;
    this.columns = columns;
    this.starts = cells.starts;
    this.ends = cells.ends;
    this.lines = lines;
    this.rejects = rejects;
    this.repairs = repairs;
    this.damagedLines = damagedLines;
  }

  get rowCount(): number {
    return this.lines.length;
  }

  /** Start and end offsets of the given cells, row by row. */
  cells(
    rows: readonly number[],
    columns: readonly number[],
  ): [starts: Uint32Array, ends: Uint32Array] {
    const starts = new Uint32Array(rows.length * columns.length);
    const ends = new Uint32Array(starts.length);
    let at = 0;
    for (const row of rows) {
      for (const column of columns) {
        const i = row * this.columns + column;
        starts[at] = this.starts[i]!;
        ends[at++] = this.ends[i]!;
      }
    }
    return [starts, ends];
  }

  /** One cell as text. */
  cell(row: number, column: number): string {
    const i = row * this.columns + column;
    return decoder.decode(this.bytes.subarray(this.starts[i], this.ends[i]));
  }

  /** Whether a cell is empty or only white space. */
  isBlank(row: number, column: number): boolean {
    const i = row * this.columns + column;
    return isBlank(this.bytes, this.starts[i]!, this.ends[i]!);
  }

  /** Rows and rejects as text, in file order. */
  *events(): Generator<RowEvent> {
    let next = 0;
    for (let r = 0; r < this.rowCount; r++) {
      const line = this.lines[r]!;
      while (next < this.rejects.length && this.rejects[next]!.line < line) {
        yield this.rejects[next++]!;
      }
      yield { line, cells: Array.from({ length: this.columns }, (_, c) => this.cell(r, c)) };
    }
    yield* this.rejects.slice(next);
  }
}

/** Whether UTF-8 text is empty or only white space, as defined by `String.trim`. */
export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    if (byte > 127) return decoder.decode(bytes.subarray(i, end)).trim() === '';
    if (byte !== 32 && (byte < 9 || byte > 13)) return false;
  }
  return true;
}
