import { expect, test } from 'vitest';
import { gradeOf, scoreOf } from '#functions/patents/index.ts';
import type { ReportClaim } from '#shared/report/report.ts';
import type { FoundReference } from './find-references.ts';
import { keepMatched } from './keep-matched.ts';
import { reportRules } from './report-rules.ts';

const { strongFrom, weakFrom, strongElsewhere, weakElsewhere, strongShare, weakShare } =
  reportRules;

test.each([
  ['enough', strongFrom, strongShare, false, 'strong'],
  ['a little less', strongFrom - 0.001, strongShare, false, 'weak'],
  ['enough, of few words of the element', strongFrom, strongShare - 0.001, false, 'weak'],
  ['little', weakFrom, weakShare, false, 'weak'],
  ['too little', weakFrom - 0.001, strongShare, false, 'none'],
  ['hardly a word of the element', strongFrom, weakShare - 0.001, false, 'none'],
  ['enough, in a document of other classes', strongFrom, strongShare, true, 'none'],
  ['much, in a document of other classes', weakElsewhere, strongShare, true, 'weak'],
  ['most, in a document of other classes', strongElsewhere, strongShare, true, 'strong'],
] as const)('%s: score %d, share %d', (_, score, share, isElsewhere, grade) => {
  expect(gradeOf(score, { share, hasHead: true }, isElsewhere)).toBe(grade);
});

test('no match is strong without the head noun', () => {
  expect(gradeOf(1, { share: 1, hasHead: false }, false)).toBe('weak');
});

test('the same share of an element of few common words counts less', () => {
  expect(scoreOf(0.9, 3)).toBeLessThan(scoreOf(0.5, 30));
  expect(scoreOf(0, 30)).toBe(0);
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
