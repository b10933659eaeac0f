import { expect, test } from 'vitest';
import { gradeOf } from './chart-references.ts';

test.each([
  [0.35, 0.12, 'strong'],
  [0.349, 0.12, 'weak'],
  [0.199, 1, 'none'],
  [1, 0.119, 'weak'],
  [0.34, 0.119, 'none'],
] as const)('a score of %d at a nearness of %d is %s', (score, nearness, grade) => {
  expect(gradeOf({ score, nearness })).toBe(grade);
});
