import { closeAccount } from '#functions/domain/close-account.ts';
import { user } from '#functions/request/callers.ts';
import { type Fail, lambda } from '#functions/request/lambda.ts';
import { requireFreshSignIn, requireSelf } from '#functions/request/principal.ts';
import type { UserRecord } from '#functions/store/accounts.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { closing } from '#functions/store/closing-accounts.ts';
import { departed } from '#functions/store/departed-uploaders.ts';
import {
  deleteLast,
  deleteLeaver,
  deleteWithoutOrganization,
  listTeam,
} from '#functions/store/departures.ts';
import { enqueueErasure } from '#functions/store/erasure-queue.ts';
import { removeKeysOf } from '#functions/store/index-keys.ts';
import type { MemberRecord } from '#functions/store/members.ts';
import type { TransactItems } from '#functions/store/writes.ts';
import { formerMember } from '#shared/audit-actions.ts';
import { personalData } from '#shared/contract/personal-data.ts';

/** Longer than any request of this person that has already begun, so that none writes after the erasure. */
const delaySeconds = 15;
/** A quarter of an hour apart. Together they are longer than an upload whose policy was issued before. */
const passesOfOrganization = 6;

/** Partition of the audit trail for organisations that have ended. */
const endedOrganizations = 'ERASED';

export const handler = lambda(
  personalData,
  'erase-user',
  user,
  async ({ body, principal, now, fail }) => {
    const { user: record } = principal;
    requireSelf(principal, { authUserId: body.auth_user_id, email: body.email });
    requireFreshSignIn(principal, now);
    const departure = await planDeparture(record, fail);
    const last = departure.kind === 'last';
    if (last && !body.erase_organization) throw fail('LastMember');
    // Sent first. The message does nothing until the record is gone, and then completes an interrupted
    // erasure.
    const { auth_user_id, item_id, email, org_id } = record;
    const erasure = {
      auth_user_id,
      item_id,
      email,
      org_id,
      invited: last ? departure.invited.map((one) => one.auth_user_id) : [],
      passes: last ? passesOfOrganization : 1,
    };
    await enqueueErasure(erasure, delaySeconds);
    const accounts = [auth_user_id, ...erasure.invited];
    const notes = accounts.map((id) => closing(id, now));
    await depart(departure, record, notes, now);
    // From here on nobody can act as this person. The queue's job erases the rest.
    await closeAccount(auth_user_id);
    if (last) await removeKeysOf(departure.user.org_id);
    return { organization_erased: last };
  },
);

async function depart(
  departure: Departure,
  record: UserRecord,
  notes: TransactItems,
  now: Date,
): Promise<void> {
  // By then the name is gone already.
  const nobody = { item_id: record.item_id, full_name: formerMember };
  switch (departure.kind) {
    case 'alone':
      return deleteWithoutOrganization(record, notes);
    case 'leaves': {
      const actor = { orgId: departure.user.org_id, user: nobody };
      const object = { id: record.item_id, name: formerMember };
      const entry = auditEntry(actor, { action: 'account.erased', object }, now);
      const left = departed(departure.user.org_id, record.item_id, now);
      return deleteLeaver(departure.user, departure.heir, [...notes, entry, left]);
    }
    case 'last': {
      const { org_id } = departure.user;
      const actor = { orgId: endedOrganizations, user: nobody };
      const object = { id: org_id, name: org_id };
      const entry = auditEntry(actor, { action: 'organization.erased', object }, now);
      return deleteLast(departure.user, departure.invited, [...notes, entry]);
    }
  }
}

/** The effect of a departure on the organisation. */
type Departure =
  | { kind: 'alone' }
  | { kind: 'leaves'; user: MemberRecord; heir: MemberRecord | undefined }
  | { kind: 'last'; user: MemberRecord; invited: MemberRecord[] };

/** Invitations that one transaction can end, with two writes each. */
const mostInvited = 45;

/**
 * Invited people who have not joined neither keep an organisation alive nor administer it.
 * Throws `OnlyAdmin` if the others would have no admin.
 */
async function planDeparture(user: UserRecord, fail: Fail<'erase-user'>): Promise<Departure> {
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
    return { kind: 'last', user: leaver, invited };
  }
  if (user.role !== 'admin') return { kind: 'leaves', user: leaver, heir: undefined };
  const heir = joined.find(({ role }) => role === 'admin');
  if (!heir) throw fail('OnlyAdmin');
  return { kind: 'leaves', user: leaver, heir };
}
