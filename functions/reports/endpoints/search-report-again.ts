import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { member } from '#functions/people/index.ts';
import { reportMarks } from '#shared/contract/report-marks.ts';
import { readReport } from '../read-report.ts';
import { listMarks, putSearchAgain } from '../report-marks.ts';
import { requireOpenReport } from '../require-open-report.ts';
import { searchAgain } from '../search-again.ts';

export const handler = lambda(
  reportMarks,
  'search-report-again',
  member,
  async ({ body: { like, unlike, ...body }, principal, now, fail }) => {
    const { orgId, user } = principal;
    const { report } = await readReport('invalidation', body.report, now);
    await requireOpenReport(principal, { ...report.subject, kind: 'invalidation' });
    const of = { orgId, report: report.subject.ucid };
    const { added } = await listMarks(of);
    const known = [...report.art, ...added].map(({ ucid }) => ucid);
    if (![...like, ...unlike].every((ucid) => known.includes(ucid))) {
      throw fail('InvalidRequest', 'The report has no such reference.');
    }
    if (like.some((ucid) => unlike.includes(ucid)) || like.length + unlike.length === 0) {
      throw fail('InvalidRequest', 'Mark at least one reference, each in one way.');
    }
    await requireAttempt('report_person', user.item_id, now);
    const families = report.art.flatMap(({ family }) => family);
    const found = await searchAgain(report, { like, unlike }, [...known, ...families]);
    const record = { like, unlike, ...found, by_id: user.item_id, at: now.toISOString() };
    await putSearchAgain(of, record);
    const { by_id: _, ...searched } = record;
    return { ...searched, by: user.full_name };
  },
);
