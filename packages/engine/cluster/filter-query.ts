import { codePattern, idKey, isPatternOperator } from '../code-pattern.ts';
import { fold, parseNumber } from '../column-values.ts';
import {
  type FilterTree,
  filteredColumn,
  mustExist,
  notFilterable,
  reduceTree,
  type SearchFilter,
  valuesOf,
} from '../conditions.ts';
import type { Manifest } from '../manifest.ts';
import type { IndexSchema, SchemaColumn } from '../schema.ts';
import { filterType } from '../segment/filter-column.ts';
import { type Bounds, boundsOf, requireOperator } from '../segment/row-filter.ts';
import { type CheckedWords, checkWords, type PhraseWord } from '../word-query.ts';
import type { JsonObject } from './connection.ts';
import { amountField, exactField, listField, valueField } from './index-mapping.ts';

const not = (query: JsonObject): JsonObject => ({ bool: { must_not: [query] } });

function rangeQuery(
  field: string,
  operator: SearchFilter['operator'],
  [lowest, highest]: Bounds | readonly [string, string],
) {
  const ends = {
    '<': { lt: lowest },
    '<=': { lte: highest },
    '>': { gt: highest },
    '>=': { gte: lowest },
  }[operator as string] ?? { gte: lowest, lte: highest };
  return { range: { [field]: ends } };
}

const anyOf = (queries: readonly JsonObject[]): JsonObject => ({ bool: { should: queries } });

/** Compares cells of codes as a whole. Only those whose value is not all that is compared of them have a list. */
export function wholeCell(position: number, compare: (field: string) => JsonObject): JsonObject {
  const list = listField(position);
  const single = [compare(valueField(position)), not({ exists: { field: list } })];
  return anyOf([compare(list), { bool: { filter: single } }]);
}

/** Codes below or above a value, which compare as numbers with a number, else as text. */
function orderQuery(position: number, operator: SearchFilter['operator'], value: string) {
  const text = fold(value);
  const number = parseNumber(text);
  const below = operator.startsWith('<') ? '<' : '>';
  const texts = wholeCell(position, (field) => rangeQuery(field, below, [text, text]));
  const ordered = Number.isNaN(number)
    ? { bool: { filter: [texts, { term: { filled: position } }] } }
    : rangeQuery(amountField(position), below, [number, number]);
  const equal = { term: { [valueField(position)]: text } };
  return operator.endsWith('=') ? anyOf([ordered, equal]) : ordered;
}

/**
 * A condition as a query of the cluster. It keeps the same rows as `compileFilter`.
 * @param prose positions of columns of long text, which have `exists` only
 * @throws QueryError `bad_filter`, `not_filterable`
 */
function conditionQuery(
  column: SchemaColumn,
  filter: SearchFilter,
  prose: readonly number[],
): JsonObject {
  const { operator } = filter;
  const values = valuesOf(filter);
  requireOperator(column, operator);
  const type = filterType(column);
  if (type === 'none') throw notFilterable(column);
  if (operator === 'exists') {
    const exists = { term: { filled: column.position } };
    return mustExist(filter) ? exists : not(exists);
  }
  const field = valueField(column.position);
  if (type === 'code') {
    if (prose.includes(column.position)) throw notFilterable(column);
    const folded = values.map(fold);
    const keys = column.kind === 'id' ? folded.map(idKey).filter((key) => key !== '') : [];
    const isOneOf = { terms: { [field]: [...folded, ...keys] } };
    if (operator === '!=') return not(isOneOf);
    if (isPatternOperator(operator)) {
      return { regexp: { [field]: codePattern(column, operator, folded[0]!).source } };
    }
    if (operator === '=' || operator === 'in') return isOneOf;
    return orderQuery(column.position, operator, values[0]!);
  }
  const ranges = values.map((value) => rangeQuery(field, operator, boundsOf(column, value)));
  const isOneOf = anyOf(ranges);
  return operator === '!=' ? not(isOneOf) : isOneOf;
}

/** A word of a phrase at a place where positions count. */
const spanOf = (field: string, { word, isBeginning }: PhraseWord): JsonObject =>
  isBeginning
    ? { span_multi: { match: { prefix: { [field]: { value: word } } } } }
    : { span_term: { [field]: word } };

function phraseSpan(field: string, phrase: readonly PhraseWord[]): JsonObject {
  const [only, ...more] = phrase.map((word) => spanOf(field, word));
  if (more.length === 0) return only!;
  return { span_near: { clauses: [only!, ...more], slop: 0, in_order: true } };
}

/** A condition on words as a query of the cluster. It keeps the same rows as `wordRows`. */
function wordQuery({ phrases, within, fields }: CheckedWords): JsonObject {
  const [first, second] = phrases;
  return anyOf(
    fields.map((number) => {
      const field = exactField(number);
      if (second) {
        const clauses = [phraseSpan(field, first!), phraseSpan(field, second)];
        return { span_near: { clauses, slop: within, in_order: false } };
      }
      const [{ word, isBeginning }] = first as [PhraseWord];
      if (first!.length > 1) return phraseSpan(field, first!);
      return isBeginning ? { prefix: { [field]: { value: word } } } : { term: { [field]: word } };
    }),
  );
}

/**
 * A tree of conditions as a query of the cluster.
 * @throws QueryError as `conditionQuery`, `filteredColumn` and `checkWords`
 */
export function filterQuery(
  tree: FilterTree,
  schema: IndexSchema,
  { prose }: NonNullable<Manifest['cluster']>,
): JsonObject {
  return reduceTree<JsonObject>(tree, {
    condition: (condition) =>
      conditionQuery(filteredColumn(schema.columns, condition), condition, prose),
    words: (condition) => wordQuery(checkWords(schema, condition)),
    rows: (numbers) => ({ terms: { row: numbers } }),
    and: (parts) => ({ bool: { filter: parts } }),
    or: anyOf,
    not,
  });
}
