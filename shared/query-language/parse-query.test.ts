import { expect, test } from 'vitest';
import type { QueryColumn } from './columns.ts';
import { withoutPlace } from './edit-query.ts';
import { hasOperators } from './has-operators.ts';
import { parseQuery } from './parse-query.ts';

const columns: QueryColumn[] = [
  { name: 'ucid', kind: 'id' },
  { name: 'title', kind: 'title' },
  { name: 'text', kind: 'body' },
  { name: 'assignee', kind: 'keyword' },
  { name: 'cpc', kind: 'keyword' },
  { name: 'publication_date', kind: 'date' },
  { name: 'claims', kind: 'text' },
  { name: 'cites', kind: 'id' },
];
const read = (query: string) => parseQuery(query, columns);
const has = (phrase: string, column?: string) => ({
  phrase,
  ...(column && { columns: [column] }),
});

test.each<[string, string, unknown[]]>([
  ['keeping bees', 'keeping bees', []],
  ['keeping +bees -wasps', 'keeping bees', [has('bees'), { not: has('wasps') }]],
  ['state-of-the-art "queen bee"', 'state-of-the-art queen bee', [has('queen bee')]],
  ['bees AND wasps', 'bees wasps', [has('bees'), has('wasps')]],
  [
    'solar cell OR roof',
    'solar cell roof',
    [{ or: [{ and: [has('solar'), has('cell')] }, has('roof')] }],
  ],
  [
    '(bees OR wasps) AND NOT hive',
    'bees wasps',
    [{ or: [has('bees'), has('wasps')] }, { not: has('hive') }],
  ],
  ['“solar cell” NEAR/3 roof*', 'solar cell roof', [{ near: ['solar cell', 'roof*'], within: 3 }]],
  [
    'a NEAR b NEAR/1 c',
    'a b c',
    [
      {
        and: [
          { near: ['a', 'b'], within: 5 },
          { near: ['b', 'c'], within: 1 },
        ],
      },
    ],
  ],
  [
    'title:(hive NEAR/2 "queen bee")',
    'hive queen bee',
    [{ near: ['hive', 'queen bee'], within: 2, columns: ['title'] }],
  ],
  ['ti:comb wax', 'comb wax', [has('comb', 'title')]],
  ['cpc:A01K47', '', [{ column: 'cpc', operator: 'under', value: 'A01K47' }]],
  ['class:"A01K 47/06"', '', [{ column: 'cpc', operator: 'under', value: 'A01K 47/06' }]],
  [
    'owner:(Hartwell Optics, Ltd OR "Norden AB")',
    '',
    [
      {
        or: [
          { column: 'assignee', operator: 'named', value: 'Hartwell Optics' },
          { column: 'assignee', operator: 'named', value: 'Ltd' },
          { column: 'assignee', operator: 'named', value: 'Norden AB' },
        ],
      },
    ],
  ],
  ['owner:Hart*', '', [{ column: 'assignee', operator: 'begins', value: 'Hart' }]],
  [
    'pd:2001..2010 bees',
    'bees',
    [
      {
        and: [
          { column: 'publication_date', operator: '>=', value: '2001' },
          { column: 'publication_date', operator: '<=', value: '2010' },
        ],
      },
    ],
  ],
  [
    'publicationDate:>=2001-05',
    '',
    [{ column: 'publication_date', operator: '>=', value: '2001-05' }],
  ],
  [
    'pn:(US1, US-2-B2 EP3)',
    '',
    [{ column: 'ucid', operator: 'in', value: ['US1', 'US-2-B2', 'EP3'] }],
  ],
  ['US 9000001 EP1000000B1; us-2015-0123456', 'US 9000001 EP1000000B1; us-2015-0123456', []],
  [
    'US9000001, EP1000000B1 us-2015/0123456-a1',
    '',
    [
      {
        or: [
          { column: 'ucid', operator: 'in', value: ['EP-1000000-B1', 'US-20150123456-A1'] },
          { column: 'ucid', operator: 'begins', value: 'US-9000001-' },
        ],
      },
    ],
  ],
  [
    'US 10,123,456 B2; EP 1 000 000',
    '',
    [
      {
        or: [
          { column: 'ucid', operator: 'in', value: ['US-10123456-B2'] },
          { column: 'ucid', operator: 'begins', value: 'EP-1000000-' },
        ],
      },
    ],
  ],
  [
    'pn:(US 9,000,001 OR "EP 1 000 000 B1")',
    '',
    [
      {
        or: [
          { column: 'ucid', operator: 'in', value: ['EP-1000000-B1'] },
          { column: 'ucid', operator: 'begins', value: 'US-9000001-' },
        ],
      },
    ],
  ],
  ['clm:"queen bee"', 'queen bee', [has('queen bee', 'claims')]],
  ...['US1234567', '"US 1,234,567"', '(US 1,234,567)', '"U.S. Pat. No. 1,234,567"'].map(
    (written): [string, string, unknown[]] => [
      `cites:${written}`,
      '',
      [{ column: 'cites', operator: 'in', value: ['US-1234567'] }],
    ],
  ),
  [
    'cites:(US 2015/0123456 A1, EP1000000; WO2015123456)',
    '',
    [
      {
        column: 'cites',
        operator: 'in',
        value: ['US-20150123456', 'US-20150123456-A1', 'EP-1000000', 'WO-2015123456'],
      },
    ],
  ],
  ['in 2020 2021', 'in 2020 2021', []],
  ['US1234567 7654321', 'US1234567 7654321', []],
  ['CO2', 'CO2', []],
  ['a housing (12) for bees', 'a housing 12 for bees', []],
  // What is no field is a word.
  ['http://a.example note: this', 'http://a.example note: this', []],
  ['5 - 3 bees', '5 3 bees', []],
])('reads %s', (query, text, conditions) => {
  const { places, ...found } = read(query);
  expect(found).toEqual({ text, conditions });
  expect(places).toHaveLength(conditions.length);
});

