import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import {
  createCustomer,
  createDiscount,
  createPrices,
  openTestStripe,
  putCard,
} from './test-stripe.ts';

const day = 86_400;

/** A Stripe with the two prices and a customer; `buy` makes a subscription to the monthly one. */
async function openShop(card?: string) {
  const opened = await openTestStripe();
  const { stripe, now } = opened;
  const prices = await createPrices(stripe);
  const customer = await createCustomer(stripe, card);
  const buy = (options: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.monthly.id }],
      ...options,
    });
  const trial = (days: number) => ({ trial_end: now() + days * day });
  const read = async (id: string) => {
    const subscription = await stripe.subscriptions.retrieve(id);
    const invoice = await stripe.invoices.retrieve(subscription.latest_invoice as string, {
      expand: ['confirmation_secret'],
    });
    const [item] = subscription.items.data as [Stripe.SubscriptionItem];
    return { ...subscription, invoice, item };
  };
  const invoices = async () => {
    const { data } = await stripe.invoices.list({ customer: customer.id, limit: 100 });
    return data.map(({ total, status, billing_reason }) => [billing_reason, total, status]);
  };
  const events = async (type: Stripe.Event.Type) => {
    const all = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
    return all.filter((event) => event.type === type).map(({ data }) => data.object);
  };
  const change = (id: string, item: Stripe.SubscriptionItem, price: Stripe.Price) =>
    stripe.subscriptions.update(id, {
      items: [{ id: item.id, price: price.id }],
      proration_behavior: 'always_invoice',
    });
  return { ...opened, ...prices, customer, buy, trial, read, invoices, events, change };
}

test('a trial needs no card, announces its end, and then charges a card that was added', async () => {
  const { stripe, customer, buy, trial, read, invoices, events, pass } = await openShop();
  const asked = trial(21);
  const { id, trial_end } = await buy(asked);
  expect(trial_end).toBe(asked.trial_end);
  expect(await invoices()).toEqual([['subscription_create', 0, 'paid']]);
  const warned = () => events('customer.subscription.trial_will_end');
  await pass(17.9);
  expect(await warned()).toEqual([]);
  await pass(0.2);
  expect(await warned()).toMatchObject([{ id }]);
  await putCard(stripe, customer.id, 'pm_card_visa');
  await pass(3);
  const after = await read(id);
  expect(after).toMatchObject({ status: 'active', invoice: { status: 'paid', total: 2400 } });
  expect(after.item.current_period_start).toBe(trial_end);
  expect(await warned()).toHaveLength(1);
});

test('a trial without a card ends past due', async () => {
  const { buy, trial, read, pass } = await openShop();
  const { id } = await buy(trial(21));
  await pass(22);
  expect((await read(id)).status).toBe('past_due');
});

test('a trial of a day announces its end at its beginning', async () => {
  const { buy, trial, events } = await openShop('pm_card_visa');
  const { id } = await buy(trial(1));
  expect(await events('customer.subscription.trial_will_end')).toMatchObject([{ id }]);
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
    const { stripe, customer, buy, read } = await openShop('pm_card_chargeCustomerFail');
    const { id, latest_invoice } = await buy();
    const pay = () => stripe.invoices.pay(latest_invoice as string);
    await expect(pay()).rejects.toMatchObject({ type: 'StripeCardError', code: 'card_declined' });
    await putCard(stripe, customer.id, 'pm_card_visa');
    expect((await pay()).status).toBe('paid');
    expect((await read(id)).status).toBe('active');
    await expect(pay()).rejects.toThrow('already paid');
  });

  test('needs a payment method', async () => {
    const { stripe, buy } = await openShop();
    await expect(buy()).rejects.toMatchObject({ code: 'resource_missing' });
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
    expect((await stripe.invoices.list()).data).toEqual([]);
  });

  test('waits until the customer authenticates', async () => {
    const { buy, read, post, events } = await openShop('pm_card_authenticationRequired');
    const { id } = await buy();
    expect(await events('invoice.payment_action_required')).toHaveLength(1);
    const { status, invoice } = await read(id);
    expect(status).toBe('incomplete');
    const { client_secret } = invoice.confirmation_secret!;
    const { body } = await post('/authenticate', { client_secret, outcome: 'succeed' });
    expect(body.status).toBe('succeeded');
    expect((await read(id)).status).toBe('active');
  });

  test('of a card that refuses after authentication is refused', async () => {
    const { stripe, customer, buy, read, post } = await openShop();
    await putCard(
      stripe,
      customer.id,
      'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    );
    const { client_secret } = (await read((await buy()).id)).invoice.confirmation_secret!;
    const { body } = await post('/authenticate', { client_secret, outcome: 'succeed' });
    expect(body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { message: 'Your card has insufficient funds.' },
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
    expect((await stripe.invoices.list()).data).toHaveLength(5);
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
    const { stripe, customer, buy, read, events, pass, now } = await openShop('pm_card_visa');
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
    expect(await events('invoice.payment_failed')).toHaveLength(5);
    await pass(31);
    const rests = await read(id);
    expect(rests).toMatchObject({ status: 'unpaid', invoice: { status: 'draft' } });
    await putCard(stripe, customer.id, 'pm_card_visa');
    await stripe.invoices.pay(rests.invoice.id);
    expect((await read(id)).status).toBe('active');
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
    const { client_secret } = invoice.confirmation_secret!;
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
    await putCard(stripe, customer.id, body.id);
    const { id } = await buy();
    await pass(32);
    expect((await read(id)).status).toBe('past_due');
    const { data } = await stripe.charges.list({ customer: customer.id });
    expect(data[0]).toMatchObject({ status: 'failed' });
  });
});

