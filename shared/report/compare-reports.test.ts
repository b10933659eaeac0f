import { expect, it } from 'vitest';
import { exampleReport } from '#tests/support/example-report.ts';
import { compareReports } from './compare-reports.ts';
import type { Report } from './report.ts';

function changed(change: (report: Report) => void): string[] {
  const after = structuredClone(exampleReport);
  change(after);
  return compareReports(exampleReport, after);
}

it('finds no change in a report that was only made later', () => {
  expect(
    changed((report) => {
      report.record.made_at = '2027-01-01T00:00:00.000Z';
    }),
  ).toEqual([]);
});

it.each<[string, (report: Report) => void, RegExp]>([
  [
    'another index',
    (report) => {
      report.record.index.version = 'build_2';
    },
    /^Index, version: "build_1" before, "build_2" now$/,
  ],
  [
    'another rule',
    (report) => {
      report.record.settings.strongFrom = 0.6;
    },
    /^Rule, strongFrom: 0.5 before, 0.6 now$/,
  ],
  [
    'a rule that is new',
    (report) => {
      report.record.settings.fresh = 1;
    },
    /^Rule, fresh: absent before, 1 now$/,
  ],
  [
    'another text',
    (report) => {
      report.art[0]!.hash = '0'.repeat(64);
    },
    /^Text of US-99030011-B2 changed$/m,
  ],
  [
    'art that is gone',
    (report) => {
      report.art.pop();
    },
    /^US-99050011-B2 is not in the art any more$/m,
  ],
  [
    'another order',
    (report) => {
      report.art.reverse();
    },
    /^The art is in another order$/m,
  ],
  [
    'another grade',
    (report) => {
      report.chart[0]!.grade = 'weak';
    },
    /^Element 1a in US-99030011-B2: strong \(0.61\) before, weak \(0.61\) now$/m,
  ],
  [
    'another title of the patent',
    (report) => {
      report.subject.title = 'Dock';
    },
    /^Something else changed/,
  ],
])('says that there is %s', (_, change, words) => {
  expect(changed(change).join('\n')).toMatch(words);
});
