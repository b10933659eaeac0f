/**
 * What the product relies on at Stripe, said to its own store. With `STRIPE_SECRET_KEY=sk_test_…` the same tests talk to
 * Stripe's test mode (`npm run test:stripe`), else to the local Stripe. What needs time to pass, a browser or an address
 * that Stripe can reach is not here: see docs/billing.md.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveStripe } from '#local/stripe/serve-stripe.ts';
import { setUpPrices } from '#ops/billing/set-up.ts';
import { answerParameters } from '#tests/support/parameters.ts';

const realKey = process.env.STRIPE_SECRET_KEY;
if (realKey && !/^(?:sk|rk)_test_/.test(realKey)) {
  throw new Error(
    'STRIPE_SECRET_KEY is not a key of the test mode: nothing is run against real money.',
  );
}
const local = realKey ? undefined : await serveStripe(mkdtempSync(join(tmpdir(), 'stripe-')));
local?.resume();
const secretKey = realKey ?? local!.secretKey;
const stripe = new Stripe(secretKey, {
  telemetry: false,
  ...(local && { host: '127.0.0.1', port: local.port, protocol: 'http' as const }),
});
process.env.SECRET_STRIPE = 'stripe';
process.env.STRIPE_ENDPOINT = local?.origin ?? '';
Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
});
answerParameters(() => ({ secretKey, webhookSecret: 'whsec_of_this_test' }));

const [customers, methods, subscriptions, invoices, events] = await Promise.all([
  import('#functions/billing/stripe-customers.ts'),
  import('#functions/billing/stripe-payment-methods.ts'),
  import('#functions/billing/stripe-subscriptions.ts'),
  import('#functions/billing/stripe-invoices.ts'),
  import('#functions/billing/stripe-events.ts'),
]);

const made: string[] = [];
const couponId = `contract-${randomUUID().slice(0, 8)}`;
/** What customers type. */
const couponCode = `CODE-${couponId}`;
beforeAll(async () => {
  await setUpPrices(stripe);
  await stripe.coupons.create({ id: couponId, percent_off: 25, duration: 'forever' });
  const promotion = { type: 'coupon', coupon: couponId } as const;
  await stripe.promotionCodes.create({ promotion, code: couponCode });
});
afterAll(async () => {
  for (const id of made) await customers.deleteCustomer(id);
  await stripe.coupons.del(couponId);
  await local?.close();
});

async function newCustomer(card?: string) {
  const orgId = `org_contract_${randomUUID()}`;
  const request = { name: 'Contract Test', email: `${randomUUID()}@example.com` };
  const id = await customers.createCustomer(orgId, request, orgId);
  made.push(id);
  if (card) await addCard(id, card);
  return { id, orgId, request };
}

async function addCard(customer: string, card: string): Promise<string> {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await methods.setDefaultPaymentMethod(customer, id);
  return id;
}

const buy = (
  { id, orgId }: { id: string; orgId: string },
  couponCode?: string,
  trialEnd?: number,
) =>
  subscriptions.createSubscription(
    id,
    orgId,
    { plan: 'Monthly', couponCode, trialEnd, redeemed: [] },
    randomUUID(),
  );

test('a customer is created once for a key, and found by address and organization', async () => {
  const { id, orgId, request } = await newCustomer();
  expect(await customers.createCustomer(orgId, request, orgId)).toBe(id);
  await expect(
    customers.createCustomer(orgId, { ...request, name: 'Another' }, orgId),
  ).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(await customers.findCustomers(orgId, request.email)).toEqual([id]);
  expect(await customers.findCustomers('org_other', request.email)).toEqual([]);
  expect(await customers.findOrganizationOf(id)).toBe(orgId);
  expect(await customers.findOrganizationOf('cus_none')).toBeUndefined();
});

