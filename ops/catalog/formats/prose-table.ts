import type { PatentMark } from '#shared/patent-document.ts';
import { Prose } from './prose.ts';
import type { XmlElement } from './xml.ts';

/** Protects against tables made to exhaust memory. */
const MAX_COLUMNS = 1000;
/** Rows above a drawn line that may be headings. */
const MAX_HEAD_ROWS = 4;

type Attributes = XmlElement['attributes'];

/** Rows of a CALS table (`tgroup`), while it is scanned. */
export class ProseTable {
  readonly mayBeUnnamed: boolean;
  readonly #columns: string[] = [];
  readonly #rows: Prose[][] = [];
  #headRows = 0;
  isHead = false;
  /** After how many rows the first line is drawn below text. */
  #lineBelow: number | undefined;
  #isDrawn = false;
  #row: Prose[] = [];
  #next = 0;
  /** For each column, in how many of the next rows a cell of an earlier row stands. */
  readonly #taken: number[] = [];

  /** @param mayBeUnnamed that headings are not marked as such: no part of the table before had any */
  constructor(mayBeUnnamed: boolean) {
    this.mayBeUnnamed = mayBeUnnamed;
  }

  addColumn({ colname }: Attributes): void {
    this.#columns.push(colname ?? String(this.#columns.length + 1));
  }

  openRow(): void {
    this.#row = [];
    this.#next = 0;
    this.#isDrawn = false;
  }

  /** The cell to write to. */
  openCell(attributes: Attributes): Prose {
    while ((this.#taken[this.#next] ?? 0) > 0) {
      this.#taken[this.#next]!--;
      this.#next++;
    }
    const named = this.#columns.indexOf(attributes.namest ?? attributes.colname ?? '');
    const column = named >= 0 ? named : this.#next;
    const last = this.#columns.indexOf(attributes.nameend ?? '');
    if (column >= MAX_COLUMNS) throw new Error(`a table has more than ${MAX_COLUMNS} columns`);
    if (Number(attributes.rowsep ?? 0) > 0) this.#isDrawn = true;
    const below = Number(attributes.morerows ?? 0);
    this.#next = Math.max(column, last) + 1;
    if (below > 0) this.#taken[column] = below;
    const cell = new Prose(true);
    this.#row[column] = cell;
    return cell;
  }

  closeRow(): void {
    const count = this.#rows.length;
    // Rows without text are lines that are drawn.
    if (!this.#row.some((cell) => cell?.text)) {
      if (this.#isDrawn && count > 0) this.#lineBelow ??= count;
      return;
    }
    if (this.isHead) this.#headRows++;
    this.#rows.push(this.#row);
  }

  /** Rows of headings: those that the source names, or a few above a drawn line if it names none. */
  #headings(): number {
    const drawn = this.#lineBelow ?? 0;
    const isHead = drawn <= MAX_HEAD_ROWS && drawn < this.#rows.length / 2;
    return this.#headRows === 0 && this.mayBeUnnamed && isHead ? drawn : this.#headRows;
  }

  /**
   * The table as lines with cells separated by tabs. Columns without text are left out.
   * @returns whether it has headings
   */
  writeTo(parent: Prose): boolean {
    const headRows = this.#headings();
    const used = new Set<number>();
    for (const row of this.#rows) {
      row.forEach((cell, column) => {
        if (cell.text) used.add(column);
      });
    }
    const columns = [...used].sort((a, b) => a - b);
    const table = new Prose();
    for (const row of this.#rows) {
      table.breakLine();
      table.place(lineOf(row, columns));
    }
    const isList = this.#rows.length === 1 && columns.length === 1;
    parent.breakLine();
    parent.place(
      table,
      isList ? undefined : { kind: 'table', ...(headRows > 0 && { head_rows: headRows }) },
    );
    parent.breakLine();
    return headRows > 0;
  }
}

/** The cells of a row up to the last that has text, separated by tabs. */
function lineOf(row: readonly (Prose | undefined)[], columns: readonly number[]) {
  let text = '';
  const marks: PatentMark[] = [];
  const last = columns.findLast((column) => row[column]?.text);
  for (const column of columns) {
    if (column > last!) break;
    if (column !== columns[0]) text += '\t';
    const cell = row[column];
    for (const mark of cell?.marks ?? []) {
      marks.push({ ...mark, start: text.length + mark.start, end: text.length + mark.end });
    }
    text += cell?.text ?? '';
  }
  return { text, marks };
}
