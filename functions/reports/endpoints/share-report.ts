import { lambda } from '#core/request/lambda.ts';
import { publicOrigin } from '#core/runtime/config.ts';
import { member } from '#functions/people/index.ts';
import { reportLists } from '#shared/contract/report-lists.ts';
import { findReportUcid } from '../report-patent.ts';
import { putShare } from '../report-shares.ts';
import { getLatestReport } from '../reports.ts';
import { requireOpenReport } from '../require-open-report.ts';
import { toReportShare } from '../to-report-share.ts';

export const handler = lambda(
  reportLists,
  'share-report',
  member,
  async ({ body: { kind, ucid: text, ...wanted }, principal, now, fail }) => {
    const ucid = await findReportUcid(text);
    const latest = ucid && (await getLatestReport({ kind, ucid }, now));
    if (!latest) throw fail('ReportNotFound');
    await requireOpenReport(principal, { kind, ucid });
    const made = await putShare(principal, latest, wanted, now);
    if (!made) throw fail('ShareLimitReached');
    const { token, share } = made;
    return {
      // What follows # stays in the browser: no server logs it.
      url: `${publicOrigin()}/shared-report#${token}`,
      share: toReportShare(share, () => principal.user.full_name),
    };
  },
);