test('a plan that is bought is active, with the fields of the specification', async () => {
  const customer = await newCustomer('pm_card_visa');
  await buy(customer, couponCode);
  const state = await customers.fetchCustomerState(customer.id);
  expect(state).toMatchObject({
    surplus: [],
    order: `Monthly ${couponCode}`,
    payment_method: { type: 'card', label: 'Visa', last4: '4242' },
    subscription: {
      status: 'active',
      plan: { amount: 2400, interval: 'month' },
      cancel_at_period_end: false,
      pause_collection: null,
      discount: { coupon: { percent_off: 25 } },
    },
  });
  const { current_period_start, current_period_end } = state.subscription!;
  expect(current_period_end! - current_period_start).toBeGreaterThanOrEqual(28 * 86_400);
  const listed = await invoices.listInvoices(customer.id, 10);
  expect(listed).toMatchObject([{ total: 1800, paid: true }]);
  expect(await invoices.listInvoices(customer.id, 10, listed[0]!.id)).toEqual([]);
  await expect(invoices.listInvoices(customer.id, 10, 'in_none')).rejects.toMatchObject({
    code: 'NotFound',
  });
  expect(await invoices.fetchInvoice(listed[0]!.id)).toMatchObject({
    customerId: customer.id,
    status: 'paid',
    needsAuthentication: false,
  });
});

test('a first payment that is refused leaves an incomplete subscription, which another card pays', async () => {
  const customer = await newCustomer('pm_card_chargeCustomerFail');
  await buy(customer);
  const refused = await customers.fetchCustomerState(customer.id);
  expect(refused.subscription?.status).toBe('incomplete');
  expect(refused.open_payment).toMatchObject({ status: 'declined' });
  expect(refused.open_payment!.message).toMatch(/declined/);
  await expect(invoices.payOpenInvoices(refused.subscription!.id)).rejects.toMatchObject({
    code: 'PaymentDeclined',
  });
  await addCard(customer.id, 'pm_card_visa');
  await invoices.payOpenInvoices(refused.subscription!.id);
  const paid = await customers.fetchCustomerState(customer.id);
  expect(paid.subscription?.status).toBe('active');
  expect(paid.open_payment).toBeUndefined();
  const { data } = await stripe.paymentMethods.list({ customer: customer.id });
  expect(data).toHaveLength(1);
});

test('a payment that the bank wants to have authenticated waits with a secret', async () => {
  const customer = await newCustomer('pm_card_authenticationRequired');
  await buy(customer);
  const { subscription, open_payment } = await customers.fetchCustomerState(customer.id);
  expect(subscription?.status).toBe('incomplete');
  expect(open_payment).toMatchObject({ status: 'action' });
  expect(open_payment!.clientSecret).toMatch(/_secret_/);
  await invoices.payOpenInvoices(subscription!.id);
  expect((await customers.fetchCustomerState(customer.id)).open_payment?.status).toBe('action');
});

test('open invoices of an ended subscription become void', async () => {
  const customer = await newCustomer('pm_card_chargeCustomerFail');
  await buy(customer);
  const { subscription } = await customers.fetchCustomerState(customer.id);
  await subscriptions.endSubscription(subscription!.id);
  await subscriptions.endSubscription(subscription!.id);
  const { data } = await stripe.invoices.list({ customer: customer.id });
  expect(data).toMatchObject([{ status: 'void' }]);
  expect(await invoices.listInvoices(customer.id, 10)).toEqual([]);
});

test('in a trial nothing is due, and a preview shows the next charge', async () => {
  const customer = await newCustomer('pm_card_visa');
  const trialEnd = Math.floor(Date.now() / 1000) + 10 * 86_400;
  const order = { plan: 'Annual' as const, couponCode, trialEnd, redeemed: [] };
  const preview = await subscriptions.previewPurchase(customer.id, undefined, order);
  expect(preview).toEqual({ due_now: 0, renewal: 18_000, renews_at: trialEnd });
  await buy(customer, undefined, trialEnd);
  const { subscription } = await customers.fetchCustomerState(customer.id);
  expect(subscription).toMatchObject({ status: 'trialing', trial_end: trialEnd });
});

