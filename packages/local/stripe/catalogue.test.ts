import { expect, test } from 'vitest';
import { createCustomer, createPrices, openTestStripe } from './test-stripe.ts';

test('prices are found by their lookup keys, which can move to another price', async () => {
  const { stripe } = await openTestStripe();
  const { product, monthly } = await createPrices(stripe);
  const byKey = () => stripe.prices.list({ lookup_keys: ['test_month'], active: true });
  expect((await byKey()).data).toMatchObject([{ id: monthly.id, unit_amount: 2400 }]);
  const dearer = {
    product: product.id,
    currency: 'usd',
    unit_amount: 2500,
    recurring: { interval: 'month' as const },
    lookup_key: 'test_month',
  };
  await expect(stripe.prices.create(dearer)).rejects.toMatchObject({ param: 'lookup_key' });
  const next = await stripe.prices.create({ ...dearer, transfer_lookup_key: true });
  expect((await byKey()).data.map(({ id }) => id)).toEqual([next.id]);
});

test('a product is made once by an id of our own, and can be retired', async () => {
  const { stripe } = await openTestStripe();
  await stripe.products.create({ id: 'antecede', name: 'Antecede' });
  await expect(stripe.products.create({ id: 'antecede', name: 'Other' })).rejects.toMatchObject({
    code: 'resource_already_exists',
  });
  await stripe.products.update('antecede', { active: false });
  expect((await stripe.products.retrieve('antecede')).active).toBe(false);
});

test('a promotion code stands for a coupon until its deletion, within its restrictions', async () => {
  const { stripe, now } = await openTestStripe();
  const { monthly } = await createPrices(stripe);
  const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'forever' });
  const promotion = { type: 'coupon' as const, coupon: coupon.id };
  const code = await stripe.promotionCodes.create({ promotion, code: 'SPRING' });
  const { data } = await stripe.promotionCodes.list({ code: 'spring', active: true });
  expect(data.map(({ id }) => id)).toEqual([code.id]);
  await expect(stripe.promotionCodes.create({ promotion, code: 'Spring' })).rejects.toThrow(
    'exists',
  );
  const restricted = async (name: string, restriction: object) => {
    const made = await stripe.promotionCodes.create({ promotion, code: name, ...restriction });
    return made.id;
  };
  const { id: customer } = await createCustomer(stripe, 'pm_card_visa');
  const buy = async (promotion_code: string) => {
    const items = [{ price: monthly.id }];
    const bought = await stripe.subscriptions.create({
      customer,
      items,
      discounts: [{ promotion_code }],
    });
    return stripe.invoices.retrieve(bought.latest_invoice as string);
  };
  const first = await restricted('FIRST', { restrictions: { first_time_transaction: true } });
  expect(await buy(first)).toMatchObject({ total: 1800, status: 'paid' });
  await expect(buy(first)).rejects.toMatchObject({
    code: 'promotion_code_customer_not_first_time',
    param: 'discounts[0][promotion_code]',
  });
  const twice = await restricted('TWICE', { max_redemptions: 2 });
  await buy(twice);
  await buy(twice);
  const old = await restricted('OLD', { expires_at: now() });
  for (const id of [twice, old]) {
    await expect(buy(id)).rejects.toMatchObject({ code: 'promotion_code_expired' });
  }
  expect(await buy(code.id)).toMatchObject({ total: 1800, status: 'paid' });
  await stripe.coupons.del(coupon.id);
  await expect(buy(code.id)).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(buy('NONE')).rejects.toMatchObject({
    message: "No such promotion code: 'NONE'",
  });
  await expect(stripe.coupons.create({})).rejects.toMatchObject({ statusCode: 400 });
});
