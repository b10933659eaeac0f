import { lambda } from '#core/request/lambda.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { member } from '#functions/people/index.ts';
import { reportLists } from '#shared/contract/report-lists.ts';
import { unlistReport } from '../report-list.ts';
import { findReportUcid } from '../report-patent.ts';
import { hasEnded, listShares, revokeShare } from '../report-shares.ts';
import { requireOpenReport } from '../require-open-report.ts';

export const handler = lambda(
  reportLists,
  'remove-listed-report',
  member,
  async ({ query: { kind, ucid: text }, principal, now, fail }) => {
    const ucid = await findReportUcid(text);
    if (!ucid) throw fail('NotFound');
    await requireOpenReport(principal, { kind, ucid });
    const { orgId } = principal;
    // Links go first: cut short, the report is still in the list, and can be taken out again.
    for (const share of await listShares(orgId, { kind, ucid })) {
      if (!hasEnded(share, now)) await revokeShare(principal, share.share_hash, now);
    }
    const object = { id: ucid, name: `${kind} report on ${ucid}` };
    const entry = auditEntry(principal, { action: 'report.removed', object }, now);
    if (!(await unlistReport(orgId, { kind, ucid }, entry))) throw fail('NotFound');
    return {};
  },
);
