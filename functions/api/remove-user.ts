import { closeAccount } from '#functions/domain/close-account.ts';
import { requireOtherMember } from '#functions/domain/require-other-member.ts';
import { toTeamMember } from '#functions/domain/to-team-member.ts';
import { admin } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { requireOwnOrganization, requireSelf } from '#functions/request/principal.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { closing } from '#functions/store/closing-accounts.ts';
import { departed } from '#functions/store/departed-uploaders.ts';
import { deleteMember } from '#functions/store/members.ts';
import { users } from '#shared/contract/users.ts';

export const handler = lambda(users, 'remove-user', admin, async ({ body, principal, now }) => {
  requireOwnOrganization(principal, body.org_id);
  requireSelf(principal, { authUserId: body.auth_user_id });
  const member = await requireOtherMember(principal, body.username);
  // The record is deleted first: it decides what a token may do, and an account without it may do nothing.
  const object = { id: member.item_id, name: member.email };
  const entry = auditEntry(principal, { action: 'member.removed', object }, now);
  await deleteMember(principal, member, [
    entry,
    closing(member.auth_user_id, now),
    departed(principal.orgId, member.item_id, now),
  ]);
  await closeAccount(member.auth_user_id);
  return toTeamMember(member);
});
