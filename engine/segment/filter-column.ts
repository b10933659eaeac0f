import type { RowBatch } from '../csv/batch.ts';
import { bytesOf, type Container, type SectionInput } from '../file/container.ts';
import type { SchemaColumn } from '../schema.ts';

/** Longest value a text-like column may be filtered by; prose is not filterable. */
const LONGEST_VALUE = 200;
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/**
 * Digits of a date padded to yyyymmdd as a number: "2020-01-31", "20200131" and "2020" (20200000)
 * compare as their digits do. Written months ("December, 1958") are understood in English.
 * NaN when there is no year.
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

/** A number as people write it; NaN when it is none. */
export function plainNumber(value: string): number {
  const text = value.trim().replace(/,(?=\d{3}(\D|$))/g, '');
  return text === '' ? Number.NaN : Number(text);
}

/** Values of codes and keywords compare without case and outer space. */
export const normalizeCode = (value: string) => value.trim().toLowerCase();

/** How a column is stored for filters. */
export type FilterType = 'date' | 'number' | 'code' | 'none';

/** What kind of filter a column can have at all; `none` for the index column and prose. */
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

  /** Adds the column's cell of one row of a batch. */
  add(batch: RowBatch, row: number): void {
    if (this.#type === 'none' || this.#prose) return;
    const value = batch.cell(row, this.#column.position);
    if (this.#type === 'date') this.#numbers.push(dateNumber(value));
    else if (this.#type === 'number') this.#numbers.push(plainNumber(value));
    else {
      if (value.length > LONGEST_VALUE && this.#column.kind !== 'link') this.#prose = true;
      const code = normalizeCode(value);
      let id = this.#codes.get(code);
      if (id === undefined) {
        id = this.#codes.size;
        this.#codes.set(code, id);
      }
      this.#numbers.push(id);
    }
  }

  /** Sections of the column; none for prose, which cannot be filtered. */
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

/** Comparison of a filter. */
export type FilterOperator = '=' | '<' | '>';

function compareNumbers(operator: FilterOperator, wanted: number, value: number): boolean {
  if (operator === '<') return value < wanted;
  if (operator === '>') return value > wanted;
  return value === wanted;
}

/** A year or a month as a date filter means all its days. */
function dateTest(operator: FilterOperator, value: string): (number: number) => boolean {
  const wanted = dateNumber(value);
  const unit = wanted % 10_000 === 0 ? 10_000 : wanted % 100 === 0 ? 100 : 1;
  if (operator === '<') return (date) => date < wanted;
  if (operator === '>') return (date) => date >= wanted + unit;
  return (date) => Math.floor(date / unit) === wanted / unit;
}

/** Items of a list; one of names such as "Smith, John; Doe, Jane" is not split at commas. */
const itemsOf = (code: string) => code.split(/[;|]/.test(code) ? /\s*[;|]\s*/ : /\s*,\s*/);

/** Whether a code meets a filter; a list ("a; b", "a | b" or "a, b") does when one of its items does. */
function codeTest(operator: FilterOperator, value: string): (code: string) => boolean {
  const wanted = normalizeCode(value);
  return (code) => {
    if (operator === '<') return code !== '' && code < wanted;
    if (operator === '>') return code > wanted;
    // Few codes hold the value at all: only those are cut into items.
    return code === wanted || (code.includes(wanted) && itemsOf(code).includes(wanted));
  };
}

/** Clears `keep[row]` of rows that do not meet a filter. */
export type RowFilter = (keep: Uint8Array) => void;

/**
 * Reads what a filter needs of a segment.
 * @returns null when the segment cannot filter by this column
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
  const wanted = plainNumber(value);
  const test =
    type === 'date'
      ? dateTest(operator, value)
      : (number: number) => compareNumbers(operator, wanted, number);
  const numbers = await file.f64(name);
  return (keep) => {
    for (let r = 0; r < keep.length; r++) if (!test(numbers[r]!)) keep[r] = 0;
  };
}
