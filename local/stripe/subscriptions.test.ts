import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { createCustomer, createPrices, openTestStripe, putCard } from './test-stripe.ts';

const day = 86_400;

/** A Stripe with the two prices and a customer; `buy` makes a subscription to the monthly one. */
async function openShop(card?: string, settings: Parameters<typeof openTestStripe>[0] = {}) {
  const opened = await openTestStripe(settings);
  const { stripe } = opened;
  const prices = await createPrices(stripe);
  const customer = await createCustomer(stripe, card);
  const buy = (options: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.monthly.id }],
      ...options,
    });
  const read = async (id: string) => {
    const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    const [item] = subscription.items.data as [Stripe.SubscriptionItem];
    return { ...subscription, invoice, item };
  };
  const invoices = async () => {
    const { data } = await stripe.invoices.list({ customer: customer.id, limit: 100 });
    return data.map(({ total, status, billing_reason }) => [billing_reason, total, status]);
  };
  return { ...opened, ...prices, customer, buy, read, invoices };
}

describe('a trial', () => {
  test('needs no card, announces its end, and then charges a card that was added', async () => {
    const { stripe, customer, buy, read, invoices, pass } = await openShop();
    const { id, trial_end, created } = await buy({ trial_period_days: 21 });
    expect(trial_end).toBe(created + 21 * day);
    expect(await invoices()).toEqual([['subscription_create', 0, 'paid']]);
    await pass(17);
    const warned = () => stripe.events.list({ type: 'customer.subscription.trial_will_end' });
    expect((await warned()).data).toEqual([]);
    await pass(2);
    const [event] = (await warned()).data;
    expect(event).toMatchObject({ data: { object: { id } } });
    expect(event!.created).toBe(trial_end! - 3 * day);
    await putCard(stripe, customer.id, 'pm_card_visa');
    await pass(2.1);
    const after = await read(id);
    expect(after).toMatchObject({ status: 'active', invoice: { status: 'paid', total: 2400 } });
    expect(after.item.current_period_start).toBe(trial_end);
    expect((await warned()).data).toHaveLength(1);
  });

  test.each([
    ['create_invoice', 'past_due'],
    ['cancel', 'canceled'],
    ['pause', 'paused'],
  ] as const)(
    'without a card ends as it was told to: %s',
    async (missing_payment_method, status) => {
      const { buy, read, pass } = await openShop();
      const { id } = await buy({
        trial_period_days: 21,
        trial_settings: { end_behavior: { missing_payment_method } },
      });
      await pass(22);
      expect((await read(id)).status).toBe(status);
    },
  );

  test('can be ended at once, after a preview of the cost', async () => {
    const { stripe, buy, read, pass, customer } = await openShop('pm_card_visa');
    const { id } = await buy({ trial_period_days: 21 });
    await pass(10);
    const details = { subscription: id, subscription_details: { trial_end: 'now' as const } };
    expect((await stripe.invoices.createPreview(details)).total).toBe(2400);
    const { status } = await stripe.subscriptions.update(id, { trial_end: 'now' });
    expect(status).toBe('active');
    const { item, created } = await read(id);
    expect(item.current_period_start - created).toBeGreaterThanOrEqual(10 * day);
    expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(1);
  });
});

test('a trial of a day announces its end at its beginning, and again when it is prolonged', async () => {
  const { stripe, buy, pass, now } = await openShop('pm_card_visa');
  const { id, created } = await buy({ trial_period_days: 1 });
  const warnings = async () => {
    const type = 'customer.subscription.trial_will_end';
    return (await stripe.events.list({ type })).data.map((event) => event.created);
  };
  expect(await warnings()).toEqual([created]);
  const trial_end = now() + 10 * day;
  await stripe.subscriptions.update(id, { trial_end });
  await pass(8);
  expect(await warnings()).toEqual([trial_end - 3 * day, created]);
});

