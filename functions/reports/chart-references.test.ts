import { expect, test } from 'vitest';
import { gradeOf } from './chart-references.ts';

test.each([
  [0.35, 0.12, 'disclosed'],
  [0.349, 0.12, 'partly'],
  [0.199, 1, 'not found'],
  [1, 0.119, 'partly'],
  [0.34, 0.119, 'not found'],
] as const)('a score of %d at a nearness of %d is %s', (score, nearness, grade) => {
  expect(gradeOf({ score, nearness })).toBe(grade);
});
