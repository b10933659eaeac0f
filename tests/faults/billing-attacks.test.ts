/** Attacks by customers and strangers, and failures at Stripe. */
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { billingSteps, cardNumbers } from './support/billing-steps.ts';
import { type Customer, openBillingWorld } from './support/billing-world.ts';
import { newPromotionCode } from './support/promotion-code.ts';

const world = await openBillingWorld();
const steps = billingSteps(world);
const { addBankAccount, buy, cancel, customerId, subscriptions } = steps;
const addCard = steps.addCard();
const day = 86_400_000;

async function after(...steps: readonly ((customer: Customer) => Promise<unknown>)[]) {
  const customer = await world.newCustomer();
  for (const step of steps) await step(customer);
  return customer;
}

const trialIsOver = () => world.pass(22 * day);

const chargesOf = async (customer: Customer) => {
  const { data } = await world.stripe.charges.list({ customer: await customerId(customer) });
  return data.map(({ status, amount }) => `${status} ${amount}`);
};

const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (failure) => failure,
  );
  return { code: error?.code, message: error?.message };
};

test('a first payment that is refused says why, and another card is charged once', async () => {
  const customer = await after(steps.addCard(cardNumbers.declinesCharges), trialIsOver);
  const before = await world.billing.getBilling(customer.orgId);
  expect(await refusal(buy('Monthly')(customer))).toEqual({
    code: 'PaymentDeclined',
    message: 'Your card was declined.',
  });
  const refused = await world.call(customer, 'get-subscription', { query: {} });
  expect(refused).toMatchObject({ status: 'incomplete', _isExpired: true });
  expect(refused.payment_action).toBeUndefined();
  expect(refused.payment_error).toBe('Your card was declined.');
  const record = await world.billing.getBilling(customer.orgId);
  expect(record!.purchase_key).not.toBe(before!.purchase_key);
  // A second try with the same card is refused by a new charge, not by the stored answer.
  expect(await refusal(buy('Monthly')(customer))).toMatchObject({ code: 'PaymentDeclined' });
  expect(await chargesOf(customer)).toEqual(['failed 2400', 'failed 2400']);
  await addCard(customer);
  expect(await buy('Monthly')(customer)).toMatchObject({ status: 'active', _isExpired: false });
  expect(await chargesOf(customer)).toEqual(['succeeded 2400', 'failed 2400', 'failed 2400']);
});

test('a payment that the bank wants to have authenticated can be confirmed on a later visit', async () => {
  const customer = await after(steps.addCard(cardNumbers.authenticates), trialIsOver);
  const asked = await buy('Monthly')(customer);
  const visit = await world.call(customer, 'get-subscription', { query: {} });
  expect(visit.payment_action).toEqual(asked.payment_action);
  await world.atStripe('authenticate', { ...visit.payment_action, outcome: 'succeed' });
  const paid = await world.call(customer, 'get-subscription', { query: {} });
  expect(paid).toMatchObject({ status: 'active', _isExpired: false });
  expect(paid.payment_action).toBeUndefined();
});

test('a bank debit under way is not started a second time', async () => {
  const customer = await after(addBankAccount);
  await world.call(customer, 'verify-bank-account', { body: { amounts: [45, 32] } });
  await trialIsOver();
  await buy('Monthly')(customer);
  await buy('Monthly')(customer);
  await buy('Annual')(customer).catch(() => undefined);
  const live = (await subscriptions(customer)).filter(({ status }) => status !== 'canceled');
  expect(live).toHaveLength(1);
  expect((await chargesOf(customer)).filter((charge) => charge === 'pending 2400')).toHaveLength(1);
});

test('concurrent changes by two tabs and two admins leave one subscription', async () => {
  const customer = await after(addCard, trialIsOver);
  const other = { ...customer, email: 'second-admin@example.com' };
  await Promise.all([
    buy('Monthly')(customer),
    buy('Monthly')(other),
    buy('Monthly')(customer),
    cancel(other).catch(() => undefined),
    addCard(other),
  ]);
  expect(await subscriptions(customer)).toHaveLength(1);
  expect(await chargesOf(customer)).toEqual(['succeeded 2400']);
});

