import type { RowBatch } from '../csv/batch.ts';
import { bytesOf, type Container, type SectionInput } from '../file/container.ts';
import type { SchemaColumn } from '../schema.ts';

/** Columns with a longer value are prose and cannot be filtered. */
const MAX_CODE_LENGTH = 200;
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/**
 * A date as the number yyyymmdd: 20200131 for "2020-01-31" and "20200131", 20200000 for "2020". English
 * month names ("December, 1958") are recognised. NaN if there is no year.
 */
export function dateNumber(value: string): number {
  const written = /([a-z]{3})[a-z]*\.?,?\s*(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})/i.exec(value);
  if (written) {
    const month = MONTHS.indexOf(written[1]!.toLowerCase());
    if (month % 3 === 0 && month >= 0) {
      return Number(written[3]) * 10_000 + (month / 3 + 1) * 100 + Number(written[2] ?? 0);
    }
  }
  const digits = value
    .trim()
    .replace(/[T ].*$/, '')
    .replace(/\D/g, '');
  if (digits.length < 4) return Number.NaN;
  return Number(digits.slice(0, 8).padEnd(8, '0'));
}

/** Parses a number, with optional thousands separators; NaN if it is none. */
export function plainNumber(value: string): number {
  const text = value.trim().replace(/,(?=\d{3}(\D|$))/g, '');
  return text === '' ? Number.NaN : Number(text);
}

/** Codes and keywords are compared without case and surrounding space. */
export const normalizeCode = (value: string) => value.trim().toLowerCase();

/** Data type of a filter column. */
export type FilterType = 'date' | 'number' | 'code' | 'none';

/** Filter type of a column; `none` for the index column. */
export function filterType(column: SchemaColumn): FilterType {
  if (column.role !== 'metadata') return 'none';
  if (column.kind === 'date' || column.kind === 'number') return column.kind;
  return 'code';
}

const PREFIX = 'filter';
const prefix = (position: number) => `${PREFIX}${position}`;

/** Whether a section belongs to a filter column. */
export const isFilterSection = (name: string) => name.startsWith(PREFIX);

/** Collects one filter column while a segment is built. */
export class FilterColumnWriter {
  readonly #column: SchemaColumn;
  readonly #type: FilterType;
  readonly #numbers: number[] = [];
  readonly #codes = new Map<string, number>();
  #prose = false;

  constructor(column: SchemaColumn) {
    this.#column = column;
    this.#type = filterType(column);
  }

  /** Adds the column's cell of a row. */
  add(batch: RowBatch, row: number): void {
    if (this.#type === 'none' || this.#prose) return;
    const value = batch.cell(row, this.#column.position);
    if (this.#type === 'date') this.#numbers.push(dateNumber(value));
    else if (this.#type === 'number') this.#numbers.push(plainNumber(value));
    else {
      if (value.length > MAX_CODE_LENGTH && this.#column.kind !== 'link') this.#prose = true;
      const code = normalizeCode(value);
      let id = this.#codes.get(code);
      if (id === undefined) {
        id = this.#codes.size;
        this.#codes.set(code, id);
      }
      this.#numbers.push(id);
    }
  }

  /** Sections of the column; none for prose. */
  sections(): SectionInput[] {
    if (this.#type === 'none' || this.#prose) return [];
    const name = prefix(this.#column.position);
    if (this.#type !== 'code') {
      return [{ name, bytes: bytesOf(Float64Array.from(this.#numbers)), packed: true }];
    }
    return [
      { name, bytes: bytesOf(Uint32Array.from(this.#numbers)), packed: true },
      {
        name: `${name}.values`,
        bytes: new TextEncoder().encode(JSON.stringify([...this.#codes.keys()])),
        packed: true,
      },
    ];
  }
}

/** Comparison operator of a filter. */
export type FilterOperator = '=' | '<' | '>';

function compareNumbers(operator: FilterOperator, reference: number, value: number): boolean {
  if (operator === '<') return value < reference;
  if (operator === '>') return value > reference;
  return value === reference;
}

/** Test for a date filter. A year or a month stands for all its days. */
function dateTest(operator: FilterOperator, value: string): (number: number) => boolean {
  const reference = dateNumber(value);
  const unit = reference % 10_000 === 0 ? 10_000 : reference % 100 === 0 ? 100 : 1;
  if (operator === '<') return (date) => date < reference;
  if (operator === '>') return (date) => date >= reference + unit;
  return (date) => Math.floor(date / unit) === reference / unit;
}

/** Splits a list at semicolons and pipes or, without those, at commas ("Smith, John; Doe, Jane" has two). */
const itemsOf = (code: string) => code.split(/[;|]/.test(code) ? /\s*[;|]\s*/ : /\s*,\s*/);

/** Test for a code filter. A list ("a; b", "a | b" or "a, b") equals a value if one of its items does. */
function codeTest(operator: FilterOperator, value: string): (code: string) => boolean {
  const reference = normalizeCode(value);
  return (code) => {
    if (operator === '<') return code !== '' && code < reference;
    if (operator === '>') return code > reference;
    // Only codes that contain the value are split into items.
    return code === reference || (code.includes(reference) && itemsOf(code).includes(reference));
  };
}

/** Sets `keep[row]` to 0 for rows that do not meet a filter. */
export type RowFilter = (keep: Uint8Array) => void;

/**
 * Opens a filter for a segment.
 * @returns null if the segment has no filter data for this column
 */
export async function openFilter(
  file: Container,
  column: SchemaColumn,
  operator: FilterOperator,
  value: string,
): Promise<RowFilter | null> {
  const name = prefix(column.position);
  if (!file.has(name)) return null;
  const type = filterType(column);
  if (type === 'code') {
    const ids = await file.u32(name);
    const test = codeTest(operator, value);
    const codes = (await file.json(`${name}.values`)) as string[];
    const met = new Uint8Array(codes.length);
    for (let id = 0; id < met.length; id++) met[id] = test(codes[id]!) ? 1 : 0;
    return (keep) => {
      for (let r = 0; r < keep.length; r++) keep[r]! &= met[ids[r]!]!;
    };
  }
  const reference = plainNumber(value);
  const test =
    type === 'date'
      ? dateTest(operator, value)
      : (number: number) => compareNumbers(operator, reference, number);
  const numbers = await file.f64(name);
  return (keep) => {
    for (let r = 0; r < keep.length; r++) if (!test(numbers[r]!)) keep[r] = 0;
  };
}
