import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { member } from '#functions/people/index.ts';
import { reportMarks } from '#shared/contract/report-marks.ts';
import { exportFile } from '../export-file.ts';
import { readReport } from '../read-report.ts';
import { requireOpenReport } from '../require-open-report.ts';
import { readMarks } from '../to-report-marks.ts';

export const handler = lambda(
  reportMarks,
  'export-report',
  member,
  async ({ body: { kind, ucid, format, marks: areShown }, principal, now }) => {
    const { orgId, user } = principal;
    await requireAttempt('report_files', user.item_id, now);
    const { report, files } = await readReport(kind, ucid, now);
    const of = { orgId, report: report.subject.ucid };
    const isMarked = areShown && kind === 'invalidation';
    if (isMarked) await requireOpenReport(principal, { kind, ucid: report.subject.ucid });
    const marks = isMarked ? await readMarks(of, report) : undefined;
    return exportFile(orgId, format, { report, marks, files }, now);
  },
);
