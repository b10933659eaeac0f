import { expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { headerProblem } from './header-problem.ts';

test('a header needs two columns', () => {
  expect(headerProblem(['id', 'text'])).toBeUndefined();
  expect(headerProblem([])).toMatch('empty');
  expect(headerProblem(['text'])).toMatch('one column only');
});

test('a header has as many columns and as long names as an index', () => {
  const names = (count: number, length: number) =>
    Array.from({ length: count }, (_, i) => `${i}`.padStart(length, '列'));
  expect(headerProblem(names(limits.columnsMax, 20))).toBeUndefined();
  expect(headerProblem(names(limits.columnsMax + 1, 3))).toMatch('501 columns');
  expect(headerProblem(names(limits.columnsMax, 30))).toMatch('too long');
  expect(headerProblem(['id', 'x'.repeat(limits.columnNameMaxLength + 1)])).toMatch('too long');
});
