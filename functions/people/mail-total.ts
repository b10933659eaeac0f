import { subscriptionOf } from '#shared/subscription.ts';
import type { OrganizationRecord } from './accounts.ts';

const weekMs = 7 * 86_400_000;

/**
 * The limit of an organization's mails to people who did not ask. It grows with age and payment, because strangers make new
 * organizations for spam.
 */
export function mailTotalOf(organization: OrganizationRecord, now: Date) {
  const { id, status, _isExpired } = subscriptionOf(organization, now.getTime());
  if (id !== undefined && status !== 'trialing' && !_isExpired) return 'invite_paid';
  const ageMs = now.getTime() - Date.parse(organization.created_at);
  return ageMs < weekMs ? 'invite_new' : 'invite_trial';
}
