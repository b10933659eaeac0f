import { expect, test } from 'vitest';
import { gradeOf, scoreOf } from '#functions/patents/index.ts';
import type { ReportClaim } from '#shared/report/report.ts';
import type { FoundReference } from './find-references.ts';
import { keepMatched } from './keep-matched.ts';
import { reportRules } from './report-rules.ts';

const { strongFrom, weakFrom, strongElsewhere, weakElsewhere, weakUnknown } = reportRules;
const { strongShare, weakShare, strongHead } = reportRules;

test.each([
  ['enough', strongFrom, strongShare, 'shared', 'strong'],
  ['a little less', strongFrom - 0.001, strongShare, 'shared', 'weak'],
  ['enough, of few words of the element', strongFrom, strongShare - 0.001, 'shared', 'weak'],
  ['little', weakFrom, weakShare, 'shared', 'weak'],
  ['too little', weakFrom - 0.001, strongShare, 'shared', 'none'],
  ['hardly a word of the element', strongFrom, weakShare - 0.001, 'shared', 'none'],
  ['enough, in a document of other classes', strongFrom, strongShare, 'other', 'none'],
  ['much, in a document of other classes', weakElsewhere, strongShare, 'other', 'weak'],
  ['most, in a document of other classes', strongElsewhere, strongShare, 'other', 'strong'],
  ['some, in a document of other classes', weakUnknown, strongShare, 'other', 'none'],
  ['some, in a document of unknown classes', weakUnknown, strongShare, 'unknown', 'weak'],
  ['much, in a document of unknown classes', weakElsewhere, strongShare, 'unknown', 'weak'],
] as const)('%s: score %d, share %d', (_, score, share, classes, grade) => {
  expect(gradeOf(score, { share, headShare: 1 }, classes)).toBe(grade);
});

test('no match is strong without enough of the phrase of the head noun', () => {
  const grades = [strongHead, strongHead - 0.001].map((headShare) =>
    gradeOf(1, { share: 1, headShare }, 'shared'),
  );
  expect(grades).toEqual(['strong', 'weak']);
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
