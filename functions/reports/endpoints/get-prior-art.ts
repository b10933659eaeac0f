import { lambda } from '#core/request/lambda.ts';
import { passerby } from '#core/request/passerby.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { reports } from '#shared/contract/reports.ts';
import { readReport } from '../read-report.ts';

export const handler = lambda(
  reports,
  'get-prior-art',
  passerby,
  async ({ query, principal, now }) => {
    await requireAttempt('patents_address', principal.network, now);
    const { report } = await readReport('prior-art', query.ucid, now);
    const { ucid, title, assignees, priority_date = '', grant_date = '' } = report.subject;
    return {
      ucid,
      title,
      assignee: assignees.join('; '),
      priority_date,
      grant_date,
      prior_art_list: report.art.map((reference) => ({
        ucid: reference.ucid,
        title: reference.title,
        conceptScore: reference.conceptScore,
      })),
      report,
    };
  },
);
