import type { AddedReference, Mark } from '#shared/report/marks.ts';
import type { ChartCell, Reference, Report, ReportPassage } from '#shared/report/report.ts';
import { answer, sampleOf } from './server.ts';

const hash = '0'.repeat(64);

const passage = (number: number, quote: string): ReportPassage => ({
  part: 'paragraph',
  number,
  start: 10,
  end: 10 + quote.length,
  quote,
  hash,
  where: `[000${number}]`,
});

const reference = (fields: Pick<Reference, 'ucid' | 'title'> & Partial<Reference>): Reference => ({
  assignees: ['Ladder Works'],
  publication_date: '2010-03-02',
  tier: 'published-before',
  provision: '35 U.S.C. 102(a)(1)',
  tier_reason: 'Published on 2010-03-02, more than a year before 2015-03-02',
  family: [],
  conceptScore: 0.8123,
  passages: [passage(4, 'A pawl drops into a notch.')],
  hash,
  ...fields,
});

export const pawl = reference({ ucid: 'US-99990011-B2', title: 'Ladder with a pawl' });
export const spring = reference({
  ucid: 'US-99990012-B2',
  title: 'Spring of a ladder',
  tier: 'unknown',
  provision: '',
  tier_reason: 'Its publication date is missing',
  publication_date: undefined,
});

export const subject = 'US-99990001-B2';

/** A prior-art report of two documents, one of them without a date. */
export const priorArtReport: Report = {
  ...sampleOf('get-prior-art').report,
  kind: 'prior-art',
  subject: {
    ...sampleOf('get-prior-art').report.subject,
    ucid: subject,
    title: 'Hinge for a folding ladder',
    assignees: ['Ladder Works'],
    priority_date: '2015-03-02',
    grant_date: undefined,
    effective_date: '2015-03-02',
    effective_date_basis: 'Earliest priority claimed: US-62/1 of 2015-03-02 (provisional)',
  },
  record: {
    ...sampleOf('get-prior-art').report.record,
    made_at: '2026-01-01T10:00:00.000Z',
    corpora: [
      {
        name: 'Patents',
        version: '1',
        rows: 164,
        first_date: '1972-11-28',
        last_date: '2024-01-30',
      },
    ],
  },
  claims: [],
  art: [pawl, spring],
  chart: [],
  coverage: { uncovered: [], partly: [], covering: [] },
};

const element = (label: string, text: string, role: 'preamble' | 'limitation' = 'limitation') => ({
  label,
  role,
  text,
  start: 0,
  end: text.length,
  meansPlusFunction: text.startsWith('means'),
});

const cell = (
  label: string,
  { ucid }: Pick<Reference, 'ucid'>,
  grade: ChartCell['grade'],
  passages: ReportPassage[] = [],
): ChartCell => ({ element: label, ucid, grade, score: 0.5, passages });

const notch = passage(5, 'The notch holds the pawl.');

/** An invalidation report of one claim with three elements: the pawl alone discloses two of them. */
export const invalidationReport: Report = {
  ...priorArtReport,
  kind: 'invalidation',
  claims: [
    {
      number: 1,
      dependsOn: [],
      independent: true,
      charted: true,
      transition: null,
      elements: [
        element('1a', 'A hinge', 'preamble'),
        element('1b', 'a pawl in a notch'),
        element('1c', 'means for lifting the pawl'),
      ],
    },
  ],
  art: [pawl, { ...spring, tier: 'published-before' }],
  chart: [
    cell('1a', pawl, 'strong', [passage(3, 'A ladder has a hinge.')]),
    cell('1a', spring, 'weak', [passage(3, 'The spring turns.')]),
    cell('1b', pawl, 'strong', [passage(4, 'A pawl drops into a notch.'), notch]),
    cell('1b', spring, 'none'),
    cell('1c', pawl, 'none'),
    cell('1c', spring, 'weak', [passage(6, 'The spring is lifted.')]),
  ],
  coverage: { uncovered: [], partly: ['1c'], covering: [] },
};

/** What somebody of the organization said of a cell. */
export const mark = (fields: Pick<Mark, 'element' | 'ucid'> & Partial<Mark>): Mark => ({
  revision: 1,
  by: 'Grace Hopper',
  at: '2026-01-02T10:00:00.000Z',
  ...fields,
});

/** A reference that somebody of the organization added. */
export const lever: AddedReference = {
  reference: { ...reference({ ucid: 'EP-9990013-A1', title: 'Lever of a ladder' }) },
  chart: [
    cell('1a', { ucid: 'EP-9990013-A1' }, 'strong'),
    cell('1b', { ucid: 'EP-9990013-A1' }, 'none'),
    cell('1c', { ucid: 'EP-9990013-A1' }, 'strong'),
  ],
  by: 'Grace Hopper',
  at: '2026-01-02T10:00:00.000Z',
};

/** The server has these reports, to which nobody has added anything. */
export function answerReports(): void {
  answer('get-prior-art', {
    output: {
      ucid: subject,
      title: priorArtReport.subject.title,
      assignee: 'Ladder Works',
      priority_date: '2015-03-02',
      grant_date: '',
      prior_art_list: [],
      report: priorArtReport,
    },
  });
  answer('get-invalidation-report', { output: { ucid: subject, report: invalidationReport } });
  answer('get-report-marks', { output: { marks: [], added: [] } });
}
