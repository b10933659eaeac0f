import { columnLabel } from '#shared/column-label.ts';
import type { QueryCondition } from '#shared/query-language/conditions.ts';

type ColumnCondition = Extract<QueryCondition, { operator: unknown }>;

/** Values that are written out. */
const mostWritten = 3;

/** A condition of a query in words: "Owner: Hartwell", "not “queen bee”", "Publication date 2001–2010". */
export function describeCondition(condition: QueryCondition): string {
  if ('not' in condition) return `not ${inBrackets(condition.not)}`;
  if ('and' in condition) return rangeOf(condition.and) ?? joined(condition.and, ' and ');
  if ('or' in condition) return valuesOf(condition.or) ?? joined(condition.or, ' or ');
  if ('near' in condition) {
    const [a, b] = condition.near.map(quoted);
    const words = condition.within === 1 ? '1 word' : `${condition.within} words`;
    return `${inColumns(condition.columns)}${a} within ${words} of ${b}`;
  }
  if ('phrase' in condition) return inColumns(condition.columns) + quoted(condition.phrase);
  const { column, operator } = condition;
  const relation = relations[operator];
  return `${columnLabel(column)}${relation ? ` ${relation} ` : ': '}${shownValue(condition)}`;
}

const relations: Partial<Record<ColumnCondition['operator'], string>> = {
  '<': 'before',
  '<=': 'until',
  '>': 'after',
  '>=': 'from',
  contains: 'contains',
};

const inColumns = (columns: readonly string[] | undefined) =>
  columns ? `${columns.map(columnLabel).join(' or ')}: ` : '';

/** A word as it is, several in quotation marks; `bee*` as "bee…". */
function quoted(phrase: string): string {
  const text = phrase.trim().replaceAll('*', '…');
  return /\s/.test(text) ? `“${text}”` : text;
}

function shownValue({ operator, value }: ColumnCondition): string {
  if (typeof value !== 'string') {
    return value.length > mostWritten ? `one of ${value.length}` : value.join(' or ');
  }
  if (operator === 'under') return `${value} and below`;
  return operator === 'begins' ? `${value.replace(/-$/, '')}…` : value;
}

const isColumn = (condition: QueryCondition): condition is ColumnCondition =>
  'operator' in condition;

/** "Publication date 2001–2010" for a beginning and an end of one column. */
function rangeOf(parts: readonly QueryCondition[]): string | undefined {
  const [from, to, ...more] = parts;
  if (!from || !to || more.length > 0 || !isColumn(from) || !isColumn(to)) return undefined;
  if (from.column !== to.column || from.operator !== '>=' || to.operator !== '<=') return undefined;
  return `${columnLabel(from.column)} ${String(from.value)}–${String(to.value)}`;
}

/** "Owner: Hartwell or Norden" for values of one column. */
function valuesOf(parts: readonly QueryCondition[]): string | undefined {
  const columns = parts.filter(isColumn);
  const column = columns[0]?.column;
  const isOne = column !== undefined && columns.every((part) => part.column === column);
  const hasNoRelation = columns.every(({ operator }) => !relations[operator]);
  if (columns.length < parts.length || !isOne || !hasNoRelation) return undefined;
  const count = columns.reduce(
    (sum, { value }) => sum + (Array.isArray(value) ? value.length : 1),
    0,
  );
  const values = count > mostWritten ? `one of ${count}` : columns.map(shownValue).join(' or ');
  return `${columnLabel(column)}: ${values}`;
}

const joined = (parts: readonly QueryCondition[], by: string) => parts.map(inBrackets).join(by);

const inBrackets = (condition: QueryCondition) => {
  const text = describeCondition(condition);
  const isJoined = 'and' in condition || 'or' in condition;
  return isJoined ? `(${text})` : text;
};
