import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCustomer, createPrices, openTestStripe, putCard } from './test-stripe.ts';

test('a customer is found by e-mail and changed', async () => {
  const { stripe } = await openTestStripe();
  const made = await stripe.customers.create({
    email: 'pat@example.com',
    name: 'Example Ltd',
    metadata: { org_id: 'org_1' },
  });
  await stripe.customers.create({ email: 'kim@example.com' });
  const { data } = await stripe.customers.list({ email: 'pat@example.com' });
  expect(data.map(({ id }) => id)).toEqual([made.id]);
  const changed = await stripe.customers.update(made.id, { email: '' });
  expect(changed).toMatchObject({ email: null, metadata: { org_id: 'org_1' } });
});

test('a card is given to one customer, made the default, and taken away', async () => {
  const { stripe } = await openTestStripe();
  const customer = await createCustomer(stripe);
  const card = await putCard(stripe, customer.id, 'pm_card_mastercard');
  await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const { data } = await stripe.paymentMethods.list({ customer: customer.id });
  expect(data.map((method) => method.card!.brand)).toEqual(['visa', 'mastercard']);
  const other = await createCustomer(stripe);
  await expect(
    stripe.customers.update(other.id, { invoice_settings: { default_payment_method: card } }),
  ).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(stripe.paymentMethods.attach(card, { customer: other.id })).rejects.toThrow(
    'already',
  );
  await stripe.paymentMethods.detach(card);
  const after = await stripe.customers.retrieve(customer.id);
  expect(after).toMatchObject({ invoice_settings: { default_payment_method: null } });
  expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1);
});

test('a deleted customer has no subscription, no card, and no name', async () => {
  const { stripe } = await openTestStripe();
  const { monthly } = await createPrices(stripe);
  const customer = await createCustomer(stripe, 'pm_card_visa');
  const items = [{ price: monthly.id }];
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items });
  expect(await stripe.customers.del(customer.id)).toMatchObject({ deleted: true });
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  const left = await stripe.customers.retrieve(customer.id);
  expect(left).toEqual({ id: customer.id, object: 'customer', deleted: true });
  await expect(stripe.subscriptions.create({ customer: customer.id, items })).rejects.toThrow(
    'No such',
  );
  expect((await stripe.customers.list()).data).toEqual([]);
});

test('the local form turns numbers into payment methods, and no number is stored', async () => {
  const { stripe, post, dataDir, close } = await openTestStripe();
  const exp_year = new Date().getUTCFullYear() + 2;
  const card = (number: string, changes = {}) =>
    post('/payment_methods', {
      type: 'card',
      card: { number, exp_month: 12, exp_year, cvc: '737', ...changes },
    });
  const made = await card('4242 4242 4242 4242');
  expect(made.body).toMatchObject({
    object: 'payment_method',
    card: { last4: '4242', brand: 'visa', exp_year },
  });
  expect((await card('4242424242424241')).body.error).toMatchObject({ code: 'incorrect_number' });
  expect((await card('4111111111111111')).body.error).toMatchObject({ code: 'card_declined' });
  expect((await card('4242424242424242', { exp_year: 2020 })).body.error).toMatchObject({
    code: 'expired_card',
  });
  const account = await post('/payment_methods', {
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: 'company',
      account_number: '000123456789',
      routing_number: '110000000',
    },
    billing_details: { name: 'Example Ltd' },
  });
  expect(account.body).toMatchObject({
    us_bank_account: { last4: '6789', bank_name: expect.any(String) },
  });
  const customer = await createCustomer(stripe);
  await stripe.paymentMethods.attach(made.body.id, { customer: customer.id });
  await close();
  for (const file of ['stripe.sqlite', 'stripe.sqlite-wal']) {
    const bytes = await readFile(join(dataDir, file)).catch(() => Buffer.alloc(0));
    for (const secret of ['4242424242424242', '4111111111111111', '000123456789', '737"']) {
      expect(bytes.includes(secret), `${secret} in ${file}`).toBe(false);
    }
  }
});
