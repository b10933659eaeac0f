import type { StatedType } from '../column-kind.ts';
import { columnName, columnNames } from '../csv/header.ts';
import type { RecordsForm } from '../csv/table.ts';
import { DatasetError } from '../errors.ts';
import { MIN_DIMENSIONS } from '../own-vector.ts';

/** Levels of objects whose members become columns; what is deeper stays JSON. */
const FLAT_LEVELS = 5;
/** Names that a file may have. An index takes fewer; a file with more has values for names. */
const MOST_COLUMNS = 5000;
/** Characters of a row that is left out that are shown. */
const SHOWN = 120;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !isScalar(value);

/** Values that are one cell. */
const isScalar = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  value instanceof Date ||
  value instanceof NumberText;

/** A number as it is written, if a double cannot hold it. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toJSON(): string {
    return this.text;
  }
}

/** The text of a value in a cell. Dates are in ISO form; those without a time have none. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof NumberText) return value.text;
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? '' : value.toISOString().replace(/T00:00:00\.000Z$/, '');
  }
  if (Number.isNaN(value)) return '';
  return String(value);
}

const asJson = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each));

/** An object or a list that is one cell: items of a list are separated as those of any other cell. */
function nestedText(value: object): string {
  if (!Array.isArray(value)) return asJson(value);
  // Vectors are written as JSON.
  const isVector = value.length >= MIN_DIMENSIONS && value.every(Number.isFinite);
  if (!isVector && value.every(isScalar))
    return value
      .map(cellText)
      .filter((text) => text !== '')
      .join('; ');
  return asJson(value);
}

const typeOfValue = (value: unknown): StatedType | 'other' => {
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof NumberText)
    return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return value instanceof Date ? 'date' : 'other';
};

const quoted = (text: string) => `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`;

/**
 * Writes records with named values as the rows of one table, in the text that `RecordsForm` describes: every cell is
 * quoted, so that a line that begins otherwise can be a row that was left out, with its reason. Columns are added when
 * a record has a new name; rows before it are shorter, and their cells empty.
 */
export class TableText {
  readonly #positions = new Map<string, number>();
  readonly #names: string[] = [];
  /** Rows that were written, and how many the file says it has. */
  rows = 0;
  rowsInFile: number | undefined;
  /** How files whose rows are written have other columns than the first, in sentences. */
  readonly differences: string[] = [];
  /** What the values of each column are, as far as they were seen. */
  readonly #types: (StatedType | 'other' | undefined)[] = [];

  /** One record as a row. Members of objects become columns such as `owner.name`, lists are joined. */
  row(record: Readonly<Record<string, unknown>>): string {
    this.rows++;
    const cells: string[] = [];
    this.#add(cells, record, '', 1);
    if (cells.length === 0) return '\n';
    let line = cells[0] === undefined ? '""' : quoted(cells[0]);
    for (let i = 1; i < cells.length; i++) {
      const cell = cells[i];
      line += cell === undefined || cell === '' ? ',' : `,${quoted(cell)}`;
    }
    return `${line}\n`;
  }

  /** A row that is left out. */
  rejected(reason: string, text: string): string {
    const shown = text.slice(0, SHOWN).replace(/\s+/g, ' ').toWellFormed().trim();
    return `!${reason}\t${shown}\n`;
  }

  /** A column that a format states before its rows. */
  addColumn(name: string, type: StatedType | undefined): void {
    const position = this.#position(name);
    if (type) this.#types[position] = type;
  }

  #add(
    cells: string[],
    record: Readonly<Record<string, unknown>>,
    prefix: string,
    level: number,
  ): void {
    for (const name of Object.keys(record)) {
      const value = record[name];
      // A name without a value may be that of an object.
      if (value === null || value === undefined) continue;
      if (isObject(value) && !Array.isArray(value) && level < FLAT_LEVELS) {
        this.#add(cells, value, `${prefix}${name}.`, level + 1);
      } else {
        const position = this.#position(prefix + name);
        cells[position] = isScalar(value) ? cellText(value) : nestedText(value);
        const type = typeOfValue(value);
        const known = this.#types[position];
        this.#types[position] = known === undefined || known === type ? type : 'other';
      }
    }
  }

  #position(written: string): number {
    const known = this.#positions.get(written);
    if (known !== undefined) return known;
    const name = columnName(written);
    const position = this.#positions.get(name) ?? this.#names.length;
    if (position === MOST_COLUMNS) {
      throw new DatasetError(
        'too_large',
        `The rows have more than ${MOST_COLUMNS} different names of columns: values seem to stand where names should. Write them as values, and upload the file again.`,
      );
    }
    if (position === this.#names.length) this.#names.push(name);
    this.#positions.set(written, position);
    this.#positions.set(name, position);
    return position;
  }

  /** The columns of all rows until now. */
  form(): RecordsForm {
    const header = columnNames(this.#names, this.#names.length);
    const stated = header.flatMap((name, i) => {
      const type = this.#types[i];
      return type === undefined || type === 'other' ? [] : [[name, type] as const];
    });
    return { header, types: Object.fromEntries(stated) };
  }
}

const BATCH_CHARACTERS = 1 << 20;

/** Joins lines of text to chunks. */
export class TextChunks {
  #text = '';

  /** Adds a line. @returns a chunk when there is enough */
  add(line: string): Uint8Array | undefined {
    this.#text += line;
    return this.#text.length >= BATCH_CHARACTERS ? this.take() : undefined;
  }

  take(): Uint8Array {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    return bytes;
  }
}
