import { mailAbout } from '#functions/domain/billing-mails.ts';
import { syncBilling } from '#functions/domain/sync-billing.ts';
import { lambda } from '#functions/request/lambda.ts';
import { stripeSignature } from '#functions/request/stripe-signature.ts';
import { logger } from '#functions/runtime/log.ts';
import { getBilling } from '#functions/store/billing.ts';
import { findOrganizationOf } from '#functions/store/stripe-customers.ts';
import type { ProviderEvent } from '#functions/store/stripe-events.ts';
import { billing } from '#shared/contract/billing.ts';

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
    await syncBilling(orgId, now);
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
