import type Stripe from 'stripe';
import { ProductError } from '#shared/errors.ts';
import { type PlanName, plans } from '#shared/plans.ts';
import { ask, charged, discounted, isMissing, wantsAuthentication } from './stripe-client.ts';
import { redemptionKey } from './stripe-customers.ts';
import { openInvoices } from './stripe-invoices.ts';

async function priceOf(client: Stripe, plan: PlanName): Promise<string> {
  const { lookupKey } = plans[plan];
  const { data } = await client.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [price] = data;
  if (!price) throw new ProductError('BillingUnavailable');
  return price.id;
}

/** A promotion code that a customer types, and the codes that the customer's organization or mailbox has redeemed. */
export interface Redemption {
  couponCode?: string | undefined;
  /** Ids of promotion codes. */
  redeemed: readonly string[];
}

/**
 * The discount of a code that customers type. Only promotion codes are taken, because their restrictions say who
 * may redeem them and until when; ids of coupons have none. An organization redeems a code once: the provider would
 * take it again as soon as a coupon for one invoice is used up. Throws `CouponInvalid`.
 */
async function discountsOf(client: Stripe, { couponCode, redeemed }: Redemption) {
  if (!couponCode) return {};
  const { id, lasts } = await promotionCodeOf(client, couponCode);
  if (redeemed.includes(id)) {
    throw new ProductError(
      'CouponInvalid',
      'You or your organization have used this coupon already.',
    );
  }
  const metadata = { [redemptionKey + id]: 'redeemed' };
  return { discounts: [{ promotion_code: id }], metadata, lasts };
}

async function promotionCodeOf(client: Stripe, code: string) {
  const { data } = await client.promotionCodes.list({
    code,
    active: true,
    limit: 1,
    expand: ['data.promotion.coupon'],
  });
  const [found] = data;
  if (!found) throw new ProductError('CouponInvalid');
  return { id: found.id, lasts: isLasting(found.promotion.coupon) };
}

/** Whether a coupon reduces more than one invoice. */
const isLasting = (coupon: Stripe.Coupon | string | null): boolean =>
  coupon !== null && typeof coupon === 'object' && coupon.duration !== 'once';