test('ids of others do not exist', async () => {
  const [own, foreign] = [
    await after(addCard, buy('Monthly')),
    await after(addCard, buy('Annual')),
  ];
  const claimed = {
    customer: (await customerId(foreign))!,
    subscription: (await subscriptions(foreign))[0]!.id,
    method: (await world.billing.getBilling(foreign.orgId))!.payment_method!.id,
  };
  const none = { code: 'NotFound' };
  const tries: (() => Promise<unknown>)[] = [
    () => world.call(own, 'list-invoices', { query: { stripe_customer_id: claimed.customer } }),
    () =>
      world.call(own, 'get-subscription', {
        query: { stripe_subscription_id: claimed.subscription },
      }),
    () => world.call(own, 'get-subscription', { query: { org_id: foreign.orgId } }),
    () =>
      world.call(own, 'update-subscription', {
        body: { subscription_plan: 'Annual', org_id: foreign.orgId },
      }),
    () =>
      world.call(own, 'update-subscription', {
        body: { subscription_plan: 'Annual', stripe_subscription_id: claimed.subscription },
      }),
    () =>
      world.call(own, 'update-subscription', {
        body: { keep_subscription: true, stripe_subscription_id: claimed.subscription },
      }),
    () =>
      world.call(own, 'cancel-subscription', {
        body: { option: 'Pricing', org_id: foreign.orgId },
      }),
    () =>
      world.call(own, 'apply-coupon', {
        body: { stripe_subscription_id: claimed.subscription, couponCode: 'X' },
      }),
    () => world.call(own, 'update-payment-method', { body: { token_id: claimed.method } }),
    () =>
      world.call(own, 'verify-bank-account', {
        body: { item_id: foreign.orgId, amounts: [32, 45] },
      }),
    () =>
      world.call(own, 'verify-bank-account', {
        body: { collection_id: foreign.orgId, amounts: [32, 45] },
      }),
  ];
  for (const attempt of tries) expect(await refusal(attempt())).toMatchObject(none);
  const unknown = world.call(own, 'update-payment-method', { body: { token_id: 'pm_none' } });
  expect(await refusal(unknown)).toMatchObject(none);
  // Ids of customers and card numbers are not payment methods.
  for (const token_id of [claimed.customer, 'pm_../customers', 'pm_ 1', cardNumbers.works]) {
    const attempt = world.call(own, 'update-payment-method', { body: { token_id } });
    const { code, message } = await refusal(attempt);
    expect(code).toBe('InvalidRequest');
    expect(message).not.toContain(token_id);
  }
});

test('invalid amounts, plans, codes and comments are refused before any call to Stripe', async () => {
  const customer = await after(addCard);
  const invalid = { code: 'InvalidRequest' };
  const amounts = [[-1, 5], [101, 5], [1.5, 5], [1e300, 5], [5], [1, 2, 3], ['5', '6'], []];
  for (const value of amounts) {
    const attempt = world.call(customer, 'verify-bank-account', {
      body: { amounts: value as number[] },
    });
    expect(await refusal(attempt)).toMatchObject(invalid);
  }
  for (const subscription_plan of ['Free', '__proto__', 'monthly', '', 0]) {
    const attempt = world.call(customer, 'update-subscription', {
      body: { subscription_plan: subscription_plan as 'Monthly' },
    });
    expect(await refusal(attempt)).toMatchObject(invalid);
  }
  for (const couponCode of ['', ' ', 'x'.repeat(151)]) {
    const attempt = world.call(customer, 'apply-coupon', { body: { couponCode } });
    expect(await refusal(attempt)).toMatchObject(invalid);
  }
  const reason = 'x'.repeat(5001);
  const attempt = world.call(customer, 'cancel-subscription', {
    body: { option: 'Other', reason },
  });
  expect(await refusal(attempt)).toMatchObject(invalid);
  expect(await subscriptions(customer)).toEqual([]);
});

test('coupons cannot be guessed', async () => {
  const customer = await after(addCard, buy('Monthly'));
  const guess = (couponCode: string) =>
    refusal(world.call(customer, 'apply-coupon', { body: { couponCode } }));
  for (let code = 0; code < 20; code++) {
    expect(await guess(`../customers/${code}`)).toMatchObject({ code: 'CouponInvalid' });
  }
  expect(await guess('CODE')).toMatchObject({ code: 'TooManyAttempts' });
  const preview = world.call(customer, 'preview-subscription', {
    body: { subscription_plan: 'Annual', couponCode: 'CODE' },
  });
  expect(await refusal(preview)).toMatchObject({ code: 'TooManyAttempts' });
  expect(await refusal(buy('Annual', 'CODE')(customer))).toMatchObject({
    code: 'TooManyAttempts',
  });
  // Without a coupon it goes on.
  expect(await buy('Annual')(customer)).toMatchObject({ plan: { interval: 'year' } });
});

