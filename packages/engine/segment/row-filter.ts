import { fold, isMissing, itemsOf, parseDate, parseNumber } from '../column-values.ts';
import { QueryError } from '../errors.ts';
import type { Container } from '../file/container.ts';
import type { SchemaColumn } from '../schema.ts';
import { testCodes, testCodesWith } from './code-list.ts';
import {
  codesSection,
  EMPTY_OR_FILLED,
  filledSection,
  filterSection,
  filterType,
} from './filter-column.ts';

/** How a filter compares a cell with its value. */
export const filterOperators = [
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'exists',
  'begins',
  'contains',
] as const;

export type FilterOperator = (typeof filterOperators)[number];

/** A condition on one column. A row must meet all conditions of a search. */
export interface SearchFilter {
  readonly column: string;
  readonly operator: FilterOperator;
  /**
   * What the cell is compared with; a list for `in`; for `exists` whether there must be a value, by default true.
   * `begins` and `contains` are for codes and names: an item of a list begins with the value, without regard to spaces,
   * or the cell has it somewhere.
   * A year or a month stands for all its days.
   */
  readonly value?: string | readonly string[];
}

/** Sets `keep[row]` to 0 for rows that do not meet a filter. */
export type RowFilter = (keep: Uint8Array) => void;

type Test<T> = (cell: T) => boolean;

export const refuse = (message: string) => new QueryError('bad_filter', message);

export const notFilterable = ({ name }: SchemaColumn) =>
  new QueryError(
    'not_filterable',
    `The column "${name}" holds long text and can only be filtered by "exists".`,
  );

/**
 * Refuses operators that a column does not have.
 * @throws QueryError `bad_filter`
 */
export function requireOperator(column: SchemaColumn, operator: FilterOperator): void {
  const isOfText = operator === 'begins' || operator === 'contains';
  if (isOfText && filterType(column) !== 'code') {
    throw refuse(`The column "${column.name}" holds no text, so it has no "${operator}".`);
  }
}

/** The test of an operator, made of the tests for equal, lower and higher cells. */
function compared<T>(
  operator: FilterOperator,
  references: readonly { equals: Test<T>; below: Test<T>; above: Test<T> }[],
): Test<T> {
  const [{ equals, below, above }] = references as [(typeof references)[number]];
  const isIn: Test<T> = (cell) => references.some((reference) => reference.equals(cell));
  switch (operator) {
    case '!=':
      return (cell) => !isIn(cell);
    case '<':
      return below;
    case '<=':
      return (cell) => below(cell) || equals(cell);
    case '>':
      return above;
    case '>=':
      return (cell) => above(cell) || equals(cell);
    default:
      return isIn;
  }
}

/** The least and the most number that a value of a filter stands for. */
export type Bounds = readonly [least: number, most: number];

function numberBounds(column: SchemaColumn, value: string): Bounds {
  const number = parseNumber(value, column.format);
  if (Number.isNaN(number)) {
    throw refuse(
      `The column "${column.name}" holds numbers, and "${value}" is none. Write it as 12 or 12.5.`,
    );
  }
  return [number, number];
}

/** A year or a month stands for all its days. */
function dateBounds(column: SchemaColumn, value: string): Bounds {
  const first = parseDate(value, column.format);
  if (Number.isNaN(first)) {
    throw refuse(
      `The column "${column.name}" holds dates, and "${value}" is none. Write it as 2018-07-01, 2018-07 or 2018.`,
    );
  }
  const unit = first % 10_000 === 0 ? 10_000 : first % 100 === 0 ? 100 : 1;
  return [first, first + unit - 1];
}

/**
 * What a value stands for in a column of dates (numbers yyyymmdd) or numbers.
 * @throws QueryError `bad_filter`
 */
export const boundsOf = (column: SchemaColumn, value: string): Bounds =>
  column.kind === 'date' ? dateBounds(column, value) : numberBounds(column, value);

function numberReference([least, most]: Bounds) {
  return {
    equals: (cell: number) => cell >= least && cell <= most,
    below: (cell: number) => cell < least,
    above: (cell: number) => cell > most,
  };
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '');

/** Tests of a part of a code. */
const partTests = {
  begins: (value: string): Test<string> => {
    const start = withoutSpaces(fold(value));
    return (code) => code.split(/[;|]/).some((item) => withoutSpaces(item).startsWith(start));
  },
  contains: (value: string): Test<string> => {
    const part = fold(value);
    return (code) => code.includes(part);
  },
};

