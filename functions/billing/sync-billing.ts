import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '#core/runtime/log.ts';
import { getOrganization } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { type BillingRecord, forgetCustomer, getBilling, putBillingState } from './billing.ts';
import { type CustomerState, fetchCustomerState } from './stripe-customers.ts';
import { endSubscription } from './stripe-subscriptions.ts';

/** The billing of an organization. */
export interface Synced {
  record: BillingRecord;
  /** The state just fetched; absent if the provider was not called or did not answer. */
  state?: CustomerState;
}

/**
 * More attempts than the provider sends events for one change: of concurrent writers, one succeeds each
 * time.
 */
const maxAttempts = 10;
const pauseMs = 100;
const longestPauseMs = 2000;

/**
 * Fetches the state of an organization's customer anew and writes it. Events, changes and the nightly
 * reconciliation all end here. So missing, repeated and reordered events do no harm: each call writes the
 * provider's current state, and a state that was fetched before another write is fetched again.
 * @returns undefined for an organization without a customer
 */
export async function syncBilling(orgId: string, now: Date): Promise<Required<Synced> | undefined> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const record = await getBilling(orgId);
    if (!record?.stripe_customer_id) return undefined;
    const state = await fetchCustomerState(record.stripe_customer_id);
    if (state.deleted) {
      await forgetCustomer(record, (await getOrganization(orgId))?.subscription);
      continue;
    }
    // Of several live subscriptions only the oldest stays, so that nobody pays twice.
    if (state.surplus.length > 0) {
      for (const id of state.surplus) await endSubscription(id);
      continue;
    }
    const written = await putBillingState(record, state, now);
    if (written) return { record: written, state };
    // Random, so that the same writers do not collide again, and soon longer than their fetching takes.
    await sleep(Math.random() * Math.min(pauseMs * 2 ** attempt, longestPauseMs));
  }
  throw new ProductError('Busy');
}

/** Fetched anew, so that a payment shows at once though its event is late; as stored where the provider is down. */
export async function refreshBilling(orgId: string, now: Date): Promise<Synced | undefined> {
  try {
    const synced = await syncBilling(orgId, now);
    if (synced) return synced;
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    logger.warn('billing shown as stored', { code: error.code });
  }
  const record = await getBilling(orgId);
  return record && { record };
}
