import type Stripe from 'stripe';
import { ProductError } from '#shared/errors.ts';
import { type PlanName, plans } from '#shared/plans.ts';
import { ask, charged, discounted, isMissing } from './stripe-client.ts';
import { openInvoices } from './stripe-invoices.ts';

async function priceOf(client: Stripe, plan: PlanName): Promise<string> {
  const { lookupKey } = plans[plan];
  const { data } = await client.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [price] = data;
  if (!price) throw new ProductError('BillingUnavailable');
  return price.id;
}

/** A code that customers type: a promotion code, or else the id of a coupon. Throws `CouponInvalid`. */
async function discountsOf(client: Stripe, code: string | undefined) {
  if (!code) return undefined;
  const { data } = await client.promotionCodes.list({ code, active: true, limit: 1 });
  if (data[0]) return [{ promotion_code: data[0].id }];
  try {
    const coupon = await client.coupons.retrieve(code);
    if (coupon.valid) return [{ coupon: coupon.id }];
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  throw new ProductError('CouponInvalid');
}

export interface Purchase {
  plan: PlanName;
  couponCode?: string | undefined;
  /** Seconds since 1970: until then nothing is charged. */
  trialEnd?: number | undefined;
}

/** What tells an order from others: a repeated one must do nothing. */
export const orderOf = ({ plan, couponCode = '' }: Pick<Purchase, 'plan' | 'couponCode'>) =>
  `${plan} ${couponCode}`.trim();

/**
 * Begins a subscription; the same `key` never begins a second one. Its first payment may be refused, or wait for the
 * customer's bank: the subscription is there then, and incomplete.
 */
export async function createSubscription(
  customerId: string,
  orgId: string,
  purchase: Purchase,
  key: string,
): Promise<void> {
  await ask(async (client) => {
    const { plan, couponCode, trialEnd } = purchase;
    const [price, discounts] = await Promise.all([
      priceOf(client, plan),
      discountsOf(client, couponCode),
    ]);
    const creation = client.subscriptions.create(
      {
        customer: customerId,
        items: [{ price }],
        metadata: { org_id: orgId, order: orderOf(purchase), order_key: key },
        payment_behavior: 'allow_incomplete',
        ...(discounts && { discounts }),
        ...(trialEnd !== undefined && { trial_end: trialEnd }),
      },
      { idempotencyKey: `subscription-${key}-${orderOf(purchase)}` },
    );
    await charged(discounted(creation));
  });
}

/**
 * Changes the plan at once; the difference is charged now, and may be refused or wait as above. Takes a cancellation
 * back.
 */
export async function changePlan(
  subscriptionId: string,
  purchase: Pick<Purchase, 'plan' | 'couponCode'>,
  key: string,
): Promise<void> {
  await ask(async (client) => {
    const [price, discounts, current] = await Promise.all([
      priceOf(client, purchase.plan),
      discountsOf(client, purchase.couponCode),
      client.subscriptions.retrieve(subscriptionId),
    ]);
    const change = client.subscriptions.update(
      subscriptionId,
      {
        items: [{ id: current.items.data[0]!.id, price }],
        metadata: { order: orderOf(purchase), order_key: key },
        proration_behavior: 'always_invoice',
        payment_behavior: 'allow_incomplete',
        cancel_at_period_end: false,
        ...(discounts && { discounts }),
      },
      { idempotencyKey: `change-${key}-${orderOf(purchase)}` },
    );
    await charged(discounted(change));
  });
}

export async function applyCoupon(subscriptionId: string, couponCode: string): Promise<void> {
  await ask(async (client) => {
    const discounts = await discountsOf(client, couponCode);
    await discounted(client.subscriptions.update(subscriptionId, { discounts: discounts! }));
  });
}

/** Why a customer leaves, in the provider's terms. */
export interface Cancellation {
  /** Absent if the customer did not say. */
  feedback: 'too_complex' | 'too_expensive' | 'unused' | 'other' | undefined;
  comment: string;
}

export async function cancelAtPeriodEnd(
  subscriptionId: string,
  { feedback, comment }: Cancellation,
): Promise<void> {
  await ask((client) =>
    client.subscriptions.update(subscriptionId, {
      cancel_at_period_end: true,
      ...(feedback && { cancellation_details: { feedback, ...(comment && { comment }) } }),
    }),
  );
}

export async function keepSubscription(subscriptionId: string): Promise<void> {
  await ask((client) =>
    client.subscriptions.update(subscriptionId, { cancel_at_period_end: false }),
  );
}

/** Waives the invoices of a subscription, whose customer is served as if it had paid; or collects them again. */
export async function setPaymentPaused(subscriptionId: string, paused: boolean): Promise<void> {
  await ask((client) =>
    client.subscriptions.update(subscriptionId, {
      pause_collection: paused ? { behavior: 'mark_uncollectible' } : '',
    }),
  );
}

/** Ends a subscription now and voids its open invoices. One that has ended already counts as ended. */
export async function endSubscription(subscriptionId: string): Promise<void> {
  await ask(async (client) => {
    try {
      await client.subscriptions.cancel(subscriptionId);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    for (const { id } of await openInvoices(client, subscriptionId)) {
      await client.invoices.voidInvoice(id);
    }
  });
}

/** What a purchase or change would cost, in cents. A running trial is charged when it ends. */
export async function previewPurchase(
  customerId: string,
  current: { id: string; inTrial: boolean } | undefined,
  { plan, couponCode, trialEnd }: Purchase,
): Promise<{ due_now: number; renewal: number; renews_at: number }> {
  return ask(async (client) => {
    const [price, discounts] = await Promise.all([
      priceOf(client, plan),
      discountsOf(client, couponCode),
    ]);
    const subscription = current && (await client.subscriptions.retrieve(current.id));
    const item = subscription?.items.data[0];
    const [now, later] = await Promise.all([
      discounted(
        client.invoices.createPreview({
          customer: customerId,
          ...(current && { subscription: current.id }),
          ...(discounts && { discounts }),
          subscription_details: {
            items: [item ? { id: item.id, price } : { price }],
            ...(current && { proration_behavior: 'always_invoice' }),
            ...(trialEnd !== undefined && { trial_end: trialEnd }),
          },
        }),
      ),
      client.invoices.createPreview({
        customer: customerId,
        ...(discounts && { discounts }),
        subscription_details: { items: [{ price }] },
      }),
    ]);
    const trialEnds = trialEnd ?? (current?.inTrial ? subscription?.trial_end : undefined);
    return {
      due_now: trialEnds ? 0 : Math.max(0, now.amount_due),
      renewal: later.total,
      renews_at: trialEnds ?? Math.max(...now.lines.data.map(({ period }) => period.end)),
    };
  });
}
