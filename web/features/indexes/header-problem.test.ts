import { expect, test } from 'vitest';
import { headerProblem } from './header-problem.ts';

test('a header needs two columns', () => {
  expect(headerProblem(['id', 'text'])).toBeUndefined();
  expect(headerProblem([])).toMatch('empty');
  expect(headerProblem(['text'])).toMatch('one column only');
});
