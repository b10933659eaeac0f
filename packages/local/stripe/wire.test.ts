import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { createCustomer, createDiscount, createPrices, openTestStripe } from './test-stripe.ts';

test('only the key of the installation is let in', async () => {
  const { client } = await openTestStripe();
  await expect(client('sk_test_other').customers.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
  });
});

test('unknown, wrong and missing parameters are refused by name', async () => {
  const { stripe } = await openTestStripe();
  const refusal = { type: 'StripeInvalidRequestError', statusCode: 400 };
  await expect(stripe.customers.create({ tax_exempt: 'none' })).rejects.toMatchObject({
    ...refusal,
    code: 'parameter_unknown',
    param: 'tax_exempt',
  });
  const { monthly } = await createPrices(stripe);
  const nested = { customer: 'cus_x', items: [{ price: monthly.id, metadata: { a: 'b' } }] };
  await expect(stripe.subscriptions.create(nested)).rejects.toMatchObject({
    ...refusal,
    code: 'parameter_unknown',
    param: 'items[0][metadata]',
  });
  await expect(stripe.products.create({ id: 'prod' } as never)).rejects.toMatchObject({
    ...refusal,
    code: 'parameter_missing',
    param: 'name',
  });
  await expect(stripe.customers.list({ limit: 1000 })).rejects.toMatchObject({
    ...refusal,
    param: 'limit',
  });
  await expect(stripe.balance.retrieve()).rejects.toMatchObject({ statusCode: 404 });
});

test('an unknown id is 404 in the path and 400 in a parameter', async () => {
  const { stripe } = await openTestStripe();
  await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such customer: 'cus_none'",
  });
  const { monthly } = await createPrices(stripe);
  const items = [{ price: monthly.id }];
  await expect(stripe.subscriptions.create({ customer: 'cus_none', items })).rejects.toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'customer',
  });
});

test('lists continue from a cursor, in both directions, newest first', async () => {
  const { stripe } = await openTestStripe();
  const names = ['one', 'two', 'three', 'four', 'five'];
  for (const name of names) await stripe.customers.create({ name });
  const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ name }) => name)).toEqual(names.toReversed());
  const page = await stripe.customers.list({ limit: 2, starting_after: all[1]!.id });
  expect(page).toMatchObject({ has_more: true, url: '/v1/customers' });
  expect(page.data.map(({ name }) => name)).toEqual(['three', 'two']);
  const before = await stripe.customers.list({ limit: 2, ending_before: all[4]!.id });
  expect(before.data.map(({ name }) => name)).toEqual(['three', 'two']);
});

test('ids are expanded to objects on request', async () => {
  const { stripe } = await openTestStripe();
  const { monthly } = await createPrices(stripe);
  const customer = await createCustomer(stripe, 'pm_card_visa');
  const discount = await createDiscount(stripe, { percent_off: 50 });
  const { id, latest_invoice } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly.id }],
    discounts: [discount],
    trial_end: Math.floor(Date.now() / 1000) + 3600,
  });
  const { data } = await stripe.subscriptions.list({
    status: 'all',
    expand: ['data.discounts.source.coupon'],
  });
  expect(data).toMatchObject([{ id, discounts: [{ source: { coupon: { percent_off: 50 } } }] }]);
  const invoice = (expand: string[]) =>
    stripe.invoices.retrieve(latest_invoice as string, { expand });
  expect(await invoice(['payments.data.payment.payment_intent'])).toMatchObject({
    payments: { data: [] },
  });
  await expect(invoice(['customer'])).rejects.toMatchObject({ statusCode: 400 });
});

test('an idempotency key repeats its answer and refuses another body', async () => {
  const { stripe, close, dataDir } = await openTestStripe();
  const idempotencyKey = 'key-1';
  const first = await stripe.customers.create({ name: 'Pat' }, { idempotencyKey });
  const again = await stripe.customers.create({ name: 'Pat' }, { idempotencyKey });
  expect(again).toEqual(first);
  expect((await stripe.customers.list()).data).toHaveLength(1);
  await expect(stripe.customers.create({ name: 'Kim' }, { idempotencyKey })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  });
  await close();
  const { stripe: later, pass } = await openTestStripe(dataDir);
  expect((await later.customers.create({ name: 'Pat' }, { idempotencyKey })).id).toBe(first.id);
  await pass(2);
  expect((await later.customers.create({ name: 'Pat' }, { idempotencyKey })).id).not.toBe(first.id);
});

test('of simultaneous calls with one key, one takes effect', async () => {
  const { stripe } = await openTestStripe();
  const call = () => stripe.customers.create({ name: 'Pat' }, { idempotencyKey: 'key' });
  const ids = (await Promise.all([call(), call(), call(), call()])).map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  expect((await stripe.customers.list()).data).toHaveLength(1);
});

test('a key stores a refusal of the bank, but no answer to an invalid request', async () => {
  const { stripe } = await openTestStripe();
  const { id: customer } = await createCustomer(stripe);
  const { id } = await stripe.setupIntents.create({
    customer,
    allowed_payment_method_types: ['card'],
  });
  const idempotencyKey = 'key';
  const confirm = (payment_method: string) =>
    stripe.setupIntents
      .confirm(id, { payment_method }, { idempotencyKey })
      .catch((error: Stripe.errors.StripeError) => [error.statusCode, error.code]);
  expect(await confirm('pm_none')).toEqual([400, 'resource_missing']);
  expect(await confirm('pm_card_chargeDeclined')).toEqual([402, 'card_declined']);
  expect(await confirm('pm_card_chargeDeclined')).toEqual([402, 'card_declined']);
  const failed = (await stripe.events.list({ limit: 100 })).data.filter(
    ({ type }) => type === 'setup_intent.setup_failed',
  );
  expect(failed).toHaveLength(1);
});
