import type * as z from 'zod';
import type { conditions, filterSchema } from '#shared/contract/search-conditions.ts';
import type { ColumnType } from '#shared/reading.ts';

type ApiFilter = z.input<typeof filterSchema>;
type ApiCondition = z.output<typeof conditions>[number];

/** A condition on a column; dates compare as dates. */
export interface Filter {
  column: string;
  /** The API's, and three that exclude what its `in`, `under` and `begins` find. */
  operator: ApiFilter['operator'] | keyof typeof excluding;
  /** For `in`, `under`, `begins` and their opposites: values between semicolons. For `exists`: `true` or `false`. */
  value: string;
}

const excluding = { 'not-in': 'in', outside: 'under', 'begins-not': 'begins' } as const;

/** Display names of the operators: for dates, codes and names. */
export const operatorNames: Record<Filter['operator'], string> = {
  '=': 'Equal',
  '!=': 'Not equal',
  '<': 'Before',
  '<=': 'Until',
  '>': 'After',
  '>=': 'From',
  in: 'One of',
  'not-in': 'None of',
  exists: 'Has a value',
  begins: 'Begins with',
  contains: 'Contains',
  under: 'Class or below',
  named: 'Has the words',
  outside: 'Not in the class',
  'begins-not': 'Does not begin with',
};

const numberOperatorNames: typeof operatorNames = {
  ...operatorNames,
  '<': 'Less than',
  '<=': 'At most',
  '>': 'More than',
  '>=': 'At least',
};

/** Operators of codes and names. */
const patterns: readonly Filter['operator'][] = [
  'begins',
  'contains',
  'under',
  'named',
  'outside',
  'begins-not',
];

/** The operators that make sense for a column, with their names. */
export function operatorsOf(type: ColumnType | undefined): [Filter['operator'], string][] {
  const names = type === 'number' ? numberOperatorNames : operatorNames;
  const whole: Filter['operator'][] = ['=', '!=', 'in', 'not-in', 'exists'];
  const entries = Object.entries(names) as [Filter['operator'], string][];
  const isWhole = type === 'text' || type === 'keyword' || type === 'link';
  if (isWhole) return entries.filter(([operator]) => [...whole, ...patterns].includes(operator));
  return entries.filter(([operator]) => !patterns.includes(operator));
}

/** The values of a filter that may have several. */
export const valuesOf = ({ value }: Filter): string[] =>
  value
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** A filter in the API's format. */
export function toApiFilter(filter: Filter): ApiCondition {
  const { column, operator, value } = filter;
  if (operator === 'in') return { column, operator, value: valuesOf(filter) };
  if (operator === 'not-in' || operator === 'outside' || operator === 'begins-not') {
    return { not: toApiFilter({ column, operator: excluding[operator], value }) };
  }
  const values = operator === 'under' || operator === 'begins' ? valuesOf(filter) : [];
  if (values.length < 2) return { column, operator, value: values[0] ?? value };
  return { or: values.map((one) => ({ column, operator, value: one })) };
}

/** A filter that `toApiFilter` made; undefined for a condition of another form. */
export function fromApiFilter(condition: ApiCondition): Filter | undefined {
  if ('not' in condition) {
    const inner = fromApiFilter(condition.not);
    const operator = inner && excludingOf(inner.operator);
    return operator && { ...inner, operator };
  }
  if ('or' in condition) {
    const [first, ...others] = condition.or.map(fromApiFilter);
    const isAlike = (other: Filter | undefined) =>
      other?.column === first?.column && other?.operator === first?.operator;
    const joins = first?.operator === 'under' || first?.operator === 'begins';
    if (!first || !joins || !others.every(isAlike)) return undefined;
    return { ...first, value: [first, ...others].map((one) => one?.value).join(';') };
  }
  if (!('column' in condition)) return undefined;
  const { column, operator, value = 'true' } = condition;
  return { column, operator, value: typeof value === 'string' ? value : value.join(';') };
}

/** The operator that excludes what another one finds. */
const excludingOf = (operator: Filter['operator']) =>
  (Object.keys(excluding) as (keyof typeof excluding)[]).find(
    (name) => excluding[name] === operator,
  );

/** Writes a filter for an address. The column is encoded, so that the first operator ends it. */
export function formatFilter({ column, operator, value }: Filter): string {
  const name = encodeURIComponent(column).replaceAll('!', '%21');
  return `${name}${/^[a-z]/.test(operator) ? `:${operator}:` : operator}${value}`;
}

/** Reads a filter from an address; `undefined` if it is not one. */
export function parseFilter(text: string): Filter | undefined {
  const match =
    /^([^<=>!:]+)(!=|<=|>=|[<=>]|:(?:in|not-in|exists|begins|contains|under|named|outside|begins-not):)(.+)$/s.exec(
      text,
    );
  const [, column, operator, value] = match ?? [];
  if (!column || !operator || !value) return undefined;
  try {
    return {
      column: decodeURIComponent(column),
      operator: operator.replaceAll(':', '') as Filter['operator'],
      value,
    };
  } catch {
    return undefined;
  }
}
