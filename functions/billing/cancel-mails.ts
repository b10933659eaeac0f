import { setting } from '#core/runtime/config.ts';
import { enqueueMail } from '#functions/mail/index.ts';
import type { MemberPrincipal } from '#functions/people/index.ts';
import type { CancelOption } from '#shared/cancel-reasons.ts';
import type { Subscription } from '#shared/subscription.ts';

/** Key of a cancellation. Cancelling again in the same period has the same key. */
const cancellationOf = (orgId: string, subscription: Subscription) =>
  `${subscription.id ?? `trial-${orgId}`}/${endOf(subscription) ?? 0}`;

const endOf = ({ id, trial_end, current_period_end }: Subscription) =>
  id === undefined ? trial_end : current_period_end;

/** Tells a customer that the subscription ends, once for each cancellation. */
export async function mailCancellation(
  { orgId, user }: MemberPrincipal,
  subscription: Subscription,
): Promise<void> {
  await enqueueMail({
    template: 'subscription-cancelled',
    to: user.email,
    dedupeKey: `subscription-cancelled/${cancellationOf(orgId, subscription)}`,
    data: { endsAt: endOf(subscription) },
  });
}

/** Tells staff why a customer leaves, once for each cancellation. */
export async function mailCancelFeedback(
  { orgId, user }: MemberPrincipal,
  organization: string,
  { option, reason }: { option: CancelOption; reason: string },
  subscription: Subscription,
): Promise<void> {
  await enqueueMail({
    template: 'cancel-feedback',
    to: setting('SALES_EMAIL'),
    dedupeKey: `cancel-feedback/${cancellationOf(orgId, subscription)}`,
    data: { orgId, organization, person: user.full_name, email: user.email, option, reason },
  });
}
