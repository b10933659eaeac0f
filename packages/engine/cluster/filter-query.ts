import { codePattern, idKey, isPatternOperator } from '../code-pattern.ts';
import { fold, parseNumber } from '../column-values.ts';
import {
  type FilterTree,
  foldTree,
  mustExist,
  notFilterable,
  type SearchFilter,
  valuesOf,
} from '../conditions.ts';
import type { SchemaColumn } from '../schema.ts';
import { filterType } from '../segment/filter-column.ts';
import { type Bounds, boundsOf, requireOperator } from '../segment/row-filter.ts';
import type { JsonObject } from './connection.ts';
import { amountField, listField, valueField } from './index-mapping.ts';

const not = (query: JsonObject): JsonObject => ({ bool: { must_not: [query] } });

function rangeQuery(
  field: string,
  operator: SearchFilter['operator'],
  [least, most]: Bounds | readonly [string, string],
) {
  const ends = {
    '<': { lt: least },
    '<=': { lte: most },
    '>': { gt: most },
    '>=': { gte: least },
  }[operator as string] ?? { gte: least, lte: most };
  return { range: { [field]: ends } };
}

const anyOf = (queries: readonly JsonObject[]): JsonObject => ({ bool: { should: queries } });

/**
 * Codes below or above a value, which compare as numbers with a number, else as text. Cells that list several compare as
 * a whole; only they have the field of lists.
 */
function orderQuery(position: number, operator: SearchFilter['operator'], value: string) {
  const text = fold(value);
  const number = parseNumber(text);
  const equal = { term: { [valueField(position)]: text } };
  const below = operator.startsWith('<') ? '<' : '>';
  const [values, lists] = [valueField(position), listField(position)];
  const ordered = Number.isNaN(number)
    ? [
        rangeQuery(lists, below, [text, text]),
        {
          bool: {
            filter: [rangeQuery(values, below, [text, text]), { term: { filled: position } }],
            must_not: [{ exists: { field: lists } }],
          },
        },
      ]
    : [rangeQuery(amountField(position), below, [number, number])];
  return anyOf(operator.endsWith('=') ? [...ordered, equal] : ordered);
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

/**
 * A tree of conditions as a query of the cluster.
 * @param columnOf the column of a condition
 * @throws QueryError as `conditionQuery` and `columnOf`
 */
export function filterQuery(
  tree: FilterTree,
  columnOf: (condition: SearchFilter) => SchemaColumn,
  prose: readonly number[],
): JsonObject {
  return foldTree<JsonObject>(tree, {
    condition: (condition) => conditionQuery(columnOf(condition), condition, prose),
    rows: (numbers) => ({ terms: { row: numbers } }),
    and: (parts) => ({ bool: { filter: parts } }),
    or: anyOf,
    not,
  });
}
