/** What other features may use of `billing`. */

export { deleteBilling, getBilling, newBilling } from './billing.ts';
export { takeBillingLock } from './billing-lock.ts';
export { enqueueCustomerChange } from './customer-queue.ts';
export { listOrganizations } from './reconciliation.ts';
export { setPaymentPaused } from './stripe-subscriptions.ts';
export { managingSubscriber, subscriber } from './subscriber.ts';
export { syncBilling } from './sync-billing.ts';
export { toStripeInfo } from './to-billing-state.ts';
