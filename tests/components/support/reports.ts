import type { Reference, Report, ReportPassage } from '#shared/report/report.ts';
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

/** The server has this report. */
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
}
