import { expect, test } from 'vitest';
import { findingOf } from './finding.ts';
import type { Grade, ReportClaim } from './report.ts';

const element = (label: string) => ({
  label,
  role: 'limitation' as const,
  text: 'a lid',
  start: 0,
  end: 5,
  meansPlusFunction: false,
});
const claim: ReportClaim = {
  number: 1,
  dependsOn: [],
  independent: true,
  charted: true,
  transition: null,
  elements: ['1a', '1b', '1c', '1d'].map(element),
};

/** @param grades of the four limitations, by reference: `sw--` is strong, weak, none, none; `?` at the end: of unknown date */
const finding = (...grades: string[]) =>
  findingOf({
    claims: [claim],
    art: grades.map((own, at) => ({
      ucid: `D${at + 1}`,
      tier: own.endsWith('?') ? ('unknown' as const) : ('published-before' as const),
    })),
    chart: grades.flatMap((own, at) =>
      claim.elements.map(({ label }, row) => ({
        element: label,
        ucid: `D${at + 1}`,
        score: 0,
        passages: [],
        grade: ({ s: 'strong', w: 'weak' } as Record<string, Grade>)[own[row]!] ?? 'none',
      })),
    ),
    coverage: { covering: [], uncovered: [], partly: [] },
    effectiveDate: '2016-09-14',
    nameOf: (ucid) => ucid,
  });
const nearest = (...grades: string[]) => finding(...grades)[0];

test('a reference of unknown date is the nearest only where there is no other', () => {
  expect(nearest('s---', 'ssss?')).toMatch(/^D1 has/);
  expect(nearest('ssss?')).toMatch(/^D1 has strong text matches for all 4/);
});

test.each([
  [['s---'], 'the one reference was published before.'],
  [['s---', 's---'], 'both references were published before.'],
  [['s---', 's---?'], 'of 2 references, 1 published before, 1 of unknown date.'],
])('%s: %s', (grades, dates) => {
  expect(finding(...grades).at(-1)).toBe(`Against the effective date Sep 14, 2016: ${dates}`);
});

test.each([
  [
    ['sw--', 's---'],
    'D1 has strong text matches for 1 of the 4 limitations of claim 1; 1b only weakly or in part, 1c, 1d not at all.',
  ],
  // A single strong match is less than three weak ones, as the references are ordered.
  [['www-', 's---'], 'D1 matches 3 of the 4 limitations of claim 1 only weakly or in part.'],
  [
    ['w---'],
    'No reference has a strong text match for any of the 4 limitations of claim 1; D1 matches 1 weakly or in part.',
  ],
  [['----'], 'No reference has a strong text match for any of the 4 limitations of claim 1.'],
])('%s: %s', (grades, sentence) => {
  expect(nearest(...grades)).toBe(sentence);
});
