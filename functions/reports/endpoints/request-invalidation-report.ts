import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { reports } from '#shared/contract/reports.ts';
import { requestReport } from '../request-report.ts';

export const handler = lambda(
  reports,
  'request-invalidation-report',
  visitor,
  ({ body, principal, now }) => requestReport('invalidation', body, principal, now),
);