describe('a first payment', () => {
  test('that is refused leaves an incomplete subscription, which ends after 23 hours', async () => {
    const { buy, read, invoices, clock, customer, stripe } = await openShop(
      'pm_card_chargeCustomerFail',
    );
    const { id, status } = await buy();
    expect(status).toBe('incomplete');
    await clock.advance(22 * 3_600_000);
    expect((await read(id)).status).toBe('incomplete');
    await clock.advance(2 * 3_600_000);
    expect((await read(id)).status).toBe('incomplete_expired');
    expect(await invoices()).toEqual([['subscription_create', 2400, 'void']]);
    expect((await stripe.charges.list({ customer: customer.id })).data).toMatchObject([
      { status: 'failed' },
    ]);
  });

  test('can be repeated with another card', async () => {
    const { stripe, buy, read } = await openShop('pm_card_chargeCustomerFail');
    const { id, latest_invoice } = await buy();
    const pay = (payment_method?: string) =>
      stripe.invoices.pay(latest_invoice as string, { payment_method });
    await expect(pay()).rejects.toMatchObject({ type: 'StripeCardError', code: 'card_declined' });
    expect((await pay('pm_card_visa')).status).toBe('paid');
    expect((await read(id)).status).toBe('active');
    await expect(pay()).rejects.toThrow('already paid');
  });

  test('that is refused leaves nothing behind with `error_if_incomplete`', async () => {
    const { stripe, buy } = await openShop('pm_card_chargeCustomerFail');
    await expect(buy({ payment_behavior: 'error_if_incomplete' })).rejects.toMatchObject({
      type: 'StripeCardError',
      decline_code: 'generic_decline',
    });
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
    expect((await stripe.invoices.list()).data).toEqual([]);
  });

  test('needs a payment method', async () => {
    const { stripe, buy } = await openShop();
    await expect(buy()).rejects.toMatchObject({ code: 'resource_missing' });
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
    const { status } = await buy({ payment_behavior: 'default_incomplete' });
    expect(status).toBe('incomplete');
  });

  test('waits until the customer authenticates, which confirms it', async () => {
    const { stripe, buy, read, post } = await openShop();
    const { id } = await buy({ payment_behavior: 'default_incomplete' });
    const expand = ['latest_invoice.confirmation_secret', 'latest_invoice.payments'];
    const { latest_invoice } = await stripe.subscriptions.retrieve(id, { expand });
    const { client_secret } = (latest_invoice as Stripe.Invoice).confirmation_secret!;
    const payment_method = 'pm_card_authenticationRequired';
    const confirmed = await post('/confirm', { client_secret, payment_method });
    expect(confirmed.body).toMatchObject({ status: 'requires_action' });
    const { data } = await stripe.events.list({ type: 'invoice.payment_action_required' });
    expect(data).toHaveLength(1);
    expect((await read(id)).status).toBe('incomplete');
    const { body } = await post('/authenticate', { client_secret, outcome: 'succeed' });
    expect(body.status).toBe('succeeded');
    expect((await read(id)).status).toBe('active');
  });

  test('of a card that refuses after authentication is refused', async () => {
    const { buy, post } = await openShop();
    const { latest_invoice } = await buy({
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    });
    const { client_secret } = (latest_invoice as Stripe.Invoice).confirmation_secret!;
    const payment_method = 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds';
    await post('/confirm', { client_secret, payment_method });
    const { body } = await post('/authenticate', { client_secret, outcome: 'succeed' });
    expect(body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'insufficient_funds' },
    });
  });
});

