import { setting } from '#core/runtime/config.ts';
import { enqueueMail } from '#functions/mail/index.ts';
import { getOrganization, mailAdmins } from '#functions/people/index.ts';
import { judgeSubscription } from '#shared/subscription.ts';
import { removeActivating } from './billing.ts';
import type { ProviderEvent } from './stripe-events.ts';
import { fetchInvoice } from './stripe-invoices.ts';
import { hasBegun } from './stripe-subscriptions.ts';
import type { Synced } from './sync-billing.ts';

/** Sends the mails for an event. Their contents are fetched from the provider, not taken from the event. */
export async function mailAbout(event: ProviderEvent, orgId: string): Promise<void> {
  const { type, objectId } = event;
  if (type === 'charge.dispute.created') {
    const organization = await getOrganization(orgId);
    await enqueueMail({
      template: 'payment-disputed',
      to: setting('SALES_EMAIL'),
      dedupeKey: `payment-disputed/${objectId}`,
      data: { orgId, organization: organization?.name ?? orgId, disputeId: objectId },
    });
  } else if (type === 'customer.subscription.deleted') {
    await mailEnded(orgId, objectId);
  } else if (type.startsWith('invoice.')) {
    await mailAboutInvoice(orgId, objectId);
  }
}

/** Tells that a subscription has ended. One whose first payment was refused has never begun. */
export async function mailEnded(orgId: string, subscriptionId: string): Promise<void> {
  if (!(await hasBegun(subscriptionId))) return;
  await mailAdmins(orgId, `subscription-ended/${subscriptionId}`, {
    template: 'subscription-ended',
    data: {},
  });
}

/**
 * Tells who has activated an ended subscription that it is active again: after the purchase, after an event, or at night if
 * the purchase was cut short.
 */
export async function mailActivated(
  orgId: string,
  { record, state }: Required<Synced>,
  now: Date,
): Promise<void> {
  const { activating } = record;
  const { subscription } = state;
  if (!activating || !subscription) return;
  if (judgeSubscription(subscription, now.getTime())._isExpired) return;
  await enqueueMail({
    template: 'subscription-reactivated',
    to: activating,
    dedupeKey: `subscription-reactivated/${subscription.id}/${subscription.current_period_start}`,
    data: {},
  });
  await removeActivating(orgId, activating);
}

/** Receipt of a paid invoice, or instructions for one that could not be charged. */
export async function mailAboutInvoice(orgId: string, invoiceId: string): Promise<void> {
  const invoice = await fetchInvoice(invoiceId);
  if (!invoice || invoice.total <= 0) return;
  const { status, total, attempts, needsAuthentication } = invoice;
  if (status === 'paid') {
    await mailAdmins(orgId, `receipt/${invoiceId}`, { template: 'receipt', data: { total } });
  } else if (status === 'open' && needsAuthentication) {
    await mailAdmins(orgId, `payment-action/${invoiceId}`, {
      template: 'payment-action',
      data: { total },
    });
  } else if (status === 'open' && attempts > 0) {
    await mailAdmins(orgId, `payment-failed/${invoiceId}`, {
      template: 'payment-failed',
      data: { total },
    });
  }
}
