/** A condition on a column; dates compare as dates. */
export interface Filter {
  column: string;
  operator: '<' | '=' | '>';
  value: string;
}

/** Names of the operators for people. */
export const operatorNames: Record<Filter['operator'], string> = {
  '<': 'Before',
  '=': 'Equal',
  '>': 'After',
};

/** Writes a filter for an address. The column is encoded, so that the first operator ends it. */
export function formatFilter({ column, operator, value }: Filter): string {
  return `${encodeURIComponent(column)}${operator}${value}`;
}

/** Reads a filter from an address; `undefined` if it is not one. */
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
