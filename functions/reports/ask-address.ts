import { isAllowed } from '#core/request/require-attempt.ts';
import { personHash } from '#core/storage/person-hash.ts';
import { enqueueMail, noteMailedFor } from '#functions/mail/index.ts';
import { getOrganization, mailTotalOf, type VisitorPrincipal } from '#functions/people/index.ts';
import type { Attempt } from '#shared/attempt-limits.ts';
import { getAddress, noteAsked, putAddress } from './confirmed-addresses.ts';

/**
 * Asks the owner of an address whether they want the report that somebody has sent to it: with one mail, however often and by
 * whomever. Tells nobody whether it was sent. Totals of the organization, or of the network and all visitors, bound such mails.
 */
export async function askAddress(
  email: string,
  principal: VisitorPrincipal,
  now: Date,
): Promise<void> {
  const known = await getAddress(email, now);
  if (known?.mailed || known?.confirmed_at) return;
  const total = await totalOf(principal, now);
  if (!(await isAllowed(total.kind, total.whose, now))) return;
  if (total.kind === 'outreach_address' && !(await isAllowed('outreach_all', 'all', now))) return;
  const token = await putAddress(email, now);
  if (!token) return;
  await noteMailedFor(email, total, now);
  await enqueueMail({
    template: 'report-confirm',
    // Not the token: the key is stored as it is.
    dedupeKey: `report-confirm/${personHash(token)}`,
    to: email,
    data: { token },
  });
  await noteAsked(token);
}

async function totalOf(
  { user, address }: VisitorPrincipal,
  now: Date,
): Promise<{ kind: Attempt; whose: string }> {
  const organization = user?.org_id ? await getOrganization(user.org_id) : undefined;
  return organization
    ? { kind: mailTotalOf(organization, now), whose: organization.item_id }
    : { kind: 'outreach_address', whose: address };
}
