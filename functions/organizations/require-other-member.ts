import { findMember, type MemberPrincipal, type MemberRecord } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';

/** Another member of the caller's team. Throws `MemberNotFound`, or `OwnMembership` for the caller. */
export async function requireOtherMember(
  { orgId, authUserId }: MemberPrincipal,
  email: string,
): Promise<MemberRecord> {
  const found = await findMember(orgId, email);
  if (!found) throw new ProductError('MemberNotFound');
  if (found.auth_user_id === authUserId) throw new ProductError('OwnMembership');
  return found;
}