describe('a change of plan', () => {
  test('to another interval begins a new period and credits the unused time', async () => {
    const { stripe, customer, buy, read, annual, change, pass, now } =
      await openShop('pm_card_visa');
    const { id, items } = await buy();
    await pass(10);
    const [item] = items.data as [Stripe.SubscriptionItem];
    const preview = await stripe.invoices.createPreview({
      customer: customer.id,
      subscription: id,
      subscription_details: {
        items: [{ id: item.id, price: annual.id }],
        proration_behavior: 'always_invoice',
      },
    });
    const [unused, year] = preview.lines.data;
    const share =
      (item.current_period_end - now()) / (item.current_period_end - item.current_period_start);
    expect(unused!.amount).toBeCloseTo(-2400 * share, -1);
    expect(year!.amount).toBe(24_000);
    expect(preview.total).toBe(24_000 + unused!.amount);
    expect((await stripe.invoices.list()).data).toHaveLength(1);
    await change(id, item, annual);
    const after = await read(id);
    expect(after.invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' });
    expect(Math.abs(after.invoice.total - preview.total)).toBeLessThanOrEqual(1);
    expect(after.item.price.id).toBe(annual.id);
    expect(now() - after.item.current_period_start).toBeLessThan(60);
  });

  test('to another price of the same interval charges the difference for the time that is left', async () => {
    const { stripe, product, buy, read, change, pass } = await openShop('pm_card_visa');
    const dearer = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 4800,
      recurring: { interval: 'month' },
    });
    const { id, items } = await buy();
    await pass(10);
    await change(id, items.data[0]!, dearer);
    const { invoice, item } = await read(id);
    expect(invoice.lines.data).toHaveLength(2);
    expect(invoice.total).toBeGreaterThan(1200);
    expect(invoice.total).toBeLessThan(2400);
    expect(item.current_period_end).toBe(items.data[0]!.current_period_end);
  });

  test('to a cheaper plan leaves a credit, which pays the next invoices', async () => {
    const { stripe, customer, buy, read, annual, monthly, change, pass } =
      await openShop('pm_card_visa');
    const { id, items } = await buy({ items: [{ price: annual.id }] });
    await change(id, items.data[0]!, monthly);
    const { invoice } = await read(id);
    expect(invoice).toMatchObject({ status: 'paid', amount_due: 0 });
    expect(invoice.total).toBeLessThan(-21_000);
    const { balance } = (await stripe.customers.retrieve(customer.id)) as Stripe.Customer;
    expect(balance).toBe(invoice.total);
    await pass(32);
    expect((await read(id)).invoice).toMatchObject({ total: 2400, amount_due: 0, status: 'paid' });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: balance + 2400 });
    expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(1);
  });

  test('on trial costs nothing', async () => {
    const { stripe, buy, trial, read, annual, change } = await openShop();
    const { id, items } = await buy(trial(21));
    await change(id, items.data[0]!, annual);
    const after = await read(id);
    expect(after).toMatchObject({ status: 'trialing', item: { price: { id: annual.id } } });
    expect((await stripe.invoices.list()).data).toHaveLength(1);
  });

  test('is active once the latest invoice is paid, even if an older one stays open', async () => {
    const { stripe, customer, buy, read, annual, monthly, change, pass } =
      await openShop('pm_card_visa');
    const { id, items } = await buy();
    const [item] = items.data as [Stripe.SubscriptionItem];
    await putCard(stripe, customer.id, 'pm_card_chargeCustomerFail');
    expect((await change(id, item, annual)).status).toBe('past_due');
    // Credits the unused year although it is unpaid, as Stripe does.
    expect((await change(id, item, monthly)).status).toBe('active');
    await pass(4);
    const { data } = await stripe.invoices.list({ status: 'open' });
    expect(data).toMatchObject([{ attempt_count: 2 }]);
    expect((await read(id)).status).toBe('active');
    expect((await stripe.invoices.voidInvoice(data[0]!.id)).status).toBe('void');
    await expect(stripe.invoices.pay(data[0]!.id)).rejects.toThrow('void');
  });

  test('can be previewed before a purchase', async () => {
    const { stripe, customer, annual, trial } = await openShop();
    const discount = await createDiscount(stripe, { percent_off: 10 });
    const items = [{ price: annual.id }];
    const preview = await stripe.invoices.createPreview({
      customer: customer.id,
      discounts: [discount],
      subscription_details: { items },
    });
    expect(preview.total).toBe(21_600);
    const onTrial = await stripe.invoices.createPreview({
      customer: customer.id,
      subscription_details: { items, ...trial(10) },
    });
    expect(onTrial.amount_due).toBe(0);
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
  });
});

