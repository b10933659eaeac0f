import { fold, isMissing, itemsOf, parseDate, parseNumber } from '../column-values.ts';
import type { RowBatch } from '../csv/batch.ts';
import { bytesOf, type Container, type SectionInput } from '../file/container.ts';
import { lazy } from '../file/once.ts';
import type { SchemaColumn } from '../schema.ts';

/** Items of this length are sentences, not codes or names. */
const MAX_ITEM_LENGTH = 200;
/** A column of which more cells hold sentences is prose and can only be filtered by whether it is filled. */
const MAX_PROSE_SHARE = 0.05;
/** After so many rows, a column of prose drops its codes, so that its texts are not kept until the end. */
const ENOUGH_ROWS = 1000;

/** Data type of a filter column. */
export type FilterType = 'date' | 'number' | 'code' | 'none';

/** Filter type of a column; `none` for the index column and for vectors. */
export function filterType(column: SchemaColumn): FilterType {
  if (column.role !== 'metadata' || column.kind === 'vector') return 'none';
  if (column.kind === 'date' || column.kind === 'number') return column.kind;
  return 'code';
}

const PREFIX = 'filter';

/** Section of a filter column: its numbers, or for codes the number of each row's code; see `codeNumbers`. */
export const filterSection = (position: number) => `${PREFIX}${position}`;

/** Section of the codes of a column, or for prose which rows are filled. */
export const codesSection = (position: number) => `${PREFIX}${position}.values`;
export const filledSection = (position: number) => `${PREFIX}${position}.filled`;

/** Which code each row of a column has. */
export interface CodeNumbers {
  /** By row: the place of its code among those of the segment, which are in the order of their first rows. */
  readonly ofRows: Uint32Array;
  /** Number of different codes. */
  readonly count: number;
  /** The rows by their codes, made when they are first asked for; undefined if few have the same one. */
  readonly byCode: () => RowsByCode | undefined;
}

/** The rows of a segment in the order of their codes, those of one code ascending. */
export interface RowsByCode {
  /** Of each code, its first place in `rows`, and the end. */
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

/** So many rows have the same code on average where the rows of a code are read instead of the codes of all rows. */
const ROWS_OF_A_CODE = 16;

/** Sorts rows by counting. */
function sortByCode(ofRows: Uint32Array, count: number): RowsByCode | undefined {
  if (count * ROWS_OF_A_CODE > ofRows.length) return undefined;
  const starts = new Uint32Array(count + 1);
  for (let row = 0; row < ofRows.length; row++) starts[ofRows[row]! + 1]!++;
  for (let code = 0; code < count; code++) starts[code + 1]! += starts[code]!;
  const next = starts.slice();
  const rows = new Uint32Array(ofRows.length);
  for (let row = 0; row < ofRows.length; row++) rows[next[ofRows[row]!]!++] = row;
  return { starts, rows };
}

/**
 * Reads the numbers of codes from a section. They are stored as 0 for the next code, which no row before has, else as the number
 * + 1. So a column whose rows all differ takes nearly no bytes.
 */
export const codeNumbers = (file: Container, section: string): Promise<CodeNumbers> =>
  file.derived(section, (bytes) => {
    const stored = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
    const ofRows = new Uint32Array(stored.length);
    let count = 0;
    for (let row = 0; row < stored.length; row++) {
      const number = stored[row]!;
      ofRows[row] = number === 0 ? count++ : number - 1;
    }
    return { ofRows, count, byCode: lazy(() => sortByCode(ofRows, count)) };
  });

/** Brings what counts of a column read into memory; nothing of prose. */
export async function readFilterColumn(file: Container, column: SchemaColumn): Promise<void> {
  const { position } = column;
  const name = filterSection(position);
  if (!file.has(name)) return;
  await (filterType(column) === 'code'
    ? Promise.all([codeNumbers(file, name), file.section(codesSection(position))])
    : file.section(name));
}

/** What is stored for cells of prose: the numbers of `EMPTY_OR_FILLED`, as `codeNumbers` reads them. */
const EMPTY = 1;
export const FILLED = 2;
export const EMPTY_OR_FILLED: readonly string[] = ['', 'filled'];

const isProse = (cell: string) =>
  cell.length > MAX_ITEM_LENGTH && itemsOf(cell).some((item) => item.length > MAX_ITEM_LENGTH);

/** Collects one filter column while a segment is built. */
export class FilterColumnWriter {
  readonly #column: SchemaColumn;
  readonly #type: FilterType;
  readonly #numbers: number[] = [];
  readonly #codes = new Map<string, number>();
  readonly #filled: number[] = [];
  readonly #decided: boolean | undefined;
  #rows = 0;
  #prose = 0;

  /** @param isProse whether the column is prose; undefined if its cells are to tell */
  constructor(column: SchemaColumn, isProse?: boolean) {
    this.#decided = isProse;
    this.#column = column;
    this.#type = filterType(column);
  }

  get #isProse(): boolean {
    if (this.#decided !== undefined) return this.#decided;
    return this.#column.kind !== 'link' && this.#prose > MAX_PROSE_SHARE * this.#rows;
  }

  /** Adds the column's cell of a row. */
  add(batch: RowBatch, row: number): void {
    if (this.#type === 'none') return;
    const value = batch.cell(row, this.#column.position);
    const { format } = this.#column;
    if (this.#type === 'date') this.#numbers.push(parseDate(value, format));
    else if (this.#type === 'number') this.#numbers.push(parseNumber(value, format));
    else this.#addCode(value);
  }

  #addCode(value: string): void {
    this.#rows++;
    this.#filled.push(isMissing(value) ? EMPTY : FILLED);
    if (isProse(value)) this.#prose++;
    if ((this.#decided || this.#rows >= ENOUGH_ROWS) && this.#isProse) {
      this.#codes.clear();
      return;
    }
    const code = fold(value);
    const stored = this.#codes.get(code);
    if (stored === undefined) this.#codes.set(code, this.#codes.size + 1);
    this.#numbers.push(stored ?? 0);
  }

  /** Bytes of its different codes so far, as they are stored; 0 for prose. */
  codeBytes(): number {
    if (this.#isProse) return 0;
    return this.#codes.keys().reduce((sum, code) => sum + Buffer.byteLength(`${code}"",`), 0);
  }

  sections(): SectionInput[] {
    if (this.#type === 'none') return [];
    const { position } = this.#column;
    const name = filterSection(position);
    if (this.#type !== 'code') {
      return [{ name, bytes: bytesOf(Float64Array.from(this.#numbers)), packed: true }];
    }
    // Codes are missing for rows that came while the column looked like prose.
    if (this.#isProse || this.#numbers.length < this.#rows) {
      const filled = bytesOf(Uint32Array.from(this.#filled));
      return [{ name: filledSection(position), bytes: filled, packed: true }];
    }
    return [
      { name, bytes: bytesOf(Uint32Array.from(this.#numbers)), packed: true },
      {
        name: codesSection(position),
        bytes: new TextEncoder().encode(JSON.stringify([...this.#codes.keys()])),
        packed: true,
      },
    ];
  }
}
