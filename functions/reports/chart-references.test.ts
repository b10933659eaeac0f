import { expect, test } from 'vitest';
import { gradeOf, scoreOf } from './chart-references.ts';
import { reportRules } from './report-rules.ts';

const { strongFrom, weakFrom } = reportRules;

test.each([
  [strongFrom, 'strong'],
  [strongFrom - 0.001, 'weak'],
  [weakFrom, 'weak'],
  [weakFrom - 0.001, 'none'],
] as const)('a score of %d is %s', (score, grade) => {
  expect(gradeOf(score)).toBe(grade);
});

test('the same words count less in a document of another subject, and in an element of few common words', () => {
  const base = { match: 0.5, share: 0.5, weight: 30, nearness: 0.4 };
  expect(scoreOf({ ...base, match: 0.9, nearness: 0.1 })).toBeLessThan(scoreOf(base));
  expect(scoreOf({ ...base, match: 0.9, weight: 3 })).toBeLessThan(scoreOf(base));
  expect(scoreOf({ ...base, match: 0, nearness: 1 })).toBe(0);
});
