import { expect, test } from 'vitest';
import { createCustomer, createPrices, openTestStripe } from './test-stripe.ts';

test('a customer buys a subscription with a card', async () => {
  const { stripe } = await openTestStripe();
  const { monthly } = await createPrices(stripe);
  const customer = await createCustomer(stripe, 'pm_card_visa');
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly.id }],
    expand: ['latest_invoice.payments'],
  });
  expect(subscription.status).toBe('active');
  expect(subscription.latest_invoice).toMatchObject({
    status: 'paid',
    total: 2400,
    payments: { data: [{ status: 'paid', amount_paid: 2400 }] },
  });
});
