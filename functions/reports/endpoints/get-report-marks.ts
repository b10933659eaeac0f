import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { member } from '#functions/people/index.ts';
import { projectHolding, reportRef, seesProject } from '#functions/projects/index.ts';
import { reportMarks } from '#shared/contract/report-marks.ts';
import { readReport } from '../read-report.ts';
import { readMarks } from '../to-report-marks.ts';

export const handler = lambda(
  reportMarks,
  'get-report-marks',
  member,
  async ({ query, principal, now }) => {
    const { orgId, user } = principal;
    await requireAttempt('report_marks', user.item_id, now);
    const { report } = await readReport('invalidation', query.ucid, now);
    const { ucid } = report.subject;
    const project = await projectHolding(orgId, {
      kind: 'report',
      ref: reportRef({ kind: 'invalidation', ucid }),
    });
    // Others read the report as everybody does: without what a confidential project added.
    if (project && !seesProject(principal, project)) return { marks: [], added: [] };
    return readMarks({ orgId, report: ucid }, report);
  },
);
