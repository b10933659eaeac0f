import { requestReport } from '#functions/domain/request-report.ts';
import { lambda } from '#functions/request/lambda.ts';
import { visitor } from '#functions/request/visitor.ts';
import { reports } from '#shared/contract/reports.ts';

export const handler = lambda(reports, 'request-prior-art', visitor, ({ body, principal, now }) =>
  requestReport('prior-art', body, principal, now),
);
