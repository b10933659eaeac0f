import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { principalResolver } from '#core/request/caller-resolver.ts';
import { lambda } from '#core/request/lambda.ts';
import { logger, metrics } from '#core/runtime/log.ts';
import { billing } from '#shared/contract/billing.ts';
import { ProductError } from '#shared/errors.ts';
import { getBilling } from '../billing.ts';
import { mailAbout, mailActivated } from '../billing-mails.ts';
import { findOrganizationOf } from '../stripe-customers.ts';
import { type ProviderEvent, verifyEvent } from '../stripe-events.ts';
import { syncBilling } from '../sync-billing.ts';

/** The payment provider, proved by a signature of the raw body with the secret of this installation. */
const stripeSignature = principalResolver('stripe-signature', async (event) => {
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  try {
    return await verifyEvent(body, event.headers['stripe-signature'] ?? '');
  } catch (error) {
    if (error instanceof ProductError && error.code === 'SignatureInvalid') {
      // Read by the alarm `payment-events-failed`, which waits for several: anybody may send one.
      metrics.addMetric('faults', MetricUnit.Count, 1);
    }
    throw error;
  }
});

export const handler = lambda(
  billing,
  'receive-stripe-event',
  stripeSignature,
  async ({ principal: event, now }) => {
    const orgId = await organizationOf(event);
    if (!orgId) {
      // Another installation may share the account of the provider.
      logger.info('event of no customer of ours', { event: event.id, type: event.type });
      return { received: true } as const;
    }
    const synced = await syncBilling(orgId, now);
    if (synced) await mailActivated(orgId, synced, now);
    await mailAbout(event, orgId);
    return { received: true } as const;
  },
);

/** The organisation whose customer an event is about; undefined unless both say so of each other. */
async function organizationOf({ customerId }: ProviderEvent): Promise<string | undefined> {
  if (!customerId) return undefined;
  const orgId = await findOrganizationOf(customerId);
  if (!orgId) return undefined;
  const record = await getBilling(orgId);
  return record?.stripe_customer_id === customerId ? orgId : undefined;
}