export interface Purchase extends Redemption {
  plan: PlanName;
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
    const { plan, trialEnd } = purchase;
    const [price, { discounts, metadata }] = await Promise.all([
      priceOf(client, plan),
      discountsOf(client, purchase),
    ]);
    const creation = client.subscriptions.create(
      {
        customer: customerId,
        items: [{ price }],
        metadata: { ...metadata, org_id: orgId, order: orderOf(purchase), order_key: key },
        billing_mode: { type: 'flexible' },
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
 * Changes the plan at once and charges the difference. A refused payment changes nothing; one that waits for the
 * customer's bank is open afterwards. Takes a cancellation back. Throws `PaymentPaused` while staff waive invoices,
 * because a year bought then would be free.
 */
export async function changePlan(
  subscriptionId: string,
  purchase: Omit<Purchase, 'trialEnd'>,
  key: string,
): Promise<void> {
  await ask(async (client) => {
    const [price, { discounts, metadata }, current] = await Promise.all([
      priceOf(client, purchase.plan),
      discountsOf(client, purchase),
      flexibleSubscription(client, subscriptionId),
    ]);
    const terms = changeTerms(current);
    const change = (payment_behavior: 'error_if_incomplete' | 'allow_incomplete') =>
      client.subscriptions.update(
        subscriptionId,
        {
          items: [{ id: current.items.data[0]!.id, price }],
          metadata: { ...metadata, order: orderOf(purchase), order_key: key },
          ...terms,
          payment_behavior,
          cancel_at_period_end: false,
          ...(discounts && { discounts }),
        },
        { idempotencyKey: `change-${payment_behavior}-${key}-${orderOf(purchase)}` },
      );
    const changing = change('error_if_incomplete').catch((error) => {
      if (!wantsAuthentication(error)) throw error;
      return change('allow_incomplete');
    });
    await charged(discounted(changing));
  });
}

/** Voids what is open of periods that a change of plan has replaced. */
export async function voidReplacedInvoices(subscriptionId: string): Promise<void> {
  await ask(async (client) => {
    const open = await openInvoices(client, subscriptionId);
    if (open.length === 0) return;
    const { latest_invoice: latest } = await client.subscriptions.retrieve(subscriptionId, {
      expand: ['latest_invoice'],
    });
    if (typeof latest !== 'object' || latest?.billing_reason !== 'subscription_update') return;
    for (const { id } of open) if (id !== latest.id) await client.invoices.voidInvoice(id);
  });
}

/** A subscription whose credit for unused time is a share of what was paid for it, and not of the price. */
async function flexibleSubscription(client: Stripe, id: string): Promise<Changed> {
  const subscription = await client.subscriptions.retrieve(id, {
    expand: ['latest_invoice', 'discounts.source.coupon'],
  });
  // One from before the product chose this mode.
  if (subscription.billing_mode.type !== 'flexible') {
    await client.subscriptions.migrate(id, { billing_mode: { type: 'flexible' } });
  }
  return subscription;
}

type Changed = Pick<
  Stripe.Subscription,
  'discounts' | 'items' | 'latest_invoice' | 'pause_collection' | 'status' | 'trial_end'
>;

/**
 * How a change of plan is billed. The provider credits unused time whether or not it was paid. So a period that is
 * not paid is not credited: the new plan begins now, at its full price. Throws `PaymentPaused`, and `PaymentPending`
 * while a payment is under way.
 */
function changeTerms({ latest_invoice, pause_collection, status }: Changed) {
  if (pause_collection) throw new ProductError('PaymentPaused');
  const invoice = typeof latest_invoice === 'string' ? undefined : latest_invoice;
  const isPaid = status === 'trialing' || invoice?.status === 'paid';
  if (isPaid) return { proration_behavior: 'always_invoice' } as const;
  // The invoice of a renewal is charged within an hour, a debit within days.
  const isUnderWay = status === 'active' && ['draft', 'open'].includes(invoice?.status ?? '');
  if (isUnderWay) throw new ProductError('PaymentPending');
  return { proration_behavior: 'none', billing_cycle_anchor: { type: 'now' } } as const;
}

/** Puts the discount of a code on a subscription, from its next invoice on. */
export async function applyCoupon(
  subscriptionId: string,
  { couponCode, redeemed }: Redemption & { couponCode: string },
): Promise<void> {
  await ask(async (client) => {
    const { discounts, metadata } = await discountsOf(client, { couponCode, redeemed });
    const change = { discounts: discounts!, metadata: metadata! };
    await discounted(client.subscriptions.update(subscriptionId, change));
  });
}

/** Whether a code is the one that a customer typed last time, whose answer was lost. */
export const isRedeeming = (couponCode: string, current: string | undefined): Promise<boolean> =>
  ask(
    async (client) =>
      current !== undefined && (await promotionCodeOf(client, couponCode)).id === current,
  );

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

/** Whether the first payment of a subscription has been made, or none was due. */
export const hasBegun = (subscriptionId: string): Promise<boolean> =>
  ask(async (client) => {
    const subscription = await client.subscriptions
      .retrieve(subscriptionId, { expand: ['latest_invoice'] })
      .catch((error) => {
        if (!isMissing(error)) throw error;
      });
    const invoice = subscription?.latest_invoice;
    if (typeof invoice !== 'object') return false;
    return invoice?.billing_reason !== 'subscription_create' || invoice.status === 'paid';
  });

/** What a purchase or change would cost now and at the next renewal, in cents. A running trial is charged when it ends. */
export async function previewPurchase(
  customerId: string,
  current: { id: string; inTrial: boolean } | undefined,
  purchase: Purchase,
): Promise<{ due_now: number; renewal: number; renews_at: number }> {
  return ask(async (client) => {
    const { plan, trialEnd } = purchase;
    const [price, { discounts, lasts }] = await Promise.all([
      priceOf(client, plan),
      discountsOf(client, purchase),
    ]);
    const subscription = current && (await flexibleSubscription(client, current.id));
    const terms = subscription && changeTerms(subscription);
    const item = subscription?.items.data[0];
    const trialEnds = trialEnd ?? (current?.inTrial ? subscription?.trial_end : undefined);
    const kept = subscription?.discounts.filter(
      (discount) => typeof discount === 'object' && isLasting(discount.source.coupon),
    );
    // A coupon for one invoice reduces the next renewal only if nothing is charged before it.
    const later = trialEnds || lasts ? discounts : undefined;
    const renewing = discounts ? later : kept?.map((each) => ({ discount: idOf(each) }));
    const [now, renewal] = await Promise.all([
      discounted(
        client.invoices.createPreview({
          customer: customerId,
          ...(current && { subscription: current.id }),
          ...(discounts && { discounts }),
          subscription_details: {
            items: [item ? { id: item.id, price } : { price }],
            ...terms,
            ...(trialEnd !== undefined && { trial_end: trialEnd }),
          },
        }),
      ),
      client.invoices.createPreview({
        customer: customerId,
        ...(renewing && { discounts: renewing }),
        subscription_details: { items: [{ price }] },
      }),
    ]);
    return {
      due_now: trialEnds ? 0 : Math.max(0, now.amount_due),
      renewal: renewal.total,
      renews_at: trialEnds ?? Math.max(...now.lines.data.map(({ period }) => period.end)),
    };
  });
}

const idOf = (discount: Stripe.Discount | string) =>
  typeof discount === 'object' ? discount.id : discount;
