import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { reportLists } from '#shared/contract/report-lists.ts';
import { exportFile } from '../export-file.ts';
import { openShare } from '../open-share.ts';

export const handler = lambda(
  reportLists,
  'export-shared-report',
  visitor,
  async ({ body: { token, version, format }, principal, now }) => {
    const opened = await openShare(token, version, principal, 'report_files_address', now);
    const { share, report, marks, files } = opened;
    return exportFile(share.org_id, format, { report, marks, files }, now);
  },
);
