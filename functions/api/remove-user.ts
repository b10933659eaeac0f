import { requireOtherMember } from '#functions/organizations/require-other-member.ts';
import { toTeamMember } from '#functions/organizations/to-team-member.ts';
import { admin } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { requireOwnOrganization, requireSelf } from '#functions/runtime/principal.ts';
import { deleteMember } from '#functions/store/members.ts';
import { deleteAccount } from '#functions/store/user-pool.ts';

export const handler = lambda('remove-user', admin, async ({ body, principal }) => {
  requireOwnOrganization(principal, body.org_id);
  requireSelf(principal, { authUserId: body.auth_user_id });
  const member = await requireOtherMember(principal, body.username);
  // The record first: it decides what a token may do, and the account without it may do nothing.
  await deleteMember(principal, member);
  await deleteAccount(member.auth_user_id);
  return toTeamMember(member);
});
