/** Keeps the rows whose column compares so with a value; dates compare as dates. */
export interface Filter {
  column: string;
  operator: '<' | '=' | '>';
  value: string;
}

/** The criteria as people read them. */
export const operatorNames: Record<Filter['operator'], string> = {
  '<': 'Before',
  '=': 'Equal',
  '>': 'After',
};

/** The form of a filter in an address. The column is encoded, so that the first operator ends it. */
export function formatFilter({ column, operator, value }: Filter): string {
  return `${encodeURIComponent(column)}${operator}${value}`;
}

/** Reads it back; `undefined` for anything else that an address may hold. */
export function parseFilter(text: string): Filter | undefined {
  const [, column, operator, value] = /^([^<=>]+)([<=>])(.+)$/s.exec(text) ?? [];
  if (!column || !operator || !value) return undefined;
  try {
    return {
      column: decodeURIComponent(column),
      operator: operator as Filter['operator'],
      value,
    };
  } catch {
    return undefined;
  }
}
