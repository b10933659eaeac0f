import { type AuditEvent, recordEvent } from '#core/storage/audit.ts';
import { providerStaff } from '#shared/audit-actions.ts';
import { ProductError } from '#shared/errors.ts';
import type { UserPrincipal } from './principal.ts';

/** Partition of the audit trail of the provider. It names who of its staff has acted. */
const provider = 'PROVIDER';

/**
 * Records what staff do with an organization, or read of it: in the trail of the organization, which names the provider, and
 * in that of the provider, which names the person. Throws `Forbidden` for the organization of the person: nobody decides on
 * their own account.
 */
export async function recordStaff(
  { user }: UserPrincipal,
  orgId: string,
  event: AuditEvent,
  now: Date,
): Promise<void> {
  if (user.org_id === orgId) throw new ProductError('Forbidden');
  await recordProvider({ user }, event, now);
  const { item_id } = user;
  await recordEvent({ orgId, user: { item_id, full_name: providerStaff } }, event, now);
}

/** Records what staff do that is about no organization. */
export async function recordProvider(
  { user: { item_id, full_name, email } }: Pick<UserPrincipal, 'user'>,
  event: AuditEvent,
  now: Date,
): Promise<void> {
  await recordEvent({ orgId: provider, user: { item_id, full_name, email } }, event, now);
}
