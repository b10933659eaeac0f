/**
 * The client of the payment provider, and what its failures mean to the product. Only the files `stripe-*.ts`
 * beside this one use it. The provider's state is the truth: what the product keeps of it is fetched and never
 * computed.
 */
import Stripe from 'stripe';
import { optionalSetting } from '#core/runtime/config.ts';
import { readStripeSecret } from '#core/storage/secrets.ts';
import { ProductError } from '#shared/errors.ts';

let opened: { secretKey: string; client: Stripe } | undefined;

/** Throws `BillingUnavailable` until the operator has set a key. */
export async function stripe(): Promise<Stripe> {
  const { secretKey } = await readStripeSecret();
  if (!secretKey) throw new ProductError('BillingUnavailable');
  if (opened?.secretKey !== secretKey) opened = { secretKey, client: open(secretKey) };
  return opened.client;
}

function open(secretKey: string): Stripe {
  const options = {
    // A function has 29 s, and may have waited 8 s for its turn: two tries of 8 s leave time to answer.
    timeout: 8000,
    maxNetworkRetries: 1,
    telemetry: false,
  };
  const endpoint = optionalSetting('STRIPE_ENDPOINT');
  if (!endpoint) return new Stripe(secretKey, options);
  const { hostname: host, port, protocol } = new URL(endpoint);
  return new Stripe(secretKey, {
    ...options,
    host,
    port,
    protocol: protocol === 'http:' ? 'http' : 'https',
  });
}

/** Calls the provider. Throws `BillingUnavailable` when it does not answer. */
export async function ask<T>(call: (client: Stripe) => Promise<T>): Promise<T> {
  const client = await stripe();
  try {
    return await call(client);
  } catch (error) {
    throw isOutage(error) ? new ProductError('BillingUnavailable') : error;
  }
}

const isOutage = (error: unknown) =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  error instanceof Stripe.errors.StripeAuthenticationError;

/** Waits for a charge, or for what checks a card as one. Throws `PaymentDeclined` in the provider's words. */
export async function charged<T>(charge: Promise<T>): Promise<T> {
  try {
    return await charge;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
    throw new ProductError('PaymentDeclined', error.message);
  }
}

/** Waits for what takes a discount. Throws `CouponInvalid` when the coupon does not fit. */
export async function discounted<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { param = '', code = '' } = error as { param?: string; code?: string };
    const isAboutCoupon =
      /coupon|promotion_code|discounts/.test(param) || code.startsWith('coupon');
    throw isAboutCoupon ? new ProductError('CouponInvalid') : error;
  }
}

/** Whether a payment was refused only because the customer has to authenticate it in the browser. */
export const wantsAuthentication = (error: unknown) =>
  error instanceof Stripe.errors.StripeError &&
  [
    'authentication_required',
    'invoice_payment_intent_requires_action',
    'subscription_payment_intent_requires_action',
  ].includes(error.code ?? '');

export const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
