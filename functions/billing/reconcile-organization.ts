import { isDeepStrictEqual } from 'node:util';
import { logger } from '#core/runtime/log.ts';
import {
  listOlder,
  mailAdmins,
  mailEndingManagementKeys,
  type OrganizationRecord,
} from '#functions/people/index.ts';
import { limits } from '#shared/limits.ts';
import { subscriptionOf } from '#shared/subscription.ts';
import type { PaymentMethod } from '#tables/accounts.ts';
import { getBilling, openBilling } from './billing.ts';
import { takeBillingLock } from './billing-lock.ts';
import { mailAboutInvoice, mailActivated, mailEnded } from './billing-mails.ts';
import { customerOf } from './customer-of.ts';
import { listInvoices } from './stripe-invoices.ts';
import { syncBilling } from './sync-billing.ts';

const daySeconds = 86_400;
/** Invoices of this number of days are checked for mails that no event has caused. */
const invoiceDays = 3;

/**
 * What is done for an organization each day: its billing is compared with the provider's, and its admins are told of management keys
 * that end. Neither stops the other.
 * @returns whether the stored state differed from the provider's
 * @throws the failure of the billing, else that of the mails, after both were tried
 */
export async function reconcileOrganization(
  before: OrganizationRecord,
  now: Date,
): Promise<boolean> {
  const [compared, told] = await Promise.allSettled([
    compareBilling(before, now),
    mailEndingManagementKeys(before.item_id, now),
  ]);
  if (compared.status === 'rejected') throw compared.reason;
  if (told.status === 'rejected') throw told.reason;
  return compared.value;
}

/**
 * Compares the billing of one organization with the provider's state, corrects differences, completes
 * interrupted changes, and sends the mails that are due.
 * @returns whether the stored state differed from the provider's
 */
async function compareBilling(before: OrganizationRecord, now: Date): Promise<boolean> {
  const orgId = before.item_id;
  await listOlder(before);
  const { customer_request } = await openBilling(orgId);
  if (customer_request) {
    await using _lock = await takeBillingLock(orgId);
    const record = await getBilling(orgId);
    if (record) await customerOf(before, record, customer_request.email);
  }
  const synced = await syncBilling(orgId, now);
  const { subscription } = synced?.state ?? {};
  const drifted =
    subscription !== undefined && !isDeepStrictEqual(subscription, before.subscription);
  if (drifted) logger.warn('billing had drifted', { org: orgId, subscription: subscription.id });
  if (drifted && subscription.status === 'canceled') await mailEnded(orgId, subscription.id);
  if (synced) {
    await mailActivated(orgId, synced, now);
    await mailInvoices(orgId, synced.record.stripe_customer_id!, now);
    await mailCardExpiry(orgId, synced.record.payment_method, now);
  }
  await mailTrialEnd(subscription ? { ...before, subscription } : before, now);
  return drifted;
}

async function mailInvoices(orgId: string, customerId: string, now: Date): Promise<void> {
  const invoices = await listInvoices(customerId, 10);
  const oldest = now.getTime() / 1000 - invoiceDays * daySeconds;
  for (const { id, created } of invoices) {
    if (created >= oldest) await mailAboutInvoice(orgId, id);
  }
}

async function mailTrialEnd(organization: OrganizationRecord, now: Date): Promise<void> {
  const { id, status, trial_end } = subscriptionOf(organization, now.getTime());
  // A customer who has already bought is charged at the end of the trial and needs no reminder to buy.
  if (status !== 'trialing' || trial_end === undefined || id !== undefined) return;
  const daysLeft = Math.ceil((trial_end - now.getTime() / 1000) / daySeconds);
  if (daysLeft < 1 || daysLeft > limits.trialWarningDays) return;
  const { item_id } = organization;
  await mailAdmins(item_id, `trial-ending/${item_id}/${trial_end}`, {
    template: 'trial-ending',
    data: { daysLeft },
  });
}

/** In the last month of a card. */
async function mailCardExpiry(
  orgId: string,
  card: PaymentMethod | undefined,
  now: Date,
): Promise<void> {
  if (card?.type !== 'card') return;
  const isLastMonth =
    card.exp_year === now.getUTCFullYear() && card.exp_month === now.getUTCMonth() + 1;
  if (!isLastMonth) return;
  await mailAdmins(orgId, `card-expires/${card.id}`, {
    template: 'card-expires',
    data: { label: card.label, last4: card.last4 },
  });
}
