import { expect, test } from 'vitest';
import { createCustomer, createPrices, openTestStripe } from './test-stripe.ts';

test('prices are found by their lookup keys, which can move to another price', async () => {
  const { stripe } = await openTestStripe();
  const { product, monthly } = await createPrices(stripe);
  const byKey = () =>
    stripe.prices.list({ lookup_keys: ['test_month'], active: true, expand: ['data.product'] });
  expect((await byKey()).data).toMatchObject([
    { id: monthly.id, unit_amount: 2400, product: { name: 'Antecede' } },
  ]);
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
  const { data: all } = await stripe.prices.list({ product: product.id });
  expect(all.find(({ id }) => id === monthly.id)?.lookup_key).toBeNull();
});

test('a product is made once by an id of our own, and can be renamed and retired', async () => {
  const { stripe } = await openTestStripe();
  await stripe.products.create({ id: 'antecede', name: 'Antecede', metadata: { a: '1', b: '2' } });
  await expect(stripe.products.create({ id: 'antecede', name: 'Other' })).rejects.toMatchObject({
    code: 'resource_already_exists',
  });
  const renamed = await stripe.products.update('antecede', { name: 'New', metadata: { a: '' } });
  expect(renamed).toMatchObject({ name: 'New', metadata: { b: '2' } });
  await stripe.products.update('antecede', { active: false });
  expect((await stripe.products.retrieve('antecede')).active).toBe(false);
});

test('a coupon is valid until its day, its number of redemptions, or its deletion', async () => {
  const { stripe, now, pass } = await openTestStripe();
  const { monthly } = await createPrices(stripe);
  const coupon = await stripe.coupons.create({ percent_off: 50, redeem_by: now() + 86_400 });
  const single = await stripe.coupons.create({
    amount_off: 500,
    currency: 'usd',
    max_redemptions: 1,
  });
  const customer = await createCustomer(stripe, 'pm_card_visa');
  const buy = (id: string) =>
    stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: monthly.id }],
      discounts: [{ coupon: id }],
      expand: ['latest_invoice', 'discounts.source.coupon'],
    });
  const half = await buy(coupon.id);
  expect(half.latest_invoice).toMatchObject({ subtotal: 2400, total: 1200, status: 'paid' });
  expect((await buy(single.id)).latest_invoice).toMatchObject({ total: 1900 });
  await expect(buy(single.id)).rejects.toMatchObject({ code: 'coupon_expired' });
  await pass(2);
  await expect(buy(coupon.id)).rejects.toMatchObject({ code: 'coupon_expired' });
  expect(await stripe.coupons.retrieve(coupon.id)).toMatchObject({
    valid: false,
    times_redeemed: 1,
  });
  await stripe.coupons.del(single.id);
  await expect(buy(single.id)).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'discounts[0][coupon]',
  });
  await expect(buy('NONE')).rejects.toMatchObject({ message: "No such coupon: 'NONE'" });
  await expect(stripe.coupons.create({})).rejects.toMatchObject({ statusCode: 400 });
});

test('a promotion code stands for a coupon and may be limited to a customer or a time', async () => {
  const { stripe, now, pass } = await openTestStripe();
  const { monthly } = await createPrices(stripe);
  const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'forever' });
  const customer = await createCustomer(stripe, 'pm_card_visa');
  const promotion = { type: 'coupon' as const, coupon: coupon.id };
  const code = await stripe.promotionCodes.create({
    promotion,
    code: 'SPRING',
    expires_at: now() + 86_400,
  });
  const { data } = await stripe.promotionCodes.list({ code: 'spring', active: true });
  expect(data.map(({ id }) => id)).toEqual([code.id]);
  await expect(stripe.promotionCodes.create({ promotion, code: 'Spring' })).rejects.toThrow(
    'exists',
  );
  const buy = (promotion_code: string) =>
    stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: monthly.id }],
      discounts: [{ promotion_code }],
      expand: ['latest_invoice', 'discounts'],
    });
  const bought = await buy(code.id);
  expect(bought.latest_invoice).toMatchObject({ total: 1800 });
  expect(bought.discounts).toMatchObject([
    { promotion_code: code.id, source: { coupon: coupon.id } },
  ]);
  const other = await stripe.customers.create({});
  const theirs = await stripe.promotionCodes.create({ promotion, customer: other.id });
  await expect(buy(theirs.id)).rejects.toThrow('cannot be redeemed');
  await pass(2);
  await expect(buy(code.id)).rejects.toThrow('cannot be redeemed');
});
