import { requireAttempt } from '#core/request/require-attempt.ts';
import type { MemberPrincipal } from '#functions/people/index.ts';
import type { BillingState } from '#shared/contract/billing.ts';
import { ProductError } from '#shared/errors.ts';
import { type PlanName, plans } from '#shared/plans.ts';
import { isEnded, subscriptionOf, unboughtTrialEnd } from '#shared/subscription.ts';
import { putActivating, renewPurchaseKey } from './billing.ts';
import { type BillingChange, beginChange } from './billing-change.ts';
import { withCardAttempt } from './card-attempts.ts';
import {
  changePlan,
  createSubscription,
  endSubscription,
  keepSubscription,
  orderOf,
  voidReplacedInvoices,
} from './stripe-subscriptions.ts';

interface Order {
  plan: PlanName;
  couponCode?: string | undefined;
}

/** Buys a plan, changes to it, or activates an ended subscription with it. Throws `PaymentDeclined`. */
export async function buyPlan(
  principal: MemberPrincipal,
  order: Order,
  now: Date,
): Promise<BillingState> {
  if (order.couponCode) await requireAttempt('coupon', principal.orgId, now);
  return withCardAttempt(principal, now, () => buy(principal, order, now));
}

async function buy(principal: MemberPrincipal, order: Order, now: Date): Promise<BillingState> {
  await using change = await beginChange(principal, 'subscription.changed', now);
  if (!change.state.payment_method) throw new ProductError('PaymentMethodMissing');
  const { organization, state } = change;
  const subscription = state.subscription ?? organization.subscription;
  const wasExpired = subscriptionOf({ ...organization, subscription }, now.getTime())._isExpired;
  if (wasExpired) await putActivating(principal.orgId, principal.user.email);
  await placeOnce(change, order, now);
  const billing = await change.finish();
  if (billing.payment_error) throw new ProductError('PaymentDeclined', billing.payment_error);
  return billing;
}

/** Places the order with the organization's purchase key, so that a repeated request buys once. */
async function placeOnce(change: BillingChange, order: Order, now: Date): Promise<void> {
  const { record, state } = change;
  const { org_id, purchase_key } = record;
  // The answer was lost, but the purchase is done. The next order needs a new key.
  const isUsed = state.order_key === purchase_key;
  const key = isUsed ? await renewPurchaseKey(org_id, purchase_key) : purchase_key;
  try {
    await place(change, order, key, now);
  } catch (error) {
    // The provider repeats a refusal for the same key, so a refusal needs a new key. After an outage the
    // key stays, because the purchase may have succeeded.
    const isOutage = error instanceof ProductError && error.code === 'BillingUnavailable';
    if (!isOutage) await renewPurchaseKey(org_id, key);
    throw error;
  }
  await renewPurchaseKey(org_id, key);
}

async function place(change: BillingChange, order: Order, key: string, now: Date): Promise<void> {
  const { organization, customerId, state } = change;
  const current = state.subscription;
  const redeemed = order.couponCode ? await change.redeemed() : [];
  if (current && !isEnded(current)) {
    const isSamePlan = current.plan?.interval === plans[order.plan].interval;
    // A repeated order does not redeem its coupon again.
    const isDone = isSamePlan && (!order.couponCode || state.order === orderOf(order));
    if (!isDone) await changePlan(current.id, { ...order, redeemed }, key);
    else if (current.cancel_at_period_end) await keepSubscription(current.id);
    await voidReplacedInvoices(current.id);
    return;
  }
  // A bank debit takes days. A second subscription would be a second debit.
  if (state.open_payment?.status === 'processing') return;
  // A subscription without its first payment, or with status unpaid, is replaced by the new one.
  if (current && current.status !== 'canceled') await endSubscription(current.id);
  const trial = organization.subscription;
  await createSubscription(
    customerId,
    organization.item_id,
    { ...order, redeemed, trialEnd: trial && unboughtTrialEnd(trial, now) },
    key,
  );
}
