import { logger } from '#core/runtime/log.ts';
import { recordEvent } from '#core/storage/audit.ts';
import { providerStaff } from '#shared/audit-actions.ts';
import { getUser } from '../accounts.ts';
import { endAllSessions, forgetSecondFactor } from '../sessions.ts';
import { tellOwner } from '../tell-owner.ts';
import { findAccount, removeSecondFactor, revokeSessions } from '../user-pool.ts';

/**
 * For somebody who has lost their authenticator app: the password alone signs in again, and all sessions end.
 * Where the organization requires a second factor, a new app is set up at the next sign-in.
 * Only an operator starts it, after making sure who asks. May be repeated.
 */
export async function handler({ email }: { email: string }) {
  const account = await findAccount(email.trim().toLowerCase());
  const user = account && (await getUser(account.authUserId));
  if (!user) throw new Error('Nobody has signed up with this address yet');
  const now = new Date();
  if (user.org_id) {
    const actor = { orgId: user.org_id, user: { item_id: 'staff', full_name: providerStaff } };
    const object = { id: user.item_id, name: user.email };
    await recordEvent(actor, { action: 'member.second-factor-reset', object }, now);
  }
  await forgetSecondFactor(user.auth_user_id);
  await removeSecondFactor(user.auth_user_id);
  await revokeSessions(user.auth_user_id);
  await endAllSessions(user.auth_user_id, now);
  await tellOwner(user.email, 'second-factor-removed');
  logger.info('second factor reset', { user: user.item_id });
  return { user_id: user.item_id };
}
