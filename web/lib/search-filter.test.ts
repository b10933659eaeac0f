import { expect, test } from 'vitest';
import { formatFilter, parseFilter } from './search-filter.ts';

test.each([
  { column: 'grant_date', operator: '>', value: '2010-01-01' },
  { column: 'a<b=c>d %', operator: '=', value: '=x<y' },
  { column: 'Größe', operator: '<', value: '5\n%' },
] as const)('%o survives the address', (filter) => {
  expect(parseFilter(formatFilter(filter))).toEqual(filter);
});

test.each(['', 'x', '=5', 'column=', '%=1'])('%j is no filter', (text) => {
  expect(parseFilter(text)).toBeUndefined();
});
