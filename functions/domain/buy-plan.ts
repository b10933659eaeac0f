import type { MemberPrincipal } from '#functions/request/principal.ts';
import { renewPurchaseKey } from '#functions/store/billing.ts';
import { enqueueMail } from '#functions/store/mail-queue.ts';
import type { PaymentOutcome } from '#functions/store/stripe-invoices.ts';
import {
  changePlan,
  createSubscription,
  endSubscription,
  keepSubscription,
} from '#functions/store/stripe-subscriptions.ts';
import type { BillingState } from '#shared/contract/billing.ts';
import { ProductError } from '#shared/errors.ts';
import { type PlanName, plans } from '#shared/plans.ts';
import { isEnded, subscriptionOf, unboughtTrialEnd } from '#shared/subscription.ts';
import { type BillingChange, changeBilling } from './change-billing.ts';

interface Order {
  plan: PlanName;
  couponCode?: string | undefined;
}

/** Buys a plan, changes to it, or activates an ended subscription with it. */
export async function buyPlan(
  principal: MemberPrincipal,
  order: Order,
  now: Date,
): Promise<BillingState> {
  let reactivated = false;
  const billing = await changeBilling(principal, 'subscription.changed', now, async (change) => {
    if (!change.state.payment_method) throw new ProductError('PaymentMethodMissing');
    reactivated = subscriptionOf(change.organization, now.getTime())._isExpired;
    const key = [change.record.purchase_key, order.plan, order.couponCode ?? ''].join('-');
    try {
      const outcome = await place(change, order, key, now);
      await renewPurchaseKey(principal.orgId, change.record.purchase_key);
      return outcome;
    } catch (error) {
      // The provider repeats a refusal for its key: with another card it has to be asked anew.
      const isRefusal = error instanceof ProductError && error.code !== 'BillingUnavailable';
      if (isRefusal) await renewPurchaseKey(principal.orgId, change.record.purchase_key);
      throw error;
    }
  });
  if (reactivated && !billing._isExpired) {
    await enqueueMail({
      template: 'subscription-reactivated',
      to: principal.user.email,
      dedupeKey: `subscription-reactivated/${billing.id}/${billing.current_period_start}`,
      data: {},
    });
  }
  return billing;
}

async function place(
  { organization, customerId, state }: BillingChange,
  order: Order,
  key: string,
  now: Date,
): Promise<PaymentOutcome> {
  const current = state.subscription;
  if (current && !isEnded(current)) {
    const isSamePlan = current.plan?.interval === plans[order.plan].interval;
    if (!isSamePlan || order.couponCode) return changePlan(current.id, order, key);
    if (current.cancel_at_period_end) await keepSubscription(current.id);
    return {};
  }
  // One whose first payment never came, or that is unpaid for good, makes room for the new one.
  if (current && current.status !== 'canceled') await endSubscription(current.id);
  const trial = organization.subscription;
  return createSubscription(
    customerId,
    organization.item_id,
    { ...order, trialEnd: trial && unboughtTrialEnd(trial, now) },
    key,
  );
}
