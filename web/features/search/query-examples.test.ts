import { expect, test } from 'vitest';
import type { QueryColumn } from '#shared/query-language/columns.ts';
import { parseQuery } from '#shared/query-language/parse-query.ts';
import { fieldExamples, operatorExamples } from './query-examples.ts';

const columns: QueryColumn[] = [
  { name: 'ticket id', kind: 'id' },
  { name: 'title', kind: 'title' },
  { name: 'text', kind: 'body' },
  { name: 'project', kind: 'keyword' },
  { name: 'status', kind: 'keyword' },
  { name: 'opened', kind: 'date' },
  { name: 'hours', kind: 'number' },
];
const samples = [
  { name: 'ticket id', values: ['T-17'] },
  { name: 'title', values: ['Upgrade kafka to 3.4', 'Kettle smokes'] },
  { name: 'project', values: ['', 'Streams; Brokers'] },
  { name: 'status', values: ['In Progress'] },
  { name: 'opened', values: ['30.09.2021'] },
  { name: 'hours', values: ['12'] },
];

test('examples have words and values of the index', () => {
  expect(
    operatorExamples(columns, samples)
      .slice(0, 3)
      .map(([query]) => query),
  ).toEqual(['upgrade kafka kettle', '"upgrade kafka"', 'upgrade +kafka -kettle']);
  expect(fieldExamples(columns, samples)).toEqual([
    ['title:upgrade', 'Title'],
    ['text:"queen bee"', 'Text'],
    ['pn:T-17', 'Ticket ID'],
    ['project:Streams', 'Project'],
    ['status:"In Progress"', 'Status'],
    ['opened:2021..', 'Opened'],
    ['hours:..12', 'Hours'],
  ]);
});

test.each([[samples], [[]]])('every example can be read, with samples %j', (given) => {
  const examples = [...operatorExamples(columns, given), ...fieldExamples(columns, given)];
  for (const [query] of examples.slice(1)) {
    const { problem, conditions } = parseQuery(query, columns);
    expect({ query, problem, conditions }).toMatchObject({ problem: undefined });
    expect(conditions).not.toEqual([]);
  }
});
