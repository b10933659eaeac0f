import { codePattern, idKey, isPatternOperator, partsOfCell } from '../code-pattern.ts';
import { fold, isMissing, itemsOf, parseDate, parseNumber } from '../column-values.ts';
import {
  type FilterOperator,
  type FilterTree,
  MAX_LIST_BYTES,
  mustExist,
  notFilterable,
  reduceTree,
  refuse,
  type SearchFilter,
  valuesOf,
} from '../conditions.ts';
import { type IndexSchema, type SchemaColumn, searchedColumns } from '../schema.ts';
import { checkWords } from '../word-query.ts';
import { type CodeHint, codesWith, testCodes } from './code-list.ts';
import {
  type CodeNumbers,
  codeNumbers,
  codesSection,
  EMPTY_OR_FILLED,
  filledSection,
  filterSection,
  filterType,
} from './filter-column.ts';
import type { FilteredSegment } from './open.ts';
import {
  invert,
  joined,
  noRows,
  type RowSet,
  rowsBetween,
  rowsMarked,
  setOf,
  setOfList,
  without,
} from './row-set.ts';
import { wordRows } from './word-rows.ts';

type Test<T> = (cell: T) => boolean;
/** Gives the rows of a segment that meet a condition. `first` is the number of its first row in the index. */
export type RowFilter = (segment: FilteredSegment, first: number) => Promise<RowSet>;

/**
 * Refuses operators that a column does not have.
 * @throws QueryError `bad_filter`
 */
export function requireOperator(column: SchemaColumn, operator: FilterOperator): void {
  if (isPatternOperator(operator) && filterType(column) !== 'code') {
    throw refuse(`The column "${column.name}" holds no text, so it has no "${operator}".`);
  }
}

/** The lowest and the highest number that a value of a filter stands for. */
export type Bounds = readonly [lowest: number, highest: number];

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

/** The rows whose number meets a condition with some values. */
function numberRows(
  numbers: Float64Array,
  operator: FilterOperator,
  values: readonly Bounds[],
): RowSet {
  const between = (lowest: number, highest: number) => rowsBetween(numbers, lowest, highest);
  const all = () => between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  const isIn = () =>
    joined(
      values.map((bounds) => between(...bounds)),
      'or',
    );
  const [[lowest, highest]] = values as [Bounds];
  switch (operator) {
    case '!=':
      return invert(isIn(), numbers.length);
    case '<':
      return without(all(), between(lowest, Number.POSITIVE_INFINITY));
    case '<=':
      return between(Number.NEGATIVE_INFINITY, highest);
    case '>':
      return without(all(), between(Number.NEGATIVE_INFINITY, highest));
    case '>=':
      return between(lowest, Number.POSITIVE_INFINITY);
    default:
      return isIn();
  }
}

/** Compares codes with a value. Codes that are numbers, such as ids, compare as numbers with a number. */
function codeComparison(operator: FilterOperator, value: string): Test<string> {
  const reference = fold(value);
  const number = parseNumber(reference);
  const order = (code: string) => {
    if (isMissing(code)) return Number.NaN;
    if (!Number.isNaN(number)) return parseNumber(code) - number;
    return code < reference ? -1 : Number(code > reference);
  };
  const equals = isOneOf([reference], false);
  switch (operator) {
    case '<':
      return (code) => order(code) < 0;
    case '<=':
      return (code) => order(code) < 0 || equals(code);
    case '>':
      return (code) => order(code) > 0;
    default:
      return (code) => order(code) > 0 || equals(code);
  }
}

/** Whether a cell or one of its items is one of some values. */
function isOneOf(values: readonly string[], areIds: boolean): Test<string> {
  const keyOf = areIds ? idKey : (code: string) => code;
  const wanted = new Set(values.map(keyOf));
  const shortest = Math.min(...Array.from(wanted, ({ length }) => length));
  const has = (code: string) => wanted.has(keyOf(code));
  // Only codes that may contain a value are taken apart.
  return (code) => code.length >= shortest && (has(code) || itemsOf(code).some(has));
}

/** A test of codes, and which of them it may change. */
interface CodeTest {
  readonly test: Test<string>;
  readonly hint?: CodeHint;
}

function codeTest(column: SchemaColumn, filter: SearchFilter): CodeTest {
  const { operator } = filter;
  const values = valuesOf(filter).map(fold);
  requireOperator(column, operator);
  if (operator === 'exists') {
    const wanted = mustExist(filter);
    return { test: (code) => isMissing(code) !== wanted };
  }
  if (isPatternOperator(operator)) {
    const { source, part } = codePattern(column, operator, values[0]!);
    const pattern = new RegExp(`^(?:${source})$`, 's');
    const test = (code: string) => partsOfCell(code).some((each) => pattern.test(each));
    return { test, hint: codesWith([part], false, false) };
  }
  if (!['=', '!=', 'in'].includes(operator)) {
    return { test: codeComparison(operator, values[0]!) };
  }
  const areIds = column.kind === 'id';
  const isIn = isOneOf(values, areIds);
  const isNot = operator === '!=';
  const hint = codesWith(areIds ? values.map(idKey) : values, areIds, isNot);
  return { test: isNot ? (code) => !isIn(code) : isIn, hint };
}

