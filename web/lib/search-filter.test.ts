import { expect, test } from 'vitest';
import { formatFilter, operatorsOf, parseFilter, toApiFilter } from './search-filter.ts';

test.each([
  { column: 'grant_date', operator: '>', value: '2010-01-01' },
  { column: 'a<b=c>d %', operator: '=', value: '=x<y' },
  { column: 'Größe', operator: '<', value: '5\n%' },
  { column: 'price', operator: '<=', value: '5' },
  { column: 'what!', operator: '!=', value: 'that' },
  { column: 'a:in:b', operator: 'in', value: 'x; y' },
  { column: 'doi', operator: 'exists', value: 'false' },
  { column: 'ucid', operator: 'begins-not', value: 'US' },
  { column: 'ucid', operator: 'not-in', value: 'US-1-A;US-2-A' },
] as const)('%o survives the address', (filter) => {
  expect(parseFilter(formatFilter(filter))).toEqual(filter);
});

test.each(['', 'x', '=5', 'column=', '%=1'])('%j is not a filter', (text) => {
  expect(parseFilter(text)).toBeUndefined();
});

test('the API separates the values of a list', () => {
  const filter = { column: 'cpc', operator: 'in', value: 'A61K; C12N;' } as const;
  expect(toApiFilter(filter)).toEqual({ ...filter, value: ['A61K', 'C12N'] });
});

test('one of several classes or beginnings is enough, and none of those that are excluded', () => {
  const under = (value: string) => ({ column: 'cpc', operator: 'under', value }) as const;
  expect(toApiFilter(under('A61K'))).toEqual(under('A61K'));
  expect(toApiFilter(under('A61K; C12N'))).toEqual({ or: [under('A61K'), under('C12N')] });
  const outside = { column: 'cpc', operator: 'outside', value: 'A61K;C12N' } as const;
  expect(toApiFilter(outside)).toEqual({ not: { or: [under('A61K'), under('C12N')] } });
});

test('operators fit what a column holds', () => {
  const names = (type: Parameters<typeof operatorsOf>[0]) =>
    operatorsOf(type).map(([, name]) => name);
  expect(names('number')).toContain('At most');
  expect(names('date')).toContain('Until');
  expect(names('date')).not.toContain('Class or below');
  expect(names('keyword')).toEqual([
    'Equal',
    'Not equal',
    'One of',
    'None of',
    'Has a value',
    'Begins with',
    'Contains',
    'Class or below',
    'Has the words',
    'Not in the class',
    'Does not begin with',
  ]);
});
