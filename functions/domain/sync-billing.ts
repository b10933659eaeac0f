import { logger } from '#functions/runtime/log.ts';
import { type BillingRecord, getBilling, putBillingState } from '#functions/store/billing.ts';
import { type CustomerState, fetchCustomerState } from '#functions/store/stripe-customers.ts';
import { endSubscription } from '#functions/store/stripe-subscriptions.ts';
import { ProductError } from '#shared/errors.ts';

const maxAttempts = 5;

/**
 * Fetches the state of an organisation's customer anew and writes it. Events, changes and the nightly
 * reconciliation all end here, so that their order, doubles and gaps do not matter: each writes the truth
 * of its moment, and a state that was fetched before another one was written is fetched again.
 */
export async function syncBilling(
  orgId: string,
  now: Date,
): Promise<{ record: BillingRecord; state: CustomerState } | undefined> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const record = await getBilling(orgId);
    if (!record?.stripe_customer_id) return undefined;
    const state = await fetchCustomerState(record.stripe_customer_id);
    // Nobody pays twice: of several live subscriptions the oldest stays.
    if (state.surplus.length > 0) {
      for (const id of state.surplus) await endSubscription(id);
      continue;
    }
    const written = await putBillingState(record, state, now);
    if (written) return { record: written, state };
  }
  throw new ProductError('Busy');
}

/** A state of this age is shown as it is: a page that opens makes several calls. */
const freshMs = 2000;

/** Fetched anew, so that a payment shows at once though its event is late; as stored where the provider is down. */
export async function refreshBilling(
  record: BillingRecord | undefined,
  now: Date,
): Promise<BillingRecord | undefined> {
  if (!record?.stripe_customer_id) return record;
  if (now.getTime() - Date.parse(record.synced_at ?? '') < freshMs) return record;
  try {
    return (await syncBilling(record.org_id, now))?.record ?? record;
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    logger.warn('billing shown as stored', { code: error.code });
    return record;
  }
}
