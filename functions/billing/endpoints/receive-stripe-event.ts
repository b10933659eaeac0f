import { lambda } from '#core/request/lambda.ts';
import { logger } from '#core/runtime/log.ts';
import { billing } from '#shared/contract/billing.ts';
import { getBilling } from '../billing.ts';
import { mailAbout, mailActivated } from '../billing-mails.ts';
import { endFailedSetup } from '../card-attempts.ts';
import { findOrganizationOf } from '../stripe-customers.ts';
import type { ProviderEvent } from '../stripe-events.ts';
import { stripeSignature } from '../stripe-signature.ts';
import { syncBilling } from '../sync-billing.ts';

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
    if (event.type === 'setup_intent.setup_failed')
      await endFailedSetup(orgId, event.objectId, now);
    const synced = await syncBilling(orgId, now);
    if (synced) await mailActivated(orgId, synced, now);
    await mailAbout(event, orgId);
    return { received: true } as const;
  },
);

/** The organization whose customer an event is about; undefined unless both say so of each other. */
async function organizationOf({ customerId }: ProviderEvent): Promise<string | undefined> {
  if (!customerId) return undefined;
  const orgId = await findOrganizationOf(customerId);
  if (!orgId) return undefined;
  const record = await getBilling(orgId);
  return record?.stripe_customer_id === customerId ? orgId : undefined;
}
