import type * as z from 'zod';
import type { filterSchema } from '#shared/contract/search-conditions.ts';
import type { ColumnType } from '#shared/reading.ts';

type ApiFilter = z.input<typeof filterSchema>;

/** A condition on a column; dates compare as dates. */
export interface Filter {
  column: string;
  operator: ApiFilter['operator'];
  /** For `in`: values between semicolons. For `exists`: `true` or `false`. */
  value: string;
}

/** Display names of the operators: for dates, codes and names. */
export const operatorNames: Record<Filter['operator'], string> = {
  '=': 'Equal',
  '!=': 'Not equal',
  '<': 'Before',
  '<=': 'Until',
  '>': 'After',
  '>=': 'From',
  in: 'One of',
  exists: 'Has a value',
  begins: 'Begins with',
  contains: 'Contains',
  under: 'Class or below',
  named: 'Has the words',
};

const numberOperatorNames: typeof operatorNames = {
  ...operatorNames,
  '<': 'Less than',
  '<=': 'At most',
  '>': 'More than',
  '>=': 'At least',
};

/** Operators of codes and names. */
const patterns: readonly Filter['operator'][] = ['begins', 'contains', 'under', 'named'];

/** The operators that make sense for a column, with their names. */
export function operatorsOf(type: ColumnType | undefined): [Filter['operator'], string][] {
  const names = type === 'number' ? numberOperatorNames : operatorNames;
  const whole: Filter['operator'][] = ['=', '!=', 'in', 'exists'];
  const entries = Object.entries(names) as [Filter['operator'], string][];
  const isWhole = type === 'text' || type === 'keyword' || type === 'link';
  if (isWhole) return entries.filter(([operator]) => [...whole, ...patterns].includes(operator));
  return entries.filter(([operator]) => !patterns.includes(operator));
}

/** A filter in the API's format. */
export function toApiFilter({ column, operator, value }: Filter): ApiFilter {
  if (operator !== 'in') return { column, operator, value };
  const values = value.split(';').map((item) => item.trim());
  return { column, operator, value: values.filter((item) => item !== '') };
}

/** Writes a filter for an address. The column is encoded, so that the first operator ends it. */
export function formatFilter({ column, operator, value }: Filter): string {
  const name = encodeURIComponent(column).replaceAll('!', '%21');
  return `${name}${/^[a-z]/.test(operator) ? `:${operator}:` : operator}${value}`;
}

/** Reads a filter from an address; `undefined` if it is not one. */
export function parseFilter(text: string): Filter | undefined {
  const match =
    /^([^<=>!:]+)(!=|<=|>=|[<=>]|:(?:in|exists|begins|contains|under|named):)(.+)$/s.exec(text);
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
