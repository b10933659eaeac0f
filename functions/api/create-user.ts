import { account } from '#functions/runtime/callers.ts';
import { newId } from '#functions/runtime/ids.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { requireSelf } from '#functions/runtime/principal.ts';
import { putNewUser, type UserRecord } from '#functions/store/accounts.ts';

export const handler = lambda('create-user', account, async ({ body, principal, now }) => {
  requireSelf(principal, { authUserId: body.auth_user_id, email: body.email });
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
});
