import { auditEntry } from '#core/storage/audit.ts';
import type { TransactItems } from '#core/storage/writes.ts';
import { departed } from '#functions/datasets/index.ts';
import { removeKeysOf } from '#functions/indexes/index.ts';
import {
  closeAccount,
  closing,
  deleteLast,
  deleteLeaver,
  deleteWithoutOrganization,
  type MemberRecord,
  type UserRecord,
} from '#functions/people/index.ts';
import { formerMember } from '#shared/audit-actions.ts';
import { ProductError } from '#shared/errors.ts';
import { type Erasure, enqueueErasure } from './erasure-queue.ts';

/** Longer than any request of this person that has already begun, so that none writes after the erasure. */
const delaySeconds = 15;

/** Partition of the audit trail for organizations that have ended. */
const endedOrganizations = 'ERASED';

/** The effect of a departure on the organization: `last` ends it. The heir is an admin who stays. */
export type Departure =
  | { kind: 'alone' }
  | { kind: 'leaves'; user: MemberRecord; heir: MemberRecord | undefined }
  | { kind: 'last'; user: MemberRecord; invited: MemberRecord[] };

/**
 * Deletes a person's record and account, and hands the rest to `erase-person`. Throws `Busy` if the team has changed
 * since the departure was planned.
 */
export async function eraseAccount(
  record: UserRecord,
  departure: Departure,
  also: Pick<Erasure, 'passes' | 'repeated'>,
  now: Date,
): Promise<void> {
  // Sent first. The message does nothing until the record is gone, and then completes an interrupted
  // erasure.
  const { auth_user_id, item_id, email, org_id } = record;
  const invited = departure.kind === 'last' ? departure.invited.map((one) => one.auth_user_id) : [];
  const { passes, repeated } = also;
  await enqueueErasure(
    { auth_user_id, item_id, email, org_id, invited, passes, repeated },
    delaySeconds,
  );
  const notes = [auth_user_id, ...invited].map((id) => closing(id, now));
  if (!(await depart(departure, record, notes, now))) throw new ProductError('Busy');
  // From here on nobody can act as this person. The queue's job erases the rest.
  await closeAccount(auth_user_id);
  if (departure.kind === 'last') await removeKeysOf(departure.user.org_id);
}

/** False if the team has changed since the departure was planned. */
async function depart(
  departure: Departure,
  record: UserRecord,
  notes: TransactItems,
  now: Date,
): Promise<boolean> {
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