test.each([
  ['"queen bee', /begins at character 1 does not end/],
  ['(bees', /not closed/],
  ['bees)', /was not opened/],
  ['bees AND', /missing after AND/],
  ['OR bees', /missing before OR/],
  ['bees NEAR/3', /missing at the end/],
  ['(a b) NEAR c', /between two words/],
  ['cpc:', /value is missing/],
  ['cpc:(A01K AND B64)', /list of values/],
  ['pd:..', /beginning or an end/],
  ['"..."', /no words/],
  ['('.repeat(499), /at most 10 levels/],
  ['a '.repeat(501), /at most 500 parts/],
  ['a'.repeat(20_001), /at most 20,000 characters/],
])('reads a broken query as words, and says why: %.40s', (query, message) => {
  const { text, conditions, problem } = read(query);
  expect([text, conditions]).toEqual([query, []]);
  expect(problem).toMatch(message);
});

test.each([
  ['keeping +bees -wasps', ['+bees', '-wasps'], ['keeping -wasps', 'keeping +bees']],
  [
    'a AND "b c" AND NOT d',
    ['a', '"b c"', 'NOT d'],
    ['"b c" AND NOT d', 'a AND NOT d', 'a AND "b c"'],
  ],
  [
    'hive cpc:(A01K, B64) pd:2001..',
    ['cpc:(A01K, B64)', 'pd:2001..'],
    ['hive pd:2001..', 'hive cpc:(A01K, B64)'],
  ],
  ['bees OR wasps', ['bees OR wasps'], ['']],
  ['a NEAR/3 b title:(c d)', ['a NEAR/3 b', 'title:(c d)'], ['title:(c d)', 'a NEAR/3 b']],
])('says where the conditions of %s stand, and takes them away', (query, parts, rests) => {
  const { places } = read(query);
  expect(places.map(({ start, end }) => query.slice(start, end))).toEqual(parts);
  expect(places.map((place) => withoutPlace(query, place))).toEqual(rests);
});

test.each([
  ['keeping bees in a hive (12)', false],
  ['a temperature of -20 °C - or less', false],
  ['note: this, see http://a.example', false],
  ['"queen bee"', true],
  ['bees -wasps', true],
  ['pollinat*', true],
  ['bees NEAR/3 hive', true],
  ['owner:Hartwell', true],
  ['US9000001, EP1000000B1', true],
  [`A "smart" hive ${'with a wall and a lid '.repeat(20)}`, false],
  [`${'A HIVE AND A LID '.repeat(20)}`, false],
  [`${'a hive with a lid '.repeat(20)} AND NOT wasps`, true],
])('knows whether a text is meant as a query: %.50s', (text, expected) => {
  expect(hasOperators(text)).toBe(expected);
});

test('a name that no column has is read as words, and said', () => {
  expect(read('+bees nope:Ada other:(a b) third:"c d"')).toMatchObject({
    text: 'bees nope:Ada other: a b third: c d',
    conditions: [has('bees'), has('c d')],
    missing: ['nope', 'other', 'third'],
  });
  for (const plain of ['bees at 12:30', 'http://example.com', 'std::vector', 'claim: bees']) {
    expect(read(plain).missing).toBeUndefined();
  }
});
