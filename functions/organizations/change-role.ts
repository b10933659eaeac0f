import { type MemberPrincipal, requireSelf } from '#functions/runtime/principal.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { putRole } from '#functions/store/members.ts';
import type { RoleChange, TeamMember } from '#shared/contract/users.ts';
import { ProductError } from '#shared/errors.ts';
import { requireOtherMember } from './require-other-member.ts';
import { toTeamMember } from './to-team-member.ts';

/** Gives another member, or an invited person, another role. */
export async function changeRole(
  admin: MemberPrincipal,
  { email, user_id, role, auth_user_id }: RoleChange,
  now: Date,
): Promise<TeamMember> {
  requireSelf(admin, { authUserId: auth_user_id });
  const member = await requireOtherMember(admin, email);
  if (member.item_id !== user_id) throw new ProductError('MemberNotFound');
  const deed = {
    action: 'member.role-changed',
    object: { id: member.item_id, name: member.email },
    details: { from: member.role, to: role },
  } as const;
  await putRole(admin, member, role, auditEntry(admin, deed, now));
  return toTeamMember({ ...member, role });
}
