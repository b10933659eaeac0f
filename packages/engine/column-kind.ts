import {
  dateFormat,
  isDate,
  isMissing,
  isNumber,
  itemsOf,
  numberFormat,
  parseDate,
  type ValueFormat,
} from './column-values.ts';
import { wordsIn } from './count-words.ts';
import { isVector } from './own-vector.ts';

/** The kind of a column's content, inferred from its name and values. */
export const columnKinds = [
  'body',
  'title',
  'text',
  'keyword',
  'date',
  'number',
  'id',
  'link',
  'vector',
] as const;

export type ColumnKind = (typeof columnKinds)[number];

/** Types of columns as people see them. The type decides how a column is searched and how filters compare it. */
export const columnTypes = [
  'text',
  'keyword',
  'number',
  'date',
  'date-day-first',
  'date-month-first',
  'id',
  'link',
  'vector',
] as const;

export type ColumnType = (typeof columnTypes)[number];

/** Types that files in other formats than CSV state for their columns. Texts are left to their values. */
export const statedTypes = ['number', 'boolean', 'date'] as const;

export type StatedType = (typeof statedTypes)[number];

/** Kind of a column, and the format of its values where they are ambiguous by themselves. */
export interface ColumnTraits {
  readonly kind: ColumnKind;
  readonly format?: ValueFormat;
}

const TITLE_NAME = /^(.*[_\s-])?(title|name|headline|heading|subject|label|caption)$/i;
const ID_NAME = /^(.*[_\s-])?(id|ids|uid|uuid|ucid|guid|key|doi|isbn|issn|reference|ref)$/i;
/** Names of columns that number the rows, including those that programs give to such a column without a name. */
const NUMBER_NAME = /^(.*number|n[or]\.?|#|index|row(_?names?)?|unnamed: 0|column_1)$/i;
const DATE_NAME =
  /(^|[_\s-])(date|day|year|month|published|created|updated|modified|time|timestamp)([_\s-]|$)/i;
const LINK_NAME = /^(.*[_\s-])?(link|url|uri|href|website|homepage)$/i;
const LINK_VALUE = /^(https?|ftp):\/\/\S+$|^www\.\S+$/i;
/** Share of values that must have a form for the column to be of that kind. */
const MIN_SHARE = 0.9;

const share = (values: readonly string[], test: (value: string) => boolean) =>
  values.length === 0 ? 0 : values.filter(test).length / values.length;

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/** Whether integers number the rows and so identify them. There may be a row of totals. */
const numbersRows = (name: string, filled: readonly string[]) =>
  NUMBER_NAME.test(name) &&
  share(filled, (value) => /^\d+$/.test(value)) >= MIN_SHARE &&
  new Set(filled).size === filled.length;

function kindOf(name: string, filled: readonly string[]): ColumnKind {
  if (share(filled, (v) => LINK_VALUE.test(v)) >= MIN_SHARE) return 'link';
  if (filled.length === 0) return LINK_NAME.test(name) ? 'link' : 'text';
  if (share(filled, isVector) >= MIN_SHARE) return 'vector';
  const words = mean(filled.map(wordsIn));
  const dated = share(filled, (v) => !Number.isNaN(parseDate(v)));
  if (DATE_NAME.test(name) && dated >= MIN_SHARE) return 'date';
  if (share(filled, isDate) >= MIN_SHARE) return 'date';
  if ((ID_NAME.test(name) && words <= 1.5) || numbersRows(name, filled)) return 'id';
  if (share(filled, isNumber) >= MIN_SHARE) return 'number';
  if (TITLE_NAME.test(name) && words <= 40) return 'title';
  const distinct = new Set(filled).size / filled.length;
  if (words <= 1.2 && distinct > 0.95 && filled.length >= 20) {
    return share(filled, (v) => /\d/.test(v)) > 0.5 ? 'id' : 'keyword';
  }
  return mean(filled.map((value) => mean(itemsOf(value).map(wordsIn)))) <= 3 ? 'keyword' : 'text';
}

/** Sample cells that hold a value. */
const filledOf = (values: readonly string[]) =>
  values.map((value) => value.trim()).filter((value) => !isMissing(value));

/**
 * Infers what a column holds.
 * @param values sample cells; those without a value are ignored
 * @returns `sure: false` where only the customer knows which of day and month comes first
 */
export function inferColumn(
  name: string,
  values: readonly string[],
): ColumnTraits & { readonly sure: boolean } {
  const filled = filledOf(values);
  const kind = kindOf(name, filled);
  const { format, sure = true } = (kind === 'date' && dateFormat(filled)) || {};
  return { kind, sure, format: kind === 'number' ? numberFormat(filled) : format };
}

/**
 * What a column holds, by what its file says of it; without that, by its values. Numbers that identify rows by their
 * values do so as well if they are stated.
 */
export function statedColumn(
  name: string,
  values: readonly string[],
  stated: StatedType | undefined,
): ColumnTraits & { readonly sure: boolean } {
  const inferred = inferColumn(name, values);
  if (!stated || (stated === 'number' && inferred.kind === 'id')) return inferred;
  return { kind: stated === 'boolean' ? 'keyword' : stated, sure: true };
}

/** The type of a column, for people. */
export function typeOf({ kind, format }: ColumnTraits): ColumnType {
  if (kind === 'date')
    return format === 'day-first' || format === 'month-first' ? `date-${format}` : 'date';
  return kind === 'body' || kind === 'title' ? 'text' : kind;
}

/** The traits of a column whose type the customer has chosen. */
export function traitsOf(type: ColumnType, name: string, values: readonly string[]): ColumnTraits {
  const inferred = inferColumn(name, values);
  if (type === typeOf(inferred)) return inferred;
  if (type === 'date-day-first') return { kind: 'date', format: 'day-first' };
  if (type === 'date-month-first') return { kind: 'date', format: 'month-first' };
  return { kind: type, format: type === 'number' ? numberFormat(filledOf(values)) : undefined };
}

/**
 * The one column of free text, in which a delimiter may stand without quotes; undefined if there are several or
 * none.
 */
export function freeTextColumn(rows: readonly (readonly string[])[], columns: number) {
  const prose = Array.from({ length: columns }, (_, i) => i).filter((i) => {
    const filled = filledOf(rows.map((row) => row[i] ?? ''));
    return (
      mean(filled.map(wordsIn)) >= 3 && share(filled, isDate) < 0.5 && share(filled, isVector) < 0.5
    );
  });
  return prose.length === 1 ? prose[0] : undefined;
}
