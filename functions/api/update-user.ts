import { changeOrganizationName } from '#functions/domain/change-organization-name.ts';
import { noteRole } from '#functions/domain/note-role.ts';
import { requireOtherMember } from '#functions/domain/require-other-member.ts';
import { toTeamMember } from '#functions/domain/to-team-member.ts';
import { userOfAnySession } from '#functions/request/callers.ts';
import { type Fail, lambda } from '#functions/request/lambda.ts';
import { type MemberPrincipal, requireAdmin, requireSelf } from '#functions/request/principal.ts';
import { putJoined, updateUser } from '#functions/store/accounts.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { putRole } from '#functions/store/members.ts';
import { type RoleChange, type TeamMember, users } from '#shared/contract/users.ts';

export const handler = lambda(
  users,
  'update-user',
  userOfAnySession,
  async ({ body, principal, now, fail }) => {
    if ('role' in body) return changeRole(requireAdmin(principal), body, now, fail);
    if ('org_name' in body) {
      await changeOrganizationName(requireAdmin(principal), body, now);
      return principal.user;
    }
    const { auth_user_id, ...changes } = body;
    requireSelf(principal, { authUserId: auth_user_id });
    if (changes.email_verified && !principal.emailVerified) throw fail('Forbidden');
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
    // Also repeats what failed before.
    await noteRole(user);
    return updateUser(principal.authUserId, changes);
  },
);

/** Gives another member, or an invited person, another role. */
async function changeRole(
  admin: MemberPrincipal,
  { email, user_id, role, auth_user_id }: RoleChange,
  now: Date,
  fail: Fail<'update-user'>,
): Promise<TeamMember> {
  requireSelf(admin, { authUserId: auth_user_id });
  const member = await requireOtherMember(admin, email);
  if (member.item_id !== user_id) throw fail('MemberNotFound');
  const event = {
    action: 'member.role-changed',
    object: { id: member.item_id, name: member.email },
    details: { from: member.role, to: role },
  } as const;
  await putRole(admin, member, role, auditEntry(admin, event, now));
  await noteRole({ ...member, role });
  return toTeamMember({ ...member, role });
}
