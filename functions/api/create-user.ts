import { setTimeout as sleep } from 'node:timers/promises';
import { inviteMember } from '#functions/organizations/invite-member.ts';
import { account, userOf } from '#functions/runtime/callers.ts';
import { newId } from '#functions/runtime/ids.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { requireAdmin, requireSelf, type TokenPrincipal } from '#functions/runtime/principal.ts';
import { putNewUser, type UserRecord } from '#functions/store/accounts.ts';
import { isClosing } from '#functions/store/closing-accounts.ts';
import { findAccount } from '#functions/store/user-pool.ts';
import { ProductError } from '#shared/errors.ts';

/** Longer than the user pool takes to make an account and mail it, so that the time does not tell whether it did. */
const inviteFloorMs = 1000;

export const handler = lambda('create-user', account, async ({ body, principal, now }) => {
  if (body.type === 'sign_up') return signUp(principal, body, now);
  const admin = requireAdmin(await userOf(principal));
  const [member] = await Promise.all([inviteMember(admin, body, now), sleep(inviteFloorMs)]);
  return member;
});

interface SignUp {
  full_name: string;
  email: string;
  auth_user_id: string;
  type: 'sign_up';
}

async function signUp(principal: TokenPrincipal, body: SignUp, now: Date): Promise<UserRecord> {
  requireSelf(principal, { authUserId: body.auth_user_id, email: body.email });
  // A token outlives its account: who was removed from a team must not come back with it.
  const [account, closing] = await Promise.all([
    findAccount(principal.authUserId),
    isClosing(principal.authUserId),
  ]);
  if (!account?.enabled || closing) throw new ProductError('Unauthenticated');
  const user: UserRecord = {
    item_id: newId('usr'),
    auth_user_id: principal.authUserId,
    email: principal.email,
    full_name: body.full_name,
    email_verified: principal.emailVerified,
    type: body.type,
    created_at: now.toISOString(),
  };
  await putNewUser(user);
  return user;
}