test('a coupon works once for an organization, and only as a promotion code within its restrictions', async () => {
  const id = await newPromotionCode(world.stripe, 'ONCE');
  await newPromotionCode(world.stripe, 'NEWCOMER', { firstPurchase: true });
  await newPromotionCode(world.stripe, 'EARLY', { expires_at: world.seconds() - 1 });
  await newPromotionCode(world.stripe, 'SINGLE', { max_redemptions: 1 });
  const customer = await after(addCard, trialIsOver, buy('Monthly', 'ONCE'));
  const apply = (couponCode: string) =>
    refusal(world.call(customer, 'apply-coupon', { body: { couponCode } }));
  const preview = (couponCode: string) =>
    refusal(
      world.call(customer, 'preview-subscription', {
        body: { subscription_plan: 'Annual', couponCode },
      }),
    );
  const used = {
    code: 'CouponInvalid',
    message: 'You or your organization have used this coupon already.',
  };
  // Its discount is used up with the first invoice. After each renewal it was taken again.
  await world.pass(32 * day);
  expect(await apply('ONCE')).toEqual(used);
  expect(await preview('once')).toEqual(used);
  expect(await refusal(buy('Annual', 'ONCE')(customer))).toEqual(used);
  for (const code of [id, 'NEWCOMER', 'EARLY']) {
    expect(await apply(code)).toMatchObject({ code: 'CouponInvalid' });
    expect(await preview(code)).toMatchObject({ code: 'CouponInvalid' });
  }
  expect(await apply('SINGLE')).toEqual({ code: undefined, message: undefined });
  const other = await after(addCard, trialIsOver);
  expect(await refusal(buy('Monthly', 'SINGLE')(other))).toMatchObject({ code: 'CouponInvalid' });
  // Also with the customer who follows one that was deleted at Stripe.
  await world.stripe.customers.del((await customerId(customer))!);
  await world.reconcileOne(customer);
  await addCard(customer);
  expect(await refusal(buy('Monthly', 'ONCE')(customer))).toEqual(used);
  expect(await chargesOf(customer)).toEqual([]);
  // And with another organization of the same mailbox.
  const again = await world.newCustomer(customer.email.replace('@', '+again@'));
  await addCard(again);
  expect(await refusal(buy('Monthly', 'ONCE')(again))).toEqual(used);
  expect(
    await refusal(
      world.call(again, 'preview-subscription', {
        body: { subscription_plan: 'Annual', couponCode: 'ONCE' },
      }),
    ),
  ).toEqual(used);
});

test('signed events of what does not exist are taken, and what is not an event is refused', async () => {
  const customer = await after(addCard, buy('Monthly'));
  const [known] = await world.eventsAfter(undefined);
  const event = (type: string, object: object) =>
    ({ ...known, type, data: { object } }) as unknown as Stripe.Event;
  const own = await customerId(customer);
  for (const absent of [
    event('charge.dispute.created', { id: 'dp_none', object: 'dispute', charge: 'ch_none' }),
    event('invoice.paid', { id: 'in_none', object: 'invoice', customer: own }),
    event('customer.subscription.deleted', { id: 'sub_none', customer: own }),
    event('customer.updated', { id: 'cus_none', object: 'customer' }),
  ]) {
    await world.deliver(absent);
  }
  for (const body of ['no JSON', '[]', '"text"', '{"id":"evt_1","type":"x"}', 'null']) {
    expect(await refusal(world.deliverText(body))).toMatchObject({ code: 'InvalidRequest' });
  }
});

test('an event replayed later is refused, and one replayed at once changes nothing', async () => {
  const customer = await after(addCard, buy('Monthly'), cancel);
  const events = (await world.eventsAfter(undefined)).filter(
    ({ type }) => type === 'customer.subscription.updated',
  );
  const state = await world.call(customer, 'get-subscription', { query: {} });
  for (const event of events) await world.deliver(event);
  expect(await world.call(customer, 'get-subscription', { query: {} })).toEqual(state);
  const replayed = world.deliver(events[0]!, world.seconds() - 301);
  expect(await refusal(replayed)).toMatchObject({ code: 'SignatureInvalid' });
});

