import { beforeAll, describe, expect, inject, test } from 'vitest';
import { newPromotionCode } from '#tests/faults/support/promotion-code.ts';
import { readClock } from '#tests/support/clock.ts';
import {
  addCard,
  atStripe,
  cards,
  operatorStripe,
  setUpBankAccount,
  setUpCard,
} from './support/billing.ts';
import { waitForMail } from './support/cognito.ts';
import { expectFailure } from './support/expect-failure.ts';
import { type Member, newAdmin, newMember, newUser, origin } from './support/people.ts';

const operator = () => operatorStripe(origin(), inject('installation'));

describe('the subscription of an organization', () => {
  test('begins as a trial of 21 days without a card', async () => {
    const admin = await newAdmin();
    const billing = await admin.call('get-subscription', { query: { org_id: admin.orgId } });
    expect(billing).toMatchObject({ status: 'trialing', _isExpired: false });
    expect(billing.id).toBeUndefined();
    expect(billing.trial_end! - billing.current_period_start).toBe(21 * 86_400);
    expect(billing.payment_method).toBeUndefined();
    expect(await admin.call('list-invoices', { query: {} })).toEqual([]);
  });

  test('is only for admins, and does not exist without an organization', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    await expectFailure(member.call('get-subscription', { query: {} }), 'BillingAdminOnly');
    const user = await newUser();
    await expectFailure(user.call('get-subscription', { query: {} }), 'NoSubscription');
  });

  test('cannot be bought without a card or bank account', async () => {
    const admin = await newAdmin();
    const buying = admin.call('update-subscription', { body: { subscription_plan: 'Monthly' } });
    await expectFailure(buying, 'PaymentMethodMissing');
  });

  test('is bought in the trial and costs nothing until the trial ends', async () => {
    const admin = await newAdmin();
    const card = await addCard(origin(), admin);
    expect(card.payment_method).toEqual({
      type: 'card',
      label: 'Visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2040,
    });
    const body = { subscription_plan: 'Monthly' as const };
    expect(await admin.call('preview-subscription', { body })).toMatchObject({
      due_now: 0,
      renewal: 2400,
    });
    const bought = await admin.call('update-subscription', { body });
    expect(bought).toMatchObject({
      status: 'trialing',
      plan: { amount: 2400, interval: 'month' },
      cancel_at_period_end: false,
      _isExpired: false,
    });
    expect(bought.id).toMatch(/^sub_/);
    const { subscription } = await admin.call('get-user', { query: {} });
    expect(subscription).toMatchObject({ id: bought.id, _isExpired: false });
  });

  test('stays a single one when clicks, tabs and admins buy it at the same time', async () => {
    const admin = await newAdmin();
    await addCard(origin(), admin);
    const buying = ['Monthly', 'Monthly', 'Annual', 'Monthly'].map((plan) =>
      admin.call('update-subscription', {
        body: { subscription_plan: plan as 'Monthly' | 'Annual' },
      }),
    );
    const bought = await Promise.all(buying);
    expect(new Set(bought.map(({ id }) => id)).size).toBe(1);
    const { stripe } = await operator();
    const customer = bought[0]!.stripe_customer_id!;
    const { data } = await stripe.subscriptions.list({ customer, status: 'all' });
    expect(data).toHaveLength(1);
  });

  test('is cancelled at the end of the period with a mail, and the cancellation is undone', async () => {
    const admin = await newAdmin();
    await addCard(origin(), admin);
    await admin.call('update-subscription', { body: { subscription_plan: 'Monthly' } });
    await expectFailure(
      admin.call('cancel-subscription', { body: { option: 'Other' } }),
      'InvalidRequest',
    );
    const cancelled = await admin.call('cancel-subscription', {
      body: { option: 'Other', reason: 'We moved on' },
    });
    expect(cancelled).toMatchObject({ cancel_at_period_end: true, _isExpired: false });
    await waitForMail(origin(), admin.email, /^Your subscription is cancelled$/);
    const { stripe } = await operator();
    const { cancellation_details } = await stripe.subscriptions.retrieve(cancelled.id!);
    expect(cancellation_details).toMatchObject({ feedback: 'other', comment: 'We moved on' });
    const kept = await admin.call('update-subscription', { body: { keep_subscription: true } });
    expect(kept.cancel_at_period_end).toBe(false);
    // Or as the specification shows it: the notice and the feedback are calls of their own.
    const notice = { email: admin.email, org_id: admin.orgId };
    await expectFailure(admin.call('send-cancel-notice', { body: notice }), 'NoSubscription');
    const again = await fetch(`${origin()}/api/subscription`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${admin.idToken}` },
    });
    expect(await again.json()).toMatchObject({ cancel_at_period_end: true });
    expect(await admin.call('send-cancel-notice', { body: notice })).toEqual({});
    const feedback = { full_name: 'Ada', email: admin.email, org_name: 'Acme' };
    const told = { ...feedback, option: 'Other' as const, reason: 'Too far away' };
    expect(await admin.call('create-cancel-feedback', { body: told })).toEqual({});
  });

  test('is cancelled in the trial before anything is bought, and the cancellation is undone', async () => {
    const admin = await newAdmin();
    const cancelled = await admin.call('cancel-subscription', { body: { option: 'Pricing' } });
    expect(cancelled).toMatchObject({ status: 'trialing', cancel_at_period_end: true });
    const { email, orgId } = admin;
    await admin.call('send-cancel-notice', { body: { email, org_id: orgId } });
    await waitForMail(origin(), email, /^Your subscription is cancelled$/);
    const kept = await admin.call('update-subscription', { body: { keep_subscription: true } });
    expect(kept.cancel_at_period_end).toBe(false);
  });

  test('has invoices with the name that the organization has now', async () => {
    const admin = await newAdmin();
    await addCard(origin(), admin);
    const { stripe_customer_id } = await admin.call('get-subscription', { query: {} });
    const { stripe } = await operator();
    await admin.call('update-organization', {
      body: { org_name: 'Renamed Works', org_id: admin.orgId, auth_user_id: admin.authUserId },
    });
    await expect
      .poll(
        async () => {
          const customer = await stripe.customers.retrieve(stripe_customer_id!);
          return customer.deleted ? undefined : customer.name;
        },
        { timeout: 180_000 },
      )
      .toBe('Renamed Works');
  });

  test('takes coupons that are valid', async () => {
    const admin = await newAdmin();
    await addCard(origin(), admin);
    const { stripe } = await operator();
    await newPromotionCode(stripe, 'FIFTH', { percent_off: 20, duration: 'forever' });
    await expectFailure(
      admin.call('update-subscription', {
        body: { subscription_plan: 'Annual', couponCode: 'no-such-coupon' },
      }),
      'CouponInvalid',
    );
    await admin.call('update-subscription', { body: { subscription_plan: 'Annual' } });
    const discounted = await admin.call('apply-coupon', { body: { couponCode: 'FIFTH' } });
    expect(discounted.discount).toEqual({ coupon: { percent_off: 20 } });
    const preview = await admin.call('preview-subscription', {
      body: { subscription_plan: 'Monthly' },
    });
    expect(preview.renewal).toBe(1920);
    await expectFailure(
      admin.call('preview-subscription', {
        body: { subscription_plan: 'Monthly', couponCode: 'FIFTH' },
      }),
      'CouponInvalid',
    );
  });
});

describe('a means of payment', () => {
  test('that is refused changes nothing and shows the reason', async () => {
    const admin = await newAdmin();
    await expect(setUpCard(origin(), admin, cards.declined)).rejects.toThrow(/declined/);
    const billing = await admin.call('get-subscription', { query: {} });
    expect(billing.payment_method).toBeUndefined();
  });

  test('of somebody else does not exist', async () => {
    const [own, other] = await Promise.all([newAdmin(), newAdmin()]);
    const token_id = await setUpCard(origin(), other, cards.works);
    await expectFailure(own.call('update-payment-method', { body: { token_id } }), 'NotFound');
    const { stripe_customer_id } = await addCard(origin(), other);
    const card = await setUpCard(origin(), own, cards.works);
    await expectFailure(
      own.call('update-payment-method', { body: { token_id: card, stripe_customer_id } }),
      'NotFound',
    );
    await expectFailure(own.call('list-invoices', { query: { stripe_customer_id } }), 'NotFound');
  });

  test('is a payment method or the token of a card, with the ids that the specification sends', async () => {
    const admin = await newAdmin();
    const { stripe_customer_id } = await addCard(origin(), admin);
    const ids = { collection_id: admin.orgId, item_id: admin.orgId, stripe_customer_id };
    const replace = (token_id: string) =>
      admin.call('update-payment-method', { body: { ...ids, token_id, payment_method: 'Amex' } });
    const { payment_method } = await replace('tok_amex');
    expect(payment_method).toMatchObject({ type: 'card', label: 'Amex', last4: '0005' });
    await expectFailure(replace('tok_none'), 'InvalidRequest');
    await expectFailure(replace('tok_chargeDeclined'), 'PaymentDeclined');
    await expectFailure(replace('4242424242424242'), 'InvalidRequest');
  });

  test('that is a bank account is verified by the amounts of two deposits', async () => {
    const admin = await newAdmin();
    const waiting = await setUpBankAccount(origin(), admin, '000123456789');
    expect(waiting).toMatchObject({
      stripe_info: { sources: { data: [{ status: 'new', last4: '6789' }] } },
      bank_verification: { kind: 'amounts', last4: '6789' },
    });
    const verify = (amounts: [number, number]) =>
      admin.call('verify-bank-account', {
        body: {
          collection_id: admin.orgId,
          item_id: admin.orgId,
          stripe_customer_id: waiting.stripe_customer_id,
          amounts,
        },
      });
    await expectFailure(verify([1, 2]), 'VerificationFailed');
    const verified = await verify([32, 45]);
    expect(verified.payment_method).toMatchObject({ type: 'us_bank_account', last4: '6789' });
    expect(verified.bank_verification).toBeUndefined();
  });

  test('that is a bank account is verified by the code of one deposit', async () => {
    const admin = await newAdmin();
    const waiting = await setUpBankAccount(origin(), admin, '000987654321');
    expect(waiting.bank_verification).toMatchObject({ kind: 'descriptor_code' });
    const verified = await admin.call('verify-bank-account', {
      body: { descriptor_code: 'sm11aa' },
    });
    expect(verified.payment_method).toMatchObject({ type: 'us_bank_account' });
  });
});

describe('events of the payment provider', () => {
  let webhookSecret: string;
  let admin: Member;
  beforeAll(async () => {
    ({ webhookSecret } = await operator());
    admin = await newAdmin();
  });

  const send = (body: string, signature: string) =>
    fetch(`${origin()}/api/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    });

  const clockSeconds = async () => Math.floor((await readClock(origin())).getTime() / 1000);

  const eventAbout = (customer: string) =>
    JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'customer.subscription.updated',
      data: { object: { id: 'sub_forged', object: 'subscription', customer, status: 'active' } },
    });

  test('are refused without a signature, with a wrong one and with an old one', async () => {
    const { stripe } = await operator();
    const body = eventAbout('cus_any');
    const now = await clockSeconds();
    const sign = (secret: string, timestamp = now) =>
      stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
    for (const signature of ['', sign('whsec_wrong'), sign(webhookSecret, now - 3600)]) {
      const answer = await send(body, signature);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ Code: 'SignatureInvalid' });
    }
    const answer = await send(`${body} `, sign(webhookSecret));
    expect(answer.status).toBe(400);
  });

  test('change nothing by their content, because the state is fetched', async () => {
    const { stripe } = await operator();
    const { stripe_customer_id } = await addCard(origin(), admin);
    const body = eventAbout(stripe_customer_id!);
    const signature = stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: webhookSecret,
      timestamp: await clockSeconds(),
    });
    expect((await send(body, signature)).status).toBe(200);
    const billing = await admin.call('get-subscription', { query: {} });
    expect(billing.id).toBeUndefined();
    expect(billing.status).toBe('trialing');
  });

  test('about customers of other installations are accepted without effect', async () => {
    const { stripe } = await operator();
    const stranger = await stripe.customers.create({ metadata: { org_id: admin.orgId } });
    const body = eventAbout(stranger.id);
    const signature = stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: webhookSecret,
      timestamp: await clockSeconds(),
    });
    expect((await send(body, signature)).status).toBe(200);
  });

  test('about a change in the dashboard of the provider reach the product', async () => {
    const owner = await newAdmin();
    await addCard(origin(), owner);
    const { id } = await owner.call('update-subscription', {
      body: { subscription_plan: 'Monthly' },
    });
    const { stripe } = await operator();
    await stripe.subscriptions.cancel(id!);
    await expect
      .poll(async () => (await owner.call('get-user', { query: {} })).subscription?._isExpired, {
        timeout: 180_000,
      })
      .toBe(true);
    await waitForMail(origin(), owner.email, /^Your subscription has ended$/);
    await expectFailure(
      owner.call('create-upload', {
        body: { org_id: owner.orgId, user_email: owner.email, filename: 'a.csv' },
      }),
      'SubscriptionExpired',
    );
    const activated = await owner.call('update-subscription', {
      body: { subscription_plan: 'Annual', activate_subscription: true },
    });
    expect(activated).toMatchObject({ status: 'active', _isExpired: false });
    const items = await owner.call('list-invoices', { query: {} });
    expect(items).toMatchObject([{ total: 24_000, paid: true }]);
    const pdf = await fetch(items[0]!.invoice_pdf!);
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await waitForMail(origin(), owner.email, /^Receipt for \$240\.00$/);
    await waitForMail(origin(), owner.email, /^Your subscription is active again$/);
  });

  test('about a payment that needs authentication send a mail', async () => {
    const owner = await newAdmin();
    await addCard(origin(), owner, cards.works);
    const { id } = await owner.call('update-subscription', {
      body: { subscription_plan: 'Monthly' },
    });
    const { stripe } = await operator();
    await stripe.subscriptions.cancel(id!);
    await addCard(origin(), owner, cards.authenticates);
    const asked = await owner.call('update-subscription', {
      body: { subscription_plan: 'Monthly', activate_subscription: true },
    });
    expect(asked.payment_action?.client_secret).toMatch(/_secret_/);
    expect(asked._isExpired).toBe(true);
    await atStripe(origin(), 'authenticate', {
      client_secret: asked.payment_action!.client_secret,
      outcome: 'succeed',
    });
    await expect
      .poll(async () => (await owner.call('get-subscription', { query: {} })).status, {
        timeout: 180_000,
      })
      .toBe('active');
  });
});