describe('renewals', () => {
  test('are charged an hour after the period begins, each month on the same day', async () => {
    const { stripe, buy, read, pass, clock, now } = await openShop('pm_card_visa');
    // The 31st, which most months do not have.
    const thirtyFirst = Date.UTC(new Date().getUTCFullYear() + 1, 0, 31, 12) / 1000;
    await pass((thirtyFirst - now()) / day);
    const { id } = await buy();
    const ends: string[] = [];
    for (let month = 0; month < 4; month++) {
      const { item } = await read(id);
      ends.push(new Date(item.current_period_end * 1000).toISOString().slice(5, 10));
      await clock.advance((item.current_period_end - now() + 60) * 1000);
      expect((await read(id)).invoice).toMatchObject({ status: 'draft', total: 2400 });
      await clock.advance(3_600_000);
      expect((await read(id)).invoice).toMatchObject({ status: 'paid', total: 2400 });
    }
    expect(ends).toEqual([expect.stringMatching(/02-2[89]/), '03-31', '04-30', '05-31']);
    const { data } = await stripe.invoices.list({ limit: 100 });
    const numbers = data.map(({ number }) => number!.slice(-4));
    expect(numbers).toEqual(['0005', '0004', '0003', '0002', '0001']);
  });

  test('of a year that passes at once are all made, at their times', async () => {
    const { stripe, buy, read, pass } = await openShop('pm_card_visa');
    const { id, created } = await buy();
    await pass(366);
    const { data } = await stripe.invoices.list({ limit: 100 });
    expect(data).toHaveLength(13);
    expect(data.every(({ status, total }) => status === 'paid' && total === 2400)).toBe(true);
    const times = data.map((invoice) => invoice.created);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(times[0]! - created).toBeLessThanOrEqual(366 * day);
    expect((await read(id)).status).toBe('active');
  });

  test('that fail are repeated over 21 days; then the subscription is unpaid', async () => {
    const { stripe, customer, buy, read, pass, now } = await openShop('pm_card_visa');
    const { id } = await buy();
    await putCard(stripe, customer.id, 'pm_card_chargeCustomerFail');
    await pass(((await read(id)).item.current_period_end - now()) / day + 0.1);
    const first = await read(id);
    expect(first).toMatchObject({
      status: 'past_due',
      invoice: { status: 'open', attempt_count: 1 },
    });
    const attempts = [1];
    for (let passed = 1; passed <= 22; passed++) {
      await pass(1);
      attempts.push((await read(id)).invoice.attempt_count);
    }
    expect([attempts[2], attempts[4], attempts[9], attempts[16], attempts[22]]).toEqual([
      1, 2, 3, 4, 5,
    ]);
    const last = await read(id);
    expect(last).toMatchObject({ status: 'unpaid', invoice: { next_payment_attempt: null } });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ delinquent: true });
    for (const type of ['invoice.payment_failed', 'invoice.updated']) {
      const { data } = await stripe.events.list({ type, limit: 100 });
      expect(data).toHaveLength(5);
    }
    await pass(31);
    const rests = await read(id);
    expect(rests).toMatchObject({ status: 'unpaid', invoice: { status: 'draft' } });
    await putCard(stripe, customer.id, 'pm_card_visa');
    await stripe.invoices.pay(rests.invoice.id);
    expect((await read(id)).status).toBe('active');
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ delinquent: false });
  });

  test('succeed with a new card at the next attempt', async () => {
    const { stripe, customer, buy, read, pass } = await openShop('pm_card_visa');
    const { id } = await buy();
    await putCard(stripe, customer.id, 'pm_card_chargeCustomerFail');
    await pass(32);
    expect((await read(id)).status).toBe('past_due');
    await putCard(stripe, customer.id, 'pm_card_visa');
    await pass(4);
    expect(await read(id)).toMatchObject({ status: 'active', invoice: { status: 'paid' } });
  });

  test('end the subscription after the last attempt if the account says so', async () => {
    const settings = { afterRetries: 'canceled' as const, retryDays: [1, 2] };
    const { stripe, customer, buy, read, pass } = await openShop('pm_card_visa', settings);
    const { id } = await buy();
    await putCard(stripe, customer.id, 'pm_card_chargeCustomerFail');
    await pass(35);
    expect(await read(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
  });

  test('of a card that requires authentication each time wait for the customer', async () => {
    const { stripe, post, customer, buy, read, pass } = await openShop('pm_card_visa');
    const { id } = await buy();
    await putCard(stripe, customer.id, 'pm_card_authenticationRequired');
    await pass(32);
    const { status, invoice } = await read(id);
    expect(status).toBe('past_due');
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({
      code: 'invoice_payment_intent_requires_action',
    });
    const page = await (await fetch(invoice.hosted_invoice_url!)).text();
    const [, client_secret] = /client_secret=([^"]+)"/.exec(page)!;
    await post('/authenticate', { client_secret, outcome: 'succeed' });
    expect((await read(id)).status).toBe('active');
  });

  test('are refused for an expired card', async () => {
    const { stripe, customer, buy, read, pass, post } = await openShop();
    const date = new Date();
    const card = {
      number: '4242424242424242',
      exp_month: date.getUTCMonth() + 1,
      exp_year: date.getUTCFullYear(),
      cvc: '123',
    };
    const { body } = await post('/payment_methods', { type: 'card', card });
    await stripe.paymentMethods.attach(body.id, { customer: customer.id });
    const { id } = await buy({ default_payment_method: body.id });
    await pass(32);
    expect((await read(id)).status).toBe('past_due');
    const { data } = await stripe.charges.list({ customer: customer.id });
    expect(data[0]).toMatchObject({ status: 'failed', failure_code: 'expired_card' });
  });
});

describe('a change of plan', () => {
  test('to another interval begins a new period and credits the unused time', async () => {
    const { stripe, buy, read, annual, pass, now } = await openShop('pm_card_visa');
    const { id, items } = await buy();
    await pass(10);
    const change = { items: [{ id: items.data[0]!.id, price: annual.id }] };
    const proration_date = now();
    const preview = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: { ...change, proration_date },
    });
    const [unused, year] = preview.lines.data;
    const { current_period_start, current_period_end } = items.data[0]!;
    const share =
      (current_period_end - proration_date) / (current_period_end - current_period_start);
    expect(unused!.amount).toBe(-Math.round(2400 * share));
    expect(year!.amount).toBe(24_000);
    expect(preview.total).toBe(24_000 + unused!.amount);
    expect((await stripe.invoices.list()).data).toHaveLength(1);
    await stripe.subscriptions.update(id, { ...change, proration_date });
    const after = await read(id);
    expect(after.invoice).toMatchObject({
      status: 'paid',
      total: preview.total,
      amount_paid: preview.total,
      billing_reason: 'subscription_update',
    });
    expect(after.item).toMatchObject({
      price: { id: annual.id },
      plan: { amount: 24_000, interval: 'year' },
      current_period_start: proration_date,
    });
  });

  test('to a cheaper plan leaves a credit, which pays the next invoices', async () => {
    const { stripe, customer, buy, read, annual, monthly, pass } = await openShop('pm_card_visa');
    const { id, items } = await buy({ items: [{ price: annual.id }] });
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]!.id, price: monthly.id }],
    });
    const { invoice } = await read(id);
    expect(invoice).toMatchObject({ status: 'paid', amount_due: 0, amount_paid: 0 });
    expect(invoice.total).toBeLessThan(-21_000);
    const { balance } = (await stripe.customers.retrieve(customer.id)) as Stripe.Customer;
    expect(balance).toBe(invoice.total);
    await pass(32);
    expect((await read(id)).invoice).toMatchObject({ total: 2400, amount_due: 0, status: 'paid' });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: balance + 2400 });
    expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(1);
  });

  test('on trial costs nothing', async () => {
    const { stripe, buy, read, annual } = await openShop();
    const { id, items } = await buy({ trial_period_days: 21 });
    await stripe.subscriptions.update(id, { items: [{ id: items.data[0]!.id, price: annual.id }] });
    const after = await read(id);
    expect(after).toMatchObject({ status: 'trialing', item: { price: { id: annual.id } } });
    expect((await stripe.invoices.list()).data).toHaveLength(1);
  });

  test('that cannot be paid is undone with `error_if_incomplete`', async () => {
    const { stripe, customer, buy, read, annual, monthly } = await openShop('pm_card_visa');
    const { id, items } = await buy();
    await putCard(stripe, customer.id, 'pm_card_chargeCustomerFail');
    const change = { items: [{ id: items.data[0]!.id, price: annual.id }] };
    await expect(
      stripe.subscriptions.update(id, { ...change, payment_behavior: 'error_if_incomplete' }),
    ).rejects.toMatchObject({ statusCode: 402 });
    expect(await read(id)).toMatchObject({ status: 'active', item: { price: { id: monthly.id } } });
    await stripe.subscriptions.update(id, change);
    expect(await read(id)).toMatchObject({
      status: 'past_due',
      item: { price: { id: annual.id } },
    });
  });

  test('is active once the latest invoice is paid, even if an older one stays open', async () => {
    const { stripe, customer, buy, read, annual, monthly, pass } = await openShop('pm_card_visa');
    const { id, items } = await buy();
    await putCard(stripe, customer.id, 'pm_card_chargeCustomerFail');
    const change = (price: string) =>
      stripe.subscriptions.update(id, { items: [{ id: items.data[0]!.id, price }] });
    expect((await change(annual.id)).status).toBe('past_due');
    // Credits the unused year although it is unpaid, as Stripe does.
    expect((await change(monthly.id)).status).toBe('active');
    await pass(4);
    const { data } = await stripe.invoices.list({ status: 'open' });
    expect(data).toMatchObject([{ attempt_count: 2 }]);
    expect((await read(id)).status).toBe('active');
    expect((await stripe.invoices.voidInvoice(data[0]!.id)).status).toBe('void');
    await expect(stripe.invoices.pay(data[0]!.id)).rejects.toThrow('void');
  });

  test('of the quantity is settled with the next invoice', async () => {
    const { stripe, buy, read, pass } = await openShop('pm_card_visa');
    const { id, items } = await buy();
    await pass(15);
    const item = items.data[0]!;
    await stripe.subscriptions.update(id, { items: [{ id: item.id, quantity: 2 }] });
    expect((await stripe.invoices.list()).data).toHaveLength(1);
    const preview = await stripe.invoices.createPreview({ subscription: id });
    await pass(17);
    const { invoice } = await read(id);
    expect(invoice.lines.data).toHaveLength(3);
    expect(invoice.total).toBeGreaterThan(2 * 2400);
    expect(invoice.total).toBe(preview.total);
  });

  test('can be previewed before a purchase', async () => {
    const { stripe, customer, annual, now } = await openShop();
    const coupon = await stripe.coupons.create({ percent_off: 10, max_redemptions: 1 });
    const preview = await stripe.invoices.createPreview({
      customer: customer.id,
      discounts: [{ coupon: coupon.id }],
      subscription_details: { items: [{ price: annual.id }] },
    });
    expect(preview).toMatchObject({ subtotal: 24_000, total: 21_600 });
    const onTrial = await stripe.invoices.createPreview({
      customer: customer.id,
      subscription_details: { items: [{ price: annual.id }], trial_end: now() + 10 * day },
    });
    expect(onTrial.amount_due).toBe(0);
    expect(await stripe.coupons.retrieve(coupon.id)).toMatchObject({
      times_redeemed: 0,
      valid: true,
    });
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
  });
});