/** The rows whose code is marked: `marks[code]` is 1, not 0. */
function rowsOfCodes({ ofRows, count, byCode }: CodeNumbers, marks: Uint8Array): RowSet {
  const sorted = byCode();
  if (!sorted) return rowsMarked(ofRows, marks);
  const { starts, rows } = sorted;
  const first = marks.indexOf(1);
  if (first >= 0 && marks.indexOf(1, first + 1) < 0) {
    return setOfList(ofRows.length, rows.subarray(starts[first], starts[first + 1]));
  }
  const set = noRows(ofRows.length);
  for (let code = 0; code < count; code++) {
    if (marks[code] === 0) continue;
    for (let i = starts[code]!; i < starts[code + 1]!; i++) {
      const row = rows[i]!;
      set[row >>> 5]! |= 1 << (row & 31);
    }
  }
  return set;
}

/** The rows whose code meets a test, which runs once for each code. */
async function codeRows(
  { file }: FilteredSegment,
  column: SchemaColumn,
  { test, hint }: CodeTest,
  operator: FilterOperator,
): Promise<RowSet> {
  const name = filterSection(column.position);
  const filled = filledSection(column.position);
  const hasCodes = file.has(name);
  if (!hasCodes && (operator !== 'exists' || !file.has(filled))) throw notFilterable(column);
  const [numbers, codes] = await Promise.all([
    codeNumbers(file, hasCodes ? name : filled),
    hasCodes && file.section(codesSection(column.position)),
  ]);
  if (codes) return rowsOfCodes(numbers, testCodes(codes, test, hint));
  return rowsMarked(
    numbers.ofRows,
    Uint8Array.from(EMPTY_OR_FILLED, (code) => Number(test(code))),
  );
}

/**
 * Checks a condition and gives a function that finds the rows of a segment that meet it.
 * @throws QueryError `bad_filter` if its value cannot be compared with the column; the message says what to write;
 *   `not_filterable` for prose, when it is applied
 */
export function compileFilter(column: SchemaColumn, filter: SearchFilter): RowFilter {
  const { operator } = filter;
  const type = filterType(column);
  if (type !== 'date' && type !== 'number') {
    const test = codeTest(column, filter);
    return (segment) => codeRows(segment, column, test, operator);
  }
  const values = valuesOf(filter);
  requireOperator(column, operator);
  // Numbers that are missing are NaN, which is neither lower nor higher than any.
  const isMissingWanted = operator === 'exists' && !mustExist(filter);
  const bounds: readonly Bounds[] =
    operator === 'exists'
      ? [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]]
      : values.map((value) => boundsOf(column, value));
  const compared = isMissingWanted ? '!=' : operator;
  return async ({ file }) =>
    numberRows(await file.f64(filterSection(column.position)), compared, bounds);
}

/**
 * Checks a tree of conditions and gives a function that finds the rows of a segment that meet it. A segment remembers
 * the rows of the last conditions.
 * @param columnOf the column of a condition
 * @throws QueryError as `compileFilter` and `columnOf`
 */
export function compileTree(
  tree: FilterTree,
  schema: IndexSchema,
  columnOf: (condition: SearchFilter) => SchemaColumn,
): RowFilter {
  const fieldCount = searchedColumns(schema).length;
  const budget = { bytes: MAX_LIST_BYTES };
  return reduceTree<RowFilter>(tree, {
    condition(condition) {
      const filter = compileFilter(columnOf(condition), condition);
      const key = JSON.stringify([condition.column, condition.operator, condition.value]);
      return (segment, first) => segment.filtered.of(key, () => filter(segment, first));
    },
    words(condition) {
      const words = checkWords(schema, condition);
      const key = JSON.stringify(words);
      return (segment) =>
        segment.filtered.of(key, () => wordRows(segment, fieldCount, words, budget));
    },
    rows:
      (numbers) =>
      async ({ facts: { rowCount } }, first) =>
        setOf(
          rowCount,
          numbers.map((number) => number - first).filter((row) => row >= 0 && row < rowCount),
        ),
    and: (parts) => joinedFilter(parts, 'and'),
    or: (parts) => joinedFilter(parts, 'or'),
    not: (part) => async (segment, first) =>
      invert((await part(segment, first)).slice(), segment.facts.rowCount),
  });
}

const joinedFilter =
  (parts: readonly RowFilter[], by: 'and' | 'or'): RowFilter =>
  async (segment, first) =>
    joined(await Promise.all(parts.map((part) => part(segment, first))), by);
