import { type Fail, lambda } from '#core/request/lambda.ts';
import {
  findAccount,
  listTeam,
  type MemberRecord,
  noteJoined,
  requireFreshSignIn,
  requireSelf,
  type UserRecord,
  user,
} from '#functions/people/index.ts';
import { personalData } from '#shared/contract/personal-data.ts';
import { type Departure, eraseAccount } from '../erase-account.ts';

/** A quarter of an hour apart. Together they are longer than an upload whose policy was issued before. */
const passesOfOrganization = 6;

export const handler = lambda(
  personalData,
  'erase-user',
  user,
  async ({ body, principal, now, fail }) => {
    const { user: record } = principal;
    requireSelf(principal, { authUserId: body.auth_user_id, email: body.email });
    requireFreshSignIn(principal, now);
    const departure = await planDeparture(record, now, fail);
    const last = departure.kind === 'last';
    if (last && !body.erase_organization) throw fail('LastMember');
    await eraseAccount(record, departure, { passes: last ? passesOfOrganization : 1 }, now);
    return { organization_erased: last };
  },
);

/** Invitations that one transaction can end, with two writes each. */
const mostInvited = 45;

/**
 * Invited people who have not joined neither keep an organization alive nor administer it.
 * Throws `OnlyAdmin` if the others would have no admin.
 */
async function planDeparture(
  user: UserRecord,
  now: Date,
  fail: Fail<'erase-user'>,
): Promise<Departure> {
  if (!user.org_id || !user.role) return { kind: 'alone' };
  const leaver: MemberRecord = { ...user, org_id: user.org_id, role: user.role };
  const team = await listTeam(user.org_id);
  const others = team.filter(({ auth_user_id }) => auth_user_id !== user.auth_user_id);
  const [joined, invited] = [true, false].map((is) =>
    others.filter(({ email_verified }) => email_verified === is),
  ) as [MemberRecord[], MemberRecord[]];
  if (joined.length === 0) {
    if (invited.length > mostInvited) {
      throw fail(
        'OnlyAdmin',
        `Please withdraw pending invitations until at most ${mostInvited} are left.`,
      );
    }
    const arrived = await signedIn(invited);
    if (arrived.length === 0) return { kind: 'last', user: leaver, invited };
    for (const member of arrived) await noteJoined(member, now);
    return planDeparture(user, now, fail);
  }
  if (user.role !== 'admin') return { kind: 'leaves', user: leaver, heir: undefined };
  const heir = joined.find(({ role }) => role === 'admin');
  if (!heir) throw fail('OnlyAdmin');
  return { kind: 'leaves', user: leaver, heir };
}

/** Those of invited people who have signed in, though nothing in their records says so yet: the user pool knows. */
async function signedIn(invited: readonly MemberRecord[]): Promise<MemberRecord[]> {
  const accounts = await Promise.all(invited.map((one) => findAccount(one.auth_user_id)));
  return invited.filter((_, position) => accounts[position]?.invited === false);
}
