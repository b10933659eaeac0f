import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { reportLists } from '#shared/contract/report-lists.ts';
import { findReportUcid } from '../report-patent.ts';
import { listShares } from '../report-shares.ts';
import { requireOpenReport } from '../require-open-report.ts';
import { namesOf } from '../to-report-marks.ts';
import { toReportShare } from '../to-report-share.ts';

export const handler = lambda(
  reportLists,
  'list-report-shares',
  member,
  async ({ query: { kind, ucid: text }, principal }) => {
    const { orgId } = principal;
    const ucid = await findReportUcid(text);
    if (!ucid) return { items: [] };
    await requireOpenReport(principal, { kind, ucid });
    const [shares, nameOf] = await Promise.all([listShares(orgId, { kind, ucid }), namesOf(orgId)]);
    return { items: shares.map((share) => toReportShare(share, nameOf)) };
  },
);
