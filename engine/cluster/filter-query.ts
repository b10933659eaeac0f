import { fold } from '../column-values.ts';
import type { SchemaColumn } from '../schema.ts';
import { filterType } from '../segment/filter-column.ts';
import {
  type Bounds,
  boundsOf,
  mustExist,
  notFilterable,
  refuse,
  type SearchFilter,
  valuesOf,
} from '../segment/row-filter.ts';
import type { JsonObject } from './connection.ts';
import { valueField } from './index-mapping.ts';

const not = (query: JsonObject): JsonObject => ({ bool: { must_not: [query] } });

function rangeQuery(field: string, operator: SearchFilter['operator'], [least, most]: Bounds) {
  const ends = {
    '<': { lt: least },
    '<=': { lte: most },
    '>': { gt: most },
    '>=': { gte: least },
  }[operator as string] ?? { gte: least, lte: most };
  return { range: { [field]: ends } };
}

/**
 * A filter as a query of the cluster. It keeps the same rows as `compileFilter`, but codes have no order there.
 * @param prose positions of columns of long text, which have `exists` only
 * @throws QueryError `bad_filter`, `not_filterable`
 */
export function filterQuery(
  column: SchemaColumn,
  filter: SearchFilter,
  prose: readonly number[],
): JsonObject {
  const { operator } = filter;
  const values = valuesOf(filter);
  const type = filterType(column);
  if (type === 'none') throw notFilterable(column);
  if (operator === 'exists') {
    const exists = { term: { filled: column.position } };
    return mustExist(filter) ? exists : not(exists);
  }
  const field = valueField(column.position);
  if (type === 'code') {
    if (prose.includes(column.position)) throw notFilterable(column);
    const isOneOf = { terms: { [field]: values.map(fold) } };
    if (operator === '!=') return not(isOneOf);
    if (operator === '=' || operator === 'in') return isOneOf;
    throw refuse(
      `The column "${column.name}" holds codes, which have no order in an index of this size. Use "=", "!=" or "in".`,
    );
  }
  const ranges = values.map((value) => rangeQuery(field, operator, boundsOf(column, value)));
  const isOneOf = { bool: { should: ranges } };
  return operator === '!=' ? not(isOneOf) : isOneOf;
}
