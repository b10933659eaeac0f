import type { ReportMarks } from '#shared/report/marks.ts';
import { exampleReport } from './example-report.ts';

const [funnel] = exampleReport.art;
const [cell] = exampleReport.chart;

/** What people say of `exampleReport`: another grade, a note, and a reference of their own. */
export const exampleMarks: ReportMarks = {
  marks: [
    {
      element: '1c',
      ucid: funnel!.ucid,
      grade: 'disclosed',
      note: 'See the drawing, too.',
      revision: 1,
      by: 'Ada Lovelace',
      at: '2026-11-23T09:00:00.000Z',
    },
  ],
  added: [
    {
      reference: {
        ucid: 'US-99080001-B2',
        title: 'Cradle for a drone',
        assignees: ['=HYPERLINK("http://example.com")'],
        tier: 'published-before',
        provision: '35 U.S.C. 102(a)(1)',
        tier_reason: 'Published on 2010-01-05, more than a year before the effective filing date',
        publication_date: '2010-01-05',
        family: [],
        hash: funnel!.hash,
      },
      chart: [{ ...cell!, ucid: 'US-99080001-B2' }],
      by: 'Grace Hopper',
      at: '2026-11-24T09:00:00.000Z',
    },
  ],
};
