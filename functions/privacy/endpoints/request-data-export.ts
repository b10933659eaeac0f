import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { newId } from '#core/runtime/ids.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { requireSelf, user } from '#functions/people/index.ts';
import { personalData } from '#shared/contract/personal-data.ts';
import { putDataExport } from '../data-exports.ts';
import { enqueueExport } from '../export-queue.ts';

export const handler = lambda(
  personalData,
  'request-data-export',
  user,
  async ({ body, principal, now }) => {
    const { user: record, authUserId } = principal;
    requireSelf(principal, { authUserId: body.auth_user_id });
    const { item_id, org_id, email } = record;
    await requireAttempt('data_export', item_id, now);
    const exportId = newId('exp');
    const event = {
      action: 'account.export-requested',
      object: { id: item_id, name: email },
    } as const;
    const entries = org_id ? [auditEntry({ orgId: org_id, user: record }, event, now)] : [];
    // Also for an earlier request: its message may not have been sent. Two messages make one archive and one mail.
    const export_id = await putDataExport(item_id, exportId, entries, now);
    await enqueueExport({ export_id, auth_user_id: authUserId });
    return { status: 'preparing' as const, requested_at: now.toISOString() };
  },
);
