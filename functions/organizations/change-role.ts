import { type MemberPrincipal, requireSelf } from '#functions/runtime/principal.ts';
import { putRole } from '#functions/store/members.ts';
import type { RoleChange, TeamMember } from '#shared/contract/users.ts';
import { ProductError } from '#shared/errors.ts';
import { requireOtherMember } from './require-other-member.ts';
import { toTeamMember } from './to-team-member.ts';

/** Gives another member, or an invited person, another role. */
export async function changeRole(
  admin: MemberPrincipal,
  { email, user_id, role, auth_user_id }: RoleChange,
): Promise<TeamMember> {
  requireSelf(admin, { authUserId: auth_user_id });
  const member = await requireOtherMember(admin, email);
  if (member.item_id !== user_id) throw new ProductError('MemberNotFound');
  await putRole(admin, member, role);
  return toTeamMember({ ...member, role });
}
