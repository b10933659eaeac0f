import { type Fail, lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { auditEntry } from '#core/storage/audit.ts';
import {
  type MemberPrincipal,
  noteJoined,
  putRole,
  requireAdmin,
  requireSelf,
  updateUser,
  userOfAnySession,
} from '#functions/people/index.ts';
import { type RoleChange, type TeamMember, users } from '#shared/contract/users.ts';
import { changeOrganizationName } from '../change-organization-name.ts';
import { noteRole } from '../note-role.ts';
import { requireOtherMember } from '../require-other-member.ts';
import { toTeamMember } from '../to-team-member.ts';

export const handler = lambda(
  users,
  'update-user',
  userOfAnySession,
  async ({ body, principal, now, fail }) => {
    await requireAttempt('account', principal.authUserId, now);
    if ('role' in body) return changeRole(requireAdmin(principal), body, now, fail);
    if ('org_name' in body) {
      await changeOrganizationName(requireAdmin(principal), body, now);
      return principal.user;
    }
    const { auth_user_id, ...changes } = body;
    requireSelf(principal, { authUserId: auth_user_id });
    if (changes.email_verified && !principal.emailVerified) throw fail('Forbidden');
    const { user } = principal;
    if (changes.email_verified) await noteJoined(user, now);
    // Also repeats what failed before.
    await noteRole(user);
    const updated = await updateUser(principal.authUserId, changes);
    if (!updated) throw fail('UserNotFound');
    return updated;
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
  const change = await putRole(admin, member, role, auditEntry(admin, event, now));
  if (change === 'not-admin') throw fail('Forbidden');
  if (change === 'refused') throw fail('MemberNotFound');
  await noteRole({ ...member, role });
  return toTeamMember({ ...member, role });
}
