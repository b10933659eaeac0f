import { expect, test } from 'vitest';
import type { ReportClaim } from '#shared/report/report.ts';
import { gradeOf, scoreOf } from './chart-references.ts';
import type { FoundReference } from './find-references.ts';
import { keepMatched } from './keep-matched.ts';
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

test.each([
  ['a limitation that matches', ['none', 'strong'], 0, true],
  ['a weak match', ['none', 'weak'], 0, true],
  ['only a preamble that matches', ['weak', 'none'], 0, false],
  ['nothing', ['none', 'none'], 0, false],
  ['nothing, but a citation', ['none', 'none'], 1, true],
] as const)('keeps a reference with %s: %s', (_, grades, link, isKept) => {
  const claim: ReportClaim = {
    number: 1,
    dependsOn: [],
    independent: true,
    charted: true,
    transition: null,
    elements: (['preamble', 'limitation'] as const).map((role, at) => ({
      label: `1${'ab'[at]}`,
      role,
      text: 'a lid',
      start: 0,
      end: 5,
      meansPlusFunction: false,
    })),
  };
  const reference = { document: { ucid: 'US-1-A' }, family: [] } as unknown as FoundReference;
  const cells = grades.map((grade, at) => ({ ...cell, element: claim.elements[at]!.label, grade }));
  const kept = keepMatched([reference], [claim], { cells: () => cells }, { linkTo: () => link });
  expect(kept).toHaveLength(isKept ? 1 : 0);
});

const cell = { ucid: 'US-1-A', score: 0, passages: [] };
