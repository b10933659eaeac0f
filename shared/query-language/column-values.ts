import { isCitesColumn, type QueryColumn } from './columns.ts';
import type { QueryCondition } from './conditions.ts';
import { citesCondition, idCondition } from './number-list.ts';
import { QueryProblem } from './tokens.ts';

/** Columns of class symbols by their names; others that list codes hold names. */
const CLASSES = /^(cpc|ipc|uspc|locarno|class|classes|classification|categor(y|ies))/i;
const RANGE = /^(.*?)\.\.(.*)$/s;
const COMPARISON = /^(<=|>=|<|>)(.+)$/s;

/** The condition of a field of codes, names, ids, dates or numbers. */
export function columnCondition(queried: QueryColumn, values: readonly string[]): QueryCondition {
  const { name: column, kind } = queried;
  const cited = isCitesColumn(queried) ? citesCondition(column, values) : undefined;
  if (cited) return cited;
  if (kind === 'id') return idCondition(column, values);
  const conditions = values.map((value): QueryCondition => {
    if (kind === 'date' || kind === 'number') return amountCondition(column, value);
    if (value.endsWith('*')) return { column, operator: 'begins', value: value.slice(0, -1) };
    if (kind === 'link') return { column, operator: 'contains', value };
    return { column, operator: CLASSES.test(column) ? 'under' : 'named', value };
  });
  return conditions.length === 1 ? conditions[0]! : { or: conditions };
}

/** `2001..2010`, `2001..`, `..2010`, `>=2001`, `2001`. */
function amountCondition(column: string, value: string): QueryCondition {
  const comparison = COMPARISON.exec(value);
  if (comparison) {
    return { column, operator: comparison[1] as '<', value: comparison[2]! };
  }
  const range = RANGE.exec(value);
  if (!range) return { column, operator: '=', value };
  const [, from = '', to = ''] = range;
  const ends: QueryCondition[] = [];
  if (from !== '') ends.push({ column, operator: '>=', value: from });
  if (to !== '') ends.push({ column, operator: '<=', value: to });
  if (ends.length === 0) throw new QueryProblem('A range has a beginning or an end: 2001..2010.');
  return ends.length === 1 ? ends[0]! : { and: ends };
}
