import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { serveStripe } from './serve-stripe.ts';

const day = 86_400_000;

/** The real client of a local Stripe. */
export const connect = (port: number, key: string) =>
  new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 });

/** A local Stripe on a port of its own, with the real client beside it and a clock to set forward. */
export async function openTestStripe(dataDir = mkdtempSync(join(tmpdir(), 'stripe-'))) {
  const { clock, origin, port, secretKey, resume, close } = await serveStripe(dataDir);
  resume();
  onTestFinished(close);
  const client = (key = secretKey) => connect(port, key);
  const post = async (path: string, body: object) => {
    const response = await fetch(`${origin}/_local/stripe${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    stripe: client(),
    client,
    clock,
    dataDir,
    origin,
    /** Requests of the local form and of the customer's bank. */
    post,
    now: () => Math.floor(clock.now() / 1000),
    pass: (days: number) => clock.advance(days * day),
    close,
  };
}

/** The product's two prices. */
export async function createPrices(stripe: Stripe) {
  const product = await stripe.products.create({ id: 'antecede', name: 'Antecede' });
  const price = (unit_amount: number, interval: 'month' | 'year') =>
    stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount,
      recurring: { interval },
      lookup_key: `test_${interval}`,
    });
  return { product, monthly: await price(2400, 'month'), annual: await price(24_000, 'year') };
}

/** A customer whose default is one of Stripe's ready-made cards. */
export async function createCustomer(stripe: Stripe, card?: string) {
  const customer = await stripe.customers.create({ email: 'pat@example.com' });
  if (card) await putCard(stripe, customer.id, card);
  return customer;
}

export async function putCard(stripe: Stripe, customer: string, card: string) {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  return id;
}

/** A coupon, and the promotion code that stands for it, as a discount of a purchase. */
export async function createDiscount(stripe: Stripe, coupon: Stripe.CouponCreateParams) {
  const { id } = await stripe.coupons.create(coupon);
  const promotion = { type: 'coupon' as const, coupon: id };
  const { id: promotion_code } = await stripe.promotionCodes.create({
    promotion,
    code: id.replace('_', '-'),
  });
  return { promotion_code };
}