describe('a coupon', () => {
  test.each([
    [{ duration: 'once' as const }, [1200, 2400, 2400, 2400]],
    [{ duration: 'repeating' as const, duration_in_months: 2 }, [1200, 1200, 2400, 2400]],
    [{ duration: 'forever' as const }, [1200, 1200, 1200, 1200]],
  ])('with %j takes half off these: %j', async (duration, totals) => {
    const { stripe, buy, pass } = await openShop('pm_card_visa');
    const coupon = await stripe.coupons.create({ percent_off: 50, ...duration });
    await buy({ discounts: [{ coupon: coupon.id }] });
    await pass(95);
    const { data } = await stripe.invoices.list({ limit: 100 });
    expect(data.map(({ total }) => total).toReversed()).toEqual(totals);
  });

  test('for once waits for the end of a trial', async () => {
    const { stripe, buy, read, pass } = await openShop('pm_card_visa');
    const coupon = await stripe.coupons.create({ percent_off: 50 });
    const { id } = await buy({ trial_period_days: 21, discounts: [{ coupon: coupon.id }] });
    await pass(22);
    expect((await read(id)).invoice.total).toBe(1200);
    await pass(31);
    expect((await read(id)).invoice.total).toBe(2400);
  });

  test('is put on a running subscription and taken off', async () => {
    const { stripe, buy, pass, read } = await openShop('pm_card_visa');
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const { id } = await buy();
    const discounted = await stripe.subscriptions.update(id, {
      discounts: [{ coupon: coupon.id }],
      expand: ['discounts.source.coupon'],
    });
    expect(discounted.discounts).toMatchObject([{ source: { coupon: { percent_off: 50 } } }]);
    await pass(32);
    expect((await read(id)).invoice.total).toBe(1200);
    await stripe.subscriptions.update(id, { discounts: '' });
    await pass(31);
    expect((await read(id)).invoice.total).toBe(2400);
  });
});