test('a plan is changed at once, the difference charged, cancelled, kept and paused', async () => {
  const customer = await newCustomer('pm_card_visa');
  await buy(customer);
  const { id } = (await customers.fetchCustomerState(customer.id)).subscription!;
  const order = { plan: 'Annual' as const, redeemed: [] };
  const preview = await subscriptions.previewPurchase(customer.id, { id, inTrial: false }, order);
  expect(preview.due_now).toBeGreaterThan(21_000);
  await subscriptions.changePlan(id, order, randomUUID());
  await subscriptions.cancelAtPeriodEnd(id, { feedback: 'too_complex', comment: 'So many' });
  const { cancellation_details } = await stripe.subscriptions.retrieve(id);
  expect(cancellation_details).toMatchObject({ feedback: 'too_complex', comment: 'So many' });
  const cancelled = await customers.fetchCustomerState(customer.id);
  expect(cancelled.subscription).toMatchObject({
    status: 'active',
    plan: { amount: 24_000, interval: 'year' },
    cancel_at_period_end: true,
  });
  await subscriptions.keepSubscription(id);
  await subscriptions.applyCoupon(id, { couponCode, redeemed: [] });
  await stripe.subscriptions.update(id, { pause_collection: { behavior: 'mark_uncollectible' } });
  const paused = await customers.fetchCustomerState(customer.id);
  expect(paused.subscription).toMatchObject({
    cancel_at_period_end: false,
    discount: { coupon: { percent_off: 25 } },
    pause_collection: { behavior: 'mark_uncollectible' },
  });
});

test('a coupon that does not exist is refused as one', async () => {
  const customer = await newCustomer('pm_card_visa');
  await expect(buy(customer, 'no-such-coupon')).rejects.toMatchObject({ code: 'CouponInvalid' });
});

test('a bank account is verified by its two deposits, and by them alone', async () => {
  const customer = await newCustomer();
  const { id } = await methods.createSetupIntent(customer.id, 'us_bank_account');
  await stripe.setupIntents.confirm(id, {
    payment_method: 'pm_usBankAccount_success',
    payment_method_options: { us_bank_account: { verification_method: 'microdeposits' } },
    mandate_data: {
      customer_acceptance: {
        type: 'online',
        online: { ip_address: '127.0.0.1', user_agent: 'contract test' },
      },
    },
  });
  const waiting = await customers.fetchCustomerState(customer.id);
  expect(waiting.bank_verification).toMatchObject({ setup_intent_id: id });
  // Stripe chooses which of the two it asks for.
  const isCode = waiting.bank_verification!.kind === 'descriptor_code';
  const wrong = isCode ? { descriptor_code: 'SM00ZZ' } : { amounts: [1, 2] };
  await expect(methods.verifyMicrodeposits(id, wrong)).rejects.toMatchObject({
    code: 'VerificationFailed',
  });
  const right = isCode ? { descriptor_code: 'SM11AA' } : { amounts: [32, 45] };
  await methods.verifyMicrodeposits(id, right);
  const verified = await customers.fetchCustomerState(customer.id);
  expect(verified.bank_verification).toBeUndefined();
  await methods.setDefaultPaymentMethod(customer.id, verified.verified_bank!);
  const charged = await customers.fetchCustomerState(customer.id);
  expect(charged.payment_method).toMatchObject({ type: 'us_bank_account' });
  expect(charged.verified_bank).toBeUndefined();
});

test('a payment method of somebody else does not exist', async () => {
  const [own, other] = await Promise.all([newCustomer(), newCustomer()]);
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer: other.id });
  for (const method of [id, 'pm_none', 'cus_none']) {
    await expect(methods.setDefaultPaymentMethod(own.id, method)).rejects.toMatchObject({
      code: 'NotFound',
    });
  }
});

test('a deleted customer is marked as deleted', async () => {
  const { id } = await newCustomer('pm_card_visa');
  await customers.deleteCustomer(id);
  await customers.deleteCustomer(id);
  expect(await customers.fetchCustomerState(id)).toEqual({ surplus: [], deleted: true });
  expect(await customers.findOrganizationOf(id)).toBeUndefined();
});

test('an event is accepted by its signature over the raw bytes', async () => {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.updated',
    data: { object: { id: 'cus_1', object: 'customer' } },
  });
  const signed = stripe.webhooks.generateTestHeaderString({
    payload,
    secret: 'whsec_of_this_test',
  });
  expect(await events.verifyEvent(Buffer.from(payload), signed)).toMatchObject({
    customerId: 'cus_1',
  });
  await expect(events.verifyEvent(Buffer.from(`${payload} `), signed)).rejects.toMatchObject({
    code: 'SignatureInvalid',
  });
});
