import { expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { columnsProblem, headerProblem } from './header-problem.ts';

const names = (count: number, length: number) =>
  Array.from({ length: count }, (_, i) => `${i}`.padStart(length, 'x'));

const chosen = (columns: readonly string[], role: 'metadata' | 'ignore' = 'metadata') =>
  Object.fromEntries(columns.map((name) => [name, role]));

test('a file needs two columns', () => {
  expect(headerProblem([])).toMatch('empty');
  expect(headerProblem(['text'])).toMatch('one column only');
  expect(headerProblem(['id', 'text'])).toBeUndefined();
});

test('the chosen columns must fit into the record of an index, ignored ones need not', () => {
  expect(columnsProblem(chosen(names(limits.columnsMax, 20)))).toBeUndefined();
  expect(columnsProblem(chosen(names(2000, 90), 'ignore'))).toBeUndefined();
  expect(columnsProblem(chosen(names(limits.columnsMax + 1, 3)))).toMatch('501 columns');
  expect(columnsProblem(chosen(names(limits.columnsMax, 90)))).toMatch('too long');
  expect(columnsProblem(chosen(['id', 'x'.repeat(limits.columnNameMaxLength + 1)]))).toMatch(
    'too long',
  );
});