test('simultaneous events are all processed', async () => {
  const customer = await after(addCard, buy('Monthly'));
  const events = (await world.eventsAfter(undefined)).filter(({ type }) =>
    type.startsWith('customer.subscription.'),
  );
  const before = (await world.billing.getBilling(customer.orgId))!.version;
  await Promise.all(Array.from({ length: 8 }, () => world.deliver(events.at(-1)!)));
  expect((await world.billing.getBilling(customer.orgId))!.version).toBe(before + 8);
});

test('a customer deleted at Stripe loses the service and can buy again', async () => {
  const customer = await after(addCard, trialIsOver, buy('Annual'));
  const first = await customerId(customer);
  await world.stripe.customers.del(first!);
  await world.reconcileOne(customer);
  const gone = await world.call(customer, 'get-subscription', { query: {} });
  expect(gone).toMatchObject({ status: 'canceled', _isExpired: true });
  expect(gone.payment_method).toBeUndefined();
  await addCard(customer);
  expect(await buy('Monthly')(customer)).toMatchObject({ status: 'active', _isExpired: false });
  expect(await customerId(customer)).not.toBe(first);
});

test('pausing by staff waives the invoices of that time', async () => {
  const customer = await after(addCard, buy('Monthly'), trialIsOver);
  const [subscription] = await subscriptions(customer);
  const pause = (pause_collection: '' | { behavior: 'mark_uncollectible' }) =>
    world.stripe.subscriptions.update(subscription!.id, { pause_collection });
  await pause({ behavior: 'mark_uncollectible' });
  await world.pass(95 * day);
  const paused = await world.call(customer, 'get-subscription', { query: {} });
  expect(paused).toMatchObject({ _isExpired: false, status: 'active' });
  expect(paused.pause_collection).toEqual({ behavior: 'mark_uncollectible' });
  expect(await chargesOf(customer)).toEqual(['succeeded 2400']);
  await pause('');
  await world.pass(31 * day);
  expect(await chargesOf(customer)).toEqual(['succeeded 2400', 'succeeded 2400']);
});

test('an admin gets the fields of the specification with the user, a member nothing of the billing', async () => {
  const customer = await after(addCard, buy('Monthly'), addBankAccount);
  const user = await world.call(customer, 'get-user', { query: {} });
  const organization = {
    item_id: customer.orgId,
    collection_id: customer.orgId,
    name: 'Analytical Engines',
  };
  expect(user).toMatchObject({
    stripe_subscription_id: (await subscriptions(customer))[0]!.id,
    last4: '4242',
    stripe_info: { sources: { data: [{ status: 'new', last4: '6789' }] } },
    organization: {
      ...organization,
      stripe_customer_id: await customerId(customer),
      last4: '4242',
      payment_method: 'Visa',
    },
  });
  const member = await world.newMember(customer);
  const told = await world.call(member, 'get-user', { query: {} });
  expect(told.organization).toEqual({
    ...organization,
    confidential_queries: false,
    second_factor_required: false,
  });
  expect(told.last4 ?? told.stripe_info ?? told.stripe_subscription_id).toBeUndefined();
  for (const name of ['get-subscription', 'list-invoices'] as const) {
    const attempt = world.call(member, name, { query: {} });
    expect(await refusal(attempt)).toMatchObject({ code: 'BillingAdminOnly' });
  }
});

test('an organization from before billing gets its record and its mails at night', async () => {
  const customer = await world.newCustomer();
  await world.billing.deleteBilling(customer.orgId);
  await world.pass(17 * day);
  await world.reconcile();
  await world.sendMails();
  expect(await world.billing.getBilling(customer.orgId)).toMatchObject({ version: 0 });
  expect(world.subjectsTo(customer)).toEqual(['Your trial ends in 4 days']);
  // Once a day is enough.
  await world.reconcile();
  expect(world.queued).toEqual([]);
});

test('the address of an admin who is erased leaves Stripe, too', async () => {
  const customer = await after(addCard);
  const heir = await world.newMember(customer, 'admin');
  const id = (await customerId(customer))!;
  await world.eraseAddress(heir);
  expect(await world.stripe.customers.retrieve(id)).toMatchObject({ email: customer.email });
  await world.eraseAddress(customer);
  expect(await world.stripe.customers.retrieve(id)).toMatchObject({ email: heir.email });
});