describe('a coupon', () => {
  test.each([
    [{ duration: 'once' as const }, [1200, 2400, 2400, 2400]],
    [{ duration: 'forever' as const }, [1200, 1200, 1200, 1200]],
  ])('with %j takes half off these: %j', async (duration, totals) => {
    const { stripe, buy, pass } = await openShop('pm_card_visa');
    const discount = await createDiscount(stripe, { percent_off: 50, ...duration });
    await buy({ discounts: [discount] });
    await pass(95);
    const { data } = await stripe.invoices.list({ limit: 100 });
    expect(data.map(({ total }) => total).toReversed()).toEqual(totals);
  });

  test('for once waits for the end of a trial', async () => {
    const { stripe, buy, trial, read, pass } = await openShop('pm_card_visa');
    const discount = await createDiscount(stripe, { percent_off: 50 });
    const { id } = await buy({ ...trial(21), discounts: [discount] });
    await pass(22);
    expect((await read(id)).invoice.total).toBe(1200);
    await pass(31);
    expect((await read(id)).invoice.total).toBe(2400);
  });

  test('is put on a running subscription', async () => {
    const { stripe, buy, pass, read } = await openShop('pm_card_visa');
    const discount = await createDiscount(stripe, { percent_off: 50, duration: 'forever' });
    const { id } = await buy();
    await stripe.subscriptions.update(id, { discounts: [discount] });
    const { data } = await stripe.subscriptions.list({
      status: 'all',
      expand: ['data.discounts.source.coupon'],
    });
    expect(data[0]!.discounts).toMatchObject([{ source: { coupon: { percent_off: 50 } } }]);
    await pass(32);
    expect((await read(id)).invoice.total).toBe(1200);
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
      cancellation_details: { feedback: 'too_expensive', comment: 'Too much for us.' },
    });
    const undone = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect(undone).toMatchObject({ cancel_at_period_end: false, cancellation_details: {} });
    await pass(32);
    expect((await read(id)).status).toBe('active');
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await pass(31);
    expect((await read(id)).status).toBe('canceled');
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
    expect(paused.pause_collection).toEqual({ behavior: 'mark_uncollectible' });
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
  const { stripe, buy, events, pass } = await openShop('pm_card_createDispute');
  expect((await buy()).status).toBe('active');
  const [dispute] = (await events('charge.dispute.created')) as Stripe.Dispute[];
  expect(dispute).toMatchObject({ status: 'needs_response' });
  expect(await stripe.charges.retrieve(dispute!.charge as string)).toMatchObject({ amount: 2400 });
  await pass(8);
  expect(await events('charge.dispute.closed')).toMatchObject([
    { id: dispute!.id, status: 'lost' },
  ]);
});
