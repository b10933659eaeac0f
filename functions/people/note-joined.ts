import { auditEntry } from '#core/storage/audit.ts';
import { putJoined, type UserRecord } from './accounts.ts';

/**
 * Records that an invited person has signed in for the first time, in their record and in the audit trail. Does nothing for
 * others.
 */
export async function noteJoined(user: UserRecord, now: Date): Promise<void> {
  if (!user.org_id || user.email_verified) return;
  const object = { id: user.item_id, name: user.email };
  const event = { action: 'member.joined', object } as const;
  await putJoined(user.auth_user_id, auditEntry({ orgId: user.org_id, user }, event, now));
}
