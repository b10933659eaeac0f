import { expect, test } from 'vitest';
import type { QueryColumn } from './columns.ts';
import { parseQuery } from './parse-query.ts';

const columns: QueryColumn[] = [
  { name: 'ucid', kind: 'id' },
  { name: 'title', kind: 'title' },
  { name: 'text', kind: 'body' },
  { name: 'assignee', kind: 'keyword' },
  { name: 'cpc', kind: 'keyword' },
  { name: 'publication_date', kind: 'date' },
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
  // What is not a field is a word.
  ['http://a.example note: this', 'http://a.example note: this', []],
  ['5 - 3 bees', '5 3 bees', []],
])('reads %s', (query, text, conditions) => {
  expect(read(query)).toEqual({ text, conditions });
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
