import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { getOrganization, visitor } from '#functions/people/index.ts';
import { reportLists } from '#shared/contract/report-lists.ts';
import { readReport } from '../read-report.ts';
import { findShare } from '../report-shares.ts';
import { readMarks } from '../to-report-marks.ts';

export const handler = lambda(
  reportLists,
  'open-shared-report',
  visitor,
  async ({ body, principal, now, fail }) => {
    const share = await findShare(body.token);
    // Of an organization that was erased, nothing is shown.
    const organization = share && (await getOrganization(share.org_id));
    if (!organization) throw fail('ShareNotFound');
    if (share.revoked_at) throw fail('ShareRevoked');
    if (share.ends_at <= now.toISOString()) throw fail('ShareExpired');
    const { kind, ucid, org_id: orgId, audience, ends_at } = share;
    if (audience === 'organization' && principal.user?.org_id !== orgId) {
      throw fail('ShareNotYours');
    }
    // What an organization added is compared anew each time.
    if (principal.user) await requireAttempt('report_files', principal.user.item_id, now);
    else await requireAttempt('patents_address', principal.address, now);
    const { report } = await readReport(kind, ucid, now);
    const isMarked = share.marks && kind === 'invalidation';
    const marks = isMarked ? await readMarks({ orgId, report: ucid }, report) : undefined;
    return { report, marks, shared_by: organization.name, ends_at };
  },
);