/** Codes that are numbers, such as ids, compare as numbers with a number. */
function codeReference(value: string) {
  const reference = fold(value);
  const number = parseNumber(reference);
  const order = (code: string) => {
    if (isMissing(code)) return Number.NaN;
    if (!Number.isNaN(number)) return parseNumber(code) - number;
    return code < reference ? -1 : Number(code > reference);
  };
  return {
    // Only codes that contain the value are taken apart.
    equals: (code: string) =>
      code === reference || (code.includes(reference) && itemsOf(code).includes(reference)),
    below: (code: string) => order(code) < 0,
    above: (code: string) => order(code) > 0,
  };
}

/**
 * The values of a filter, whose operator and number of values are checked.
 * @throws QueryError `bad_filter`
 */
export function valuesOf({ column, operator, value }: SearchFilter): readonly string[] {
  if (!filterOperators.includes(operator)) {
    throw refuse(`The operator "${operator}" is none of ${filterOperators.join(', ')}.`);
  }
  const values = typeof value === 'string' ? [value] : (value ?? []);
  if (operator !== 'exists' && values.length === 0) {
    throw refuse(`The filter on "${column}" has no value.`);
  }
  if (operator !== 'in' && values.length > 1) {
    throw refuse(`The operator "${operator}" takes one value. For several, use "in".`);
  }
  return values;
}

/** Whether rows must be filled, for `exists`. */
export function mustExist({ column, value = 'true' }: SearchFilter): boolean {
  if (value !== 'true' && value !== 'false') {
    throw refuse(`The value of "exists" for "${column}" is "true" or "false".`);
  }
  return value === 'true';
}

/**
 * Keeps the rows whose code meets a test, which ran once for each code.
 * @param stored see `codeNumbers`
 * @param met 1 for the codes that meet it
 */
function codeFilter(stored: Uint32Array, met: Uint8Array): RowFilter {
  return (keep) => {
    for (let r = 0, next = 0; r < keep.length; r++) {
      const number = stored[r]!;
      keep[r]! &= met[number === 0 ? next++ : number - 1]!;
    }
  };
}

/** Operators that only codes which have the value somewhere can meet, or not meet. */
const HAVING: readonly FilterOperator[] = ['=', '!=', 'in', 'contains'];

/**
 * Checks a filter and gives a function that opens it for a segment.
 * @throws QueryError `bad_filter` if its value cannot be compared with the column; the message says what to write;
 *   `not_filterable` for prose, when it is opened
 */
export function compileFilter(
  column: SchemaColumn,
  filter: SearchFilter,
): (file: Container) => Promise<RowFilter> {
  const { operator } = filter;
  const values = valuesOf(filter);
  requireOperator(column, operator);
  const wanted = operator === 'exists' ? mustExist(filter) : undefined;
  const name = filterSection(column.position);
  const type = filterType(column);
  if (type === 'date' || type === 'number') {
    const test =
      wanted === undefined
        ? compared(
            operator,
            values.map((value) => numberReference(boundsOf(column, value))),
          )
        : (cell: number) => Number.isNaN(cell) !== wanted;
    return async (file) => {
      const numbers = await file.f64(name);
      return (keep) => {
        for (let r = 0; r < keep.length; r++) if (!test(numbers[r]!)) keep[r] = 0;
      };
    };
  }
  const test =
    wanted === undefined
      ? operator === 'begins' || operator === 'contains'
        ? partTests[operator](values[0]!)
        : compared(operator, values.map(codeReference))
      : (code: string) => isMissing(code) !== wanted;
  return async (file) => {
    if (file.has(name)) {
      const codes = await file.section(codesSection(column.position));
      const met = HAVING.includes(operator)
        ? testCodesWith(codes, values.map(fold), test, operator === '!=')
        : testCodes(codes, test);
      return codeFilter(await file.u32(name), met);
    }
    const filled = filledSection(column.position);
    if (wanted === undefined || !file.has(filled)) {
      throw notFilterable(column);
    }
    const met = Uint8Array.from(EMPTY_OR_FILLED, (code) => (test(code) ? 1 : 0));
    return codeFilter(await file.u32(filled), met);
  };
}