describe('the end', () => {
  test('comes with the end of the period, and can be undone before', async () => {
    const { stripe, buy, read, pass, customer } = await openShop('pm_card_visa');
    const { id } = await buy();
    const cancelled = await stripe.subscriptions.update(id, {
      cancel_at_period_end: true,
      cancellation_details: { feedback: 'too_expensive', comment: 'Too much for us.' },
    });
    expect(cancelled).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: cancelled.items.data[0]!.current_period_end,
      cancellation_details: { feedback: 'too_expensive', reason: 'cancellation_requested' },
    });
    const undone = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(undone).toMatchObject({ cancel_at: null, canceled_at: null });
    await pass(32);
    expect((await read(id)).status).toBe('active');
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await pass(31);
    const ended = await read(id);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: ended.item.current_period_end });
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
    const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'canceled' });
    expect(data.map((each) => each.id)).toEqual([id]);
    await pass(100);
    expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(2);
  });

  test('comes at once, and then nothing can be changed', async () => {
    const { stripe, buy } = await openShop('pm_card_visa');
    const { id } = await buy();
    expect((await stripe.subscriptions.cancel(id)).status).toBe('canceled');
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({
      code: 'resource_missing',
    });
    await expect(
      stripe.subscriptions.update(id, { cancel_at_period_end: false }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  test('does not come while collection is paused; invoices become void instead', async () => {
    const { stripe, buy, read, pass, invoices } = await openShop('pm_card_visa');
    const { id } = await buy();
    const paused = await stripe.subscriptions.update(id, {
      pause_collection: { behavior: 'mark_uncollectible' },
    });
    expect(paused.pause_collection).toEqual({ behavior: 'mark_uncollectible', resumes_at: null });
    await pass(62);
    expect((await read(id)).status).toBe('active');
    await stripe.subscriptions.update(id, { pause_collection: '' });
    await pass(31);
    expect(await invoices()).toEqual([
      ['subscription_cycle', 2400, 'paid'],
      ['subscription_cycle', 2400, 'uncollectible'],
      ['subscription_cycle', 2400, 'uncollectible'],
      ['subscription_create', 2400, 'paid'],
    ]);
  });
});

test('an invoice has a PDF that opens', async () => {
  const { buy, read } = await openShop('pm_card_visa');
  const { invoice } = await read((await buy()).id);
  const response = await fetch(invoice.invoice_pdf!);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
});

test('a charge that the card holder denies is disputed, and lost without an answer', async () => {
  const { stripe, buy, pass } = await openShop('pm_card_createDispute');
  expect((await buy()).status).toBe('active');
  const disputeOf = async (type: string) =>
    (await stripe.events.list({ type })).data.map(({ data }) => data.object as Stripe.Dispute);
  const [dispute] = await disputeOf('charge.dispute.created');
  expect(dispute).toMatchObject({ status: 'needs_response', amount: 2400, reason: 'fraudulent' });
  expect(await stripe.charges.retrieve(dispute!.charge as string)).toMatchObject({
    disputed: true,
  });
  await pass(8);
  expect(await disputeOf('charge.dispute.closed')).toMatchObject([
    { id: dispute!.id, status: 'lost' },
  ]);
});
