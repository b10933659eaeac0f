import { changeRole } from '#functions/organizations/change-role.ts';
import { user as signedIn } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { requireAdmin, requireSelf } from '#functions/runtime/principal.ts';
import { putJoined, updateUser } from '#functions/store/accounts.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { ProductError } from '#shared/errors.ts';

export const handler = lambda('update-user', signedIn, async ({ body, principal, now }) => {
  if ('role' in body) return changeRole(requireAdmin(principal), body, now);
  const { auth_user_id, ...changes } = body;
  requireSelf(principal, { authUserId: auth_user_id });
  if (changes.email_verified && !principal.emailVerified) throw new ProductError('Forbidden');
  const { user } = principal;
  if (changes.email_verified && user.org_id && !user.email_verified) {
    const object = { id: user.item_id, name: user.email };
    const entry = auditEntry(
      { orgId: user.org_id, user },
      { action: 'member.joined', object },
      now,
    );
    await putJoined(principal.authUserId, entry);
  }
  return updateUser(principal.authUserId, changes);
});
