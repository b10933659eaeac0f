import { columnLabel } from '#shared/column-label.ts';
import type { QueryColumn } from '#shared/query-language/columns.ts';
import { type Filter, operatorNames, operatorsOf, valuesOf } from '#web/lib/search-filter.ts';

/** Of what is left out, so many are named. */
const mostNamed = 2;

/** A filter in words: "Owner: Hartwell or Norden", "Office: not US", "Publication date after 2005". */
export function describeFilter(
  filter: Filter,
  columns: readonly Pick<QueryColumn, 'name' | 'kind'>[],
): string {
  const { column, operator, value } = filter;
  const isOffice = column === 'ucid' && operator.startsWith('begins');
  const label = isOffice ? 'Office' : columnLabel(column);
  const values = valuesOf(filter).join(' or ');
  switch (operator) {
    case 'exists':
      return `${label} has ${value === 'true' ? 'a' : 'no'} value`;
    case '=':
      return `${label}: ${value}`;
    case '!=':
      return `${label}: not ${value}`;
    case 'in':
    case 'under':
      return `${label}: ${values}`;
    case 'not-in': {
      const { length } = valuesOf(filter);
      return `${label}: ${length > mostNamed ? `none of ${length}` : `not ${values}`}`;
    }
    case 'begins':
      return `${label}: ${values}${isOffice ? '' : '…'}`;
    case 'outside':
    case 'begins-not':
      return `${label}: not ${values}`;
    default: {
      const isNumber = columns.find(({ name }) => name === column)?.kind === 'number';
      const names = new Map(operatorsOf(isNumber ? 'number' : 'date'));
      return `${label} ${(names.get(operator) ?? operatorNames[operator]).toLowerCase()} ${value}`;
    }
  }
}
