import { changeRole } from '#functions/organizations/change-role.ts';
import { user } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { requireAdmin, requireSelf } from '#functions/runtime/principal.ts';
import { updateUser } from '#functions/store/accounts.ts';
import { ProductError } from '#shared/errors.ts';

export const handler = lambda('update-user', user, async ({ body, principal }) => {
  if ('role' in body) return changeRole(requireAdmin(principal), body);
  const { auth_user_id, ...changes } = body;
  requireSelf(principal, { authUserId: auth_user_id });
  if (changes.email_verified && !principal.emailVerified) throw new ProductError('Forbidden');
  return updateUser(principal.authUserId, changes);
});
