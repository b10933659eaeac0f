import { isDeepStrictEqual } from 'node:util';
import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { mailAboutInvoice, mailAdmins } from '#functions/domain/billing-mails.ts';
import { syncBilling } from '#functions/domain/sync-billing.ts';
import { logger, metrics } from '#functions/runtime/log.ts';
import { getOrganization } from '#functions/store/accounts.ts';
import { type BillingRecord, listBilling } from '#functions/store/billing.ts';
import { listInvoices } from '#functions/store/stripe-invoices.ts';
import { limits } from '#shared/limits.ts';
import { subscriptionOf } from '#shared/subscription.ts';

const daySeconds = 86_400;
/** Invoices of so many days are looked at for mails that an event did not cause. */
const invoiceDays = 3;

/**
 * Compares the billing of every organisation with the provider's state, mends what differs, and sends the mails
 * that are due. One organisation that fails does not keep the others from it.
 */
export async function handler(): Promise<void> {
  const now = new Date();
  const counts = { compared: 0, drifted: 0, failed: 0 };
  let start: Record<string, unknown> | undefined;
  do {
    const page = await listBilling(start);
    for (const record of page.records) {
      counts.compared++;
      try {
        if (await reconcile(record, now)) counts.drifted++;
      } catch (error) {
        counts.failed++;
        logger.error('billing not reconciled', { org: record.org_id, error: error as Error });
      }
    }
    start = page.next;
  } while (start);
  logger.info('billing reconciled', counts);
  metrics.addMetric('billingDrift', MetricUnit.Count, counts.drifted);
  metrics.addMetric('billingFailures', MetricUnit.Count, counts.failed);
  metrics.publishStoredMetrics();
}

/** @returns whether the stored state differed from the provider's */
async function reconcile(record: BillingRecord, now: Date): Promise<boolean> {
  const { org_id: orgId, stripe_customer_id: customerId } = record;
  const before = await getOrganization(orgId);
  if (!before) return false;
  let drifted = false;
  if (customerId) {
    const synced = await syncBilling(orgId, now);
    const { subscription } = synced?.state ?? {};
    drifted = subscription !== undefined && !isDeepStrictEqual(subscription, before.subscription);
    if (drifted) logger.warn('billing had drifted', { org: orgId, subscription: subscription?.id });
    const { invoices } = await listInvoices(customerId, 10, undefined);
    const oldest = now.getTime() / 1000 - invoiceDays * daySeconds;
    for (const { id, created } of invoices) {
      if (created >= oldest) await mailAboutInvoice(orgId, id);
    }
  }
  await mailTrialEnd(orgId, now);
  await mailCardExpiry(record, now);
  return drifted;
}

async function mailTrialEnd(orgId: string, now: Date): Promise<void> {
  const organization = await getOrganization(orgId);
  if (!organization) return;
  const { id, status, trial_end } = subscriptionOf(organization, now.getTime());
  // Who has bought already is charged at the end and needs no call to buy.
  if (status !== 'trialing' || trial_end === undefined || id !== undefined) return;
  const daysLeft = Math.ceil((trial_end - now.getTime() / 1000) / daySeconds);
  if (daysLeft < 1 || daysLeft > limits.trialWarningDays) return;
  await mailAdmins(orgId, `trial-ending/${orgId}/${trial_end}`, {
    template: 'trial-ending',
    data: { daysLeft },
  });
}

/** In the last month of a card. */
async function mailCardExpiry({ org_id, payment_method: card }: BillingRecord, now: Date) {
  if (card?.type !== 'card') return;
  const isLastMonth =
    card.exp_year === now.getUTCFullYear() && card.exp_month === now.getUTCMonth() + 1;
  if (!isLastMonth) return;
  await mailAdmins(org_id, `card-expires/${card.id}`, {
    template: 'card-expires',
    data: { label: card.label, last4: card.last4 },
  });
}
