import { QueryError } from './errors.ts';
import type { SchemaColumn } from './schema.ts';

/** How a condition compares a cell with its value. */
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
  'under',
  'named',
] as const;

export type FilterOperator = (typeof filterOperators)[number];

/** A condition on one column. */
export interface SearchFilter {
  readonly column: string;
  readonly operator: FilterOperator;
  /**
   * What the cell is compared with; a list for `in`; for `exists` whether there must be a value, by default true.
   * A year or a month stands for all its days. Ids are equal whatever their spaces, dashes, slashes and case.
   *
   * For codes and names, of which a cell may list several:
   * - `begins`: one begins with the value, spaces apart
   * - `contains`: the cell has the value somewhere
   * - `under`: one is the class symbol or below it: `A01K` holds `A01K 47/06`, but `A01K4` does not
   * - `named`: one has the words of the value in this order, without legal forms: `Hartwell Optics Ltd` finds
   *   `HARTWELL OPTICS CO., LIMITED`
   */
  readonly value?: string | readonly string[];
}

/**
 * Words that stand one after the other in a searched column, as written but for case, accents, hyphens and other marks. A
 * word that ends with `*` stands for all words with this beginning. Scripts without spaces are compared by characters.
 */
interface PhraseCondition {
  readonly phrase: string;
  /** Searched columns. Default: all. */
  readonly columns?: readonly string[];
}

/** Two phrases in one column, in any order, with at most `within` words between them. */
interface NearCondition {
  readonly near: readonly [string, string];
  readonly within: number;
  readonly columns?: readonly string[];
}

export type WordCondition = PhraseCondition | NearCondition;

/** Conditions and numbers of rows in the index, joined by `and`, `or` and `not`. */
export type FilterTree =
  | SearchFilter
  | WordCondition
  | { readonly rows: readonly number[] }
  | { readonly and: readonly FilterTree[] }
  | { readonly or: readonly FilterTree[] }
  | { readonly not: FilterTree };

/** Conditions of a search, values of all of them, and levels of `and`, `or` and `not`, at most. */
export const MAX_CONDITIONS = 256;
export const MAX_VALUES = 1_000;
/** Rows that a tree names at most; a cluster takes no more than 65,536. */
export const MAX_ROWS = 50_000;
export const MAX_DEPTH = 16;
/** Bytes of lists of words that a search decodes at most, about as many words of texts: some two seconds of work. */
export const MAX_LIST_BYTES = 256 << 20;
/** Words of a phrase, and words between two phrases, at most. */
export const MAX_PHRASE_WORDS = 50;
export const MAX_WITHIN = 100;
/** Different words that a beginning stands for, alone and in a phrase of several words. */
export const MAX_BEGINNING = 20_000;
export const MAX_BEGINNING_IN_PHRASE = 1_000;

export const refuse = (message: string) => new QueryError('bad_filter', message);

export const notFilterable = ({ name }: SchemaColumn) =>
  new QueryError(
    'not_filterable',
    `The column "${name}" holds long text and can only be filtered by "exists".`,
  );

/** What a tree becomes: of its conditions, and of joined ones. */
export interface TreeReducer<T> {
  condition(condition: SearchFilter): T;
  words(condition: WordCondition): T;
  rows(numbers: readonly number[]): T;
  and(parts: readonly T[]): T;
  or(parts: readonly T[]): T;
  not(part: T): T;
}

/**
 * The column of a filter.
 * @throws QueryError `unknown_column`, `not_filterable`
 */
export function filteredColumn(
  columns: readonly SchemaColumn[],
  filter: SearchFilter,
): SchemaColumn {
  const column = columns.find((c) => c.name === filter.column && c.role !== 'ignore');
  if (column?.kind === 'vector') {
    throw new QueryError(
      'not_filterable',
      `The column "${column.name}" holds vectors and cannot be filtered.`,
    );
  }
  if (column) return column;
  throw new QueryError('unknown_column', `The index has no column "${filter.column}".`);
}

/** Turns a tree into something else, from its conditions upwards. */
export function reduceTree<T>(tree: FilterTree, to: TreeReducer<T>): T {
  if ('and' in tree) return to.and(tree.and.map((part) => reduceTree(part, to)));
  if ('or' in tree) return to.or(tree.or.map((part) => reduceTree(part, to)));
  if ('not' in tree) return to.not(reduceTree(tree.not, to));
  if ('rows' in tree) return to.rows(tree.rows);
  if ('phrase' in tree || 'near' in tree) return to.words(tree);
  return to.condition(tree);
}

/**
 * Checks the size of trees before they are compiled.
 * @throws QueryError `bad_filter`
 */
export function checkTrees(trees: readonly FilterTree[]): void {
  let [conditions, values] = [0, 0];
  const visit = (tree: FilterTree, depth: number): void => {
    if (depth > MAX_DEPTH) throw refuse(`Filters are nested at most ${MAX_DEPTH} levels deep.`);
    if ('not' in tree) {
      visit(tree.not, depth + 1);
      return;
    }
    if ('and' in tree || 'or' in tree) {
      const parts = 'and' in tree ? tree.and : tree.or;
      if (parts.length === 0) throw refuse('"and" and "or" take at least one condition.');
      for (const part of parts) visit(part, depth + 1);
      return;
    }
    if ('rows' in tree) {
      if (tree.rows.length > MAX_ROWS) throw refuse(`A filter names at most ${MAX_ROWS} rows.`);
      return;
    }
    conditions++;
    values += 'value' in tree && Array.isArray(tree.value) ? tree.value.length : 1;
    if (conditions > MAX_CONDITIONS) {
      throw refuse(`A search has at most ${MAX_CONDITIONS} conditions.`);
    }
    if (values > MAX_VALUES) {
      throw refuse(`The conditions of a search have at most ${MAX_VALUES} values together.`);
    }
  };
  for (const tree of trees) visit(tree, 1);
}

/**
 * The values of a condition, whose operator and number of values are checked.
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
