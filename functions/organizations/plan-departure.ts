import type { UserRecord } from '#functions/store/accounts.ts';
import { listTeam } from '#functions/store/departures.ts';
import type { MemberRecord } from '#functions/store/members.ts';
import { ProductError } from '#shared/errors.ts';

/** What the departure of somebody means to their organisation. */
export type Departure =
  | { kind: 'alone' }
  | { kind: 'leaves'; user: MemberRecord; heir: MemberRecord | undefined }
  | { kind: 'last'; user: MemberRecord; invited: MemberRecord[] };

/** Invitations that one transaction can end, with two writes each. */
const mostInvited = 45;

/**
 * Who has not joined yet neither keeps an organisation alive nor can administer it.
 * Throws `OnlyAdmin` when others would be left without an admin.
 */
export async function planDeparture(user: UserRecord): Promise<Departure> {
  if (!user.org_id || !user.role) return { kind: 'alone' };
  const leaver: MemberRecord = { ...user, org_id: user.org_id, role: user.role };
  const team = await listTeam(user.org_id);
  const others = team.filter(({ auth_user_id }) => auth_user_id !== user.auth_user_id);
  const [joined, invited] = [true, false].map((is) =>
    others.filter(({ email_verified }) => email_verified === is),
  ) as [MemberRecord[], MemberRecord[]];
  if (joined.length === 0) {
    if (invited.length > mostInvited) {
      throw new ProductError(
        'OnlyAdmin',
        `Please withdraw pending invitations until at most ${mostInvited} are left.`,
      );
    }
    return { kind: 'last', user: leaver, invited };
  }
  if (user.role !== 'admin') return { kind: 'leaves', user: leaver, heir: undefined };
  const heir = joined.find(({ role }) => role === 'admin');
  if (!heir) throw new ProductError('OnlyAdmin');
  return { kind: 'leaves', user: leaver, heir };
}
