import { describe, expect, test } from 'vitest';
import { createCustomer, createPrices, openTestStripe } from './test-stripe.ts';

const mandate_data = {
  customer_acceptance: {
    type: 'online' as const,
    online: { ip_address: '127.0.0.1', user_agent: 'test' },
  },
};

describe('a card', () => {
  test('is set up and belongs to the customer from then on', async () => {
    const { stripe } = await openTestStripe();
    const customer = await createCustomer(stripe);
    const made = await stripe.setupIntents.create({ customer: customer.id });
    expect(made).toMatchObject({
      status: 'requires_payment_method',
      client_secret: expect.any(String),
    });
    const confirmed = await stripe.setupIntents.confirm(made.id, {
      payment_method: 'pm_card_visa',
    });
    expect(confirmed.status).toBe('succeeded');
    const method = await stripe.paymentMethods.retrieve(confirmed.payment_method as string);
    expect(method.customer).toBe(customer.id);
  });

  test.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
  ])('%s is refused', async (payment_method, code, decline_code) => {
    const { stripe } = await openTestStripe();
    const customer = await createCustomer(stripe);
    const attach = stripe.paymentMethods.attach(payment_method, { customer: customer.id });
    await expect(attach).rejects.toMatchObject({ type: 'StripeCardError', code, decline_code });
    const made = await stripe.setupIntents.create({ customer: customer.id });
    await expect(stripe.setupIntents.confirm(made.id, { payment_method })).rejects.toMatchObject({
      statusCode: 402,
      code,
      decline_code,
    });
    expect((await stripe.setupIntents.list()).data).toMatchObject([
      { status: 'requires_payment_method', last_setup_error: { code, decline_code } },
    ]);
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toEqual([]);
    const other = await stripe.setupIntents.confirm(made.id, { payment_method: 'pm_card_visa' });
    expect(other).toMatchObject({ status: 'succeeded', last_setup_error: null });
  });

  test.each([
    ['succeed', { status: 'succeeded', last_setup_error: null }],
    [
      'fail',
      {
        status: 'requires_payment_method',
        last_setup_error: { code: 'setup_intent_authentication_failure' },
      },
    ],
  ])('that wants authentication waits for the customer, who lets it %s', async (outcome, after) => {
    const { stripe, post, origin } = await openTestStripe();
    const customer = await createCustomer(stripe);
    const made = await stripe.setupIntents.create({
      customer: customer.id,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
      return_url: 'http://localhost/back',
    });
    expect(made).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'redirect_to_url' },
    });
    const { url } = made.next_action!.redirect_to_url!;
    expect(await (await fetch(url!)).text()).toContain('Complete authentication');
    const wrong = await post('/authenticate', { client_secret: `${made.id}_secret_no`, outcome });
    expect(wrong.status).toBe(404);
    expect(
      (await post('/authenticate', { client_secret: made.client_secret, outcome })).body.status,
    ).toBe(after.status);
    expect((await stripe.setupIntents.list()).data).toMatchObject([after]);
    expect((await fetch(`${origin}/_local/stripe/authenticate?client_secret=x`)).status).toBe(404);
  });

  test('sends the customer back from their bank', async () => {
    const { stripe, origin } = await openTestStripe();
    const customer = await createCustomer(stripe);
    const { client_secret } = await stripe.setupIntents.create({
      customer: customer.id,
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url: 'http://localhost/back',
    });
    const form = (outcome: string) =>
      fetch(`${origin}/_local/stripe/authenticate`, {
        method: 'POST',
        body: new URLSearchParams({ client_secret: client_secret!, outcome }),
        redirect: 'manual',
      });
    const answer = await form('succeed');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://localhost/back']);
    expect((await form('succeed')).status).toBe(400);
  });

  test('is confirmed by the browser with the client secret only', async () => {
    const { stripe, post } = await openTestStripe();
    const customer = await createCustomer(stripe);
    const made = await stripe.setupIntents.create({ customer: customer.id });
    const confirm = (client_secret: string | null) =>
      post('/confirm', { client_secret, payment_method: 'pm_card_visa' });
    expect((await confirm(`${made.id}_secret_guess`)).status).toBe(404);
    expect((await confirm(made.client_secret)).body).toMatchObject({ status: 'succeeded' });
  });
});

describe('a bank account', () => {
  /** An intent whose bank account waits for its micro-deposits. */
  async function openAccount(account_number: string) {
    const { stripe, post, pass, now } = await openTestStripe();
    const customer = await createCustomer(stripe);
    const { body: method } = await post('/payment_methods', {
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type: 'individual',
        account_number,
        routing_number: '110000000',
      },
      billing_details: { name: 'Pat Doe' },
    });
    const intent = await stripe.setupIntents.create({
      customer: customer.id,
      allowed_payment_method_types: ['us_bank_account'],
      payment_method_options: { us_bank_account: { verification_method: 'microdeposits' } },
      payment_method: method.id,
      mandate_data,
      confirm: true,
    });
    const verify = (answer: { amounts?: [number, number]; descriptor_code?: string }) =>
      stripe.setupIntents.verifyMicrodeposits(intent.id, answer);
    return { stripe, customer, method, intent, verify, pass, now };
  }
  const errors = 'payment_method_microdeposit_verification';

  test('is verified by two amounts in either order, and a charge then takes some days', async () => {
    const { stripe, customer, method, intent, verify, pass, now } =
      await openAccount('000123456789');
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: {
        type: 'verify_with_microdeposits',
        verify_with_microdeposits: { microdeposit_type: 'amounts' },
      },
    });
    await expect(verify({ descriptor_code: 'SM11AA' })).rejects.toMatchObject({ param: 'amounts' });
    await expect(verify({ amounts: [1, 2] })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: `${errors}_amounts_mismatch`,
    });
    const verified = await verify({ amounts: [45, 32] });
    expect(verified).toMatchObject({
      status: 'succeeded',
      mandate: expect.stringMatching(/^mandate_/),
    });

    const { monthly } = await createPrices(stripe);
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: monthly.id }],
      default_payment_method: method.id,
      expand: ['latest_invoice'],
    });
    expect(subscription.status).toBe('active');
    expect(subscription.latest_invoice).toMatchObject({ status: 'open' });
    await pass(5);
    const invoice = await stripe.invoices.retrieve(
      (subscription.latest_invoice as { id: string }).id,
    );
    expect(invoice.status).toBe('paid');
    expect(invoice.status_transitions.paid_at! - invoice.created).toBe(4 * 86_400);
    expect(invoice.created).toBeLessThan(now());
  });

  test('is cancelled after three wrong pairs of amounts', async () => {
    const { stripe, verify } = await openAccount('000123456789');
    for (const amounts of [[1, 2] as [number, number], [3, 4] as [number, number]])
      await expect(verify({ amounts })).rejects.toMatchObject({
        code: `${errors}_amounts_mismatch`,
      });
    const exceeded = { code: `${errors}_attempts_exceeded` };
    await expect(verify({ amounts: [5, 6] })).rejects.toMatchObject(exceeded);
    expect((await stripe.setupIntents.list()).data).toMatchObject([
      { status: 'requires_payment_method', last_setup_error: exceeded },
    ]);
    await expect(verify({ amounts: [32, 45] })).rejects.toMatchObject({
      code: 'setup_intent_unexpected_state',
    });
  });

  test('is verified by a descriptor code, for which there are ten attempts', async () => {
    const { intent, verify } = await openAccount('000987654321');
    expect(intent.next_action).toMatchObject({
      verify_with_microdeposits: { microdeposit_type: 'descriptor_code' },
    });
    for (let attempt = 1; attempt <= 9; attempt++)
      await expect(verify({ descriptor_code: 'SM22BB' })).rejects.toMatchObject({
        code: `${errors}_descriptor_code_mismatch`,
      });
    expect((await verify({ descriptor_code: 'sm11aa' })).status).toBe('succeeded');
    const again = await openAccount('000987654321');
    for (let attempt = 1; attempt <= 9; attempt++)
      await again.verify({ descriptor_code: 'SM22BB' }).catch(() => {});
    await expect(again.verify({ descriptor_code: 'SM22BB' })).rejects.toMatchObject({
      code: `${errors}_attempts_exceeded`,
    });
  });

  test('is cancelled when the micro-deposits are not verified within ten days', async () => {
    const { stripe, pass } = await openAccount('000123456789');
    await pass(11);
    expect((await stripe.setupIntents.list()).data).toMatchObject([
      { status: 'requires_payment_method', last_setup_error: { code: `${errors}_timeout` } },
    ]);
  });

  test('needs a mandate and cannot be attached directly', async () => {
    const { stripe } = await openTestStripe();
    const customer = await createCustomer(stripe);
    const payment_method = 'pm_usBankAccount_success';
    await expect(
      stripe.paymentMethods.attach(payment_method, { customer: customer.id }),
    ).rejects.toThrow('SetupIntent');
    const allowed_payment_method_types = ['us_bank_account' as const];
    await expect(
      stripe.setupIntents.create({
        customer: customer.id,
        payment_method,
        allowed_payment_method_types,
        confirm: true,
      }),
    ).rejects.toMatchObject({ code: 'parameter_missing', param: 'mandate_data' });
    await expect(
      stripe.setupIntents.create({
        customer: customer.id,
        payment_method,
        confirm: true,
        mandate_data,
      }),
    ).rejects.toMatchObject({ param: 'payment_method' });
  });

  test('whose debit is under way has events after its customer is deleted', async () => {
    const { stripe, customer, method, verify, pass } = await openAccount('000123456789');
    await verify({ amounts: [32, 45] });
    const { monthly } = await createPrices(stripe);
    const { id, latest_invoice } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: monthly.id }],
      default_payment_method: method.id,
    });
    await stripe.customers.del(customer.id);
    await pass(5);
    expect((await stripe.invoices.retrieve(latest_invoice as string)).status).toBe('paid');
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  });

  test('whose debit fails makes the subscription past due', async () => {
    const { stripe, customer, method, verify, pass } = await openAccount('000222222227');
    await verify({ amounts: [32, 45] });
    const { monthly } = await createPrices(stripe);
    const { id, latest_invoice } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: monthly.id }],
      default_payment_method: method.id,
    });
    await pass(5);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
    expect(await stripe.invoices.retrieve(latest_invoice as string)).toMatchObject({
      status: 'open',
      attempt_count: 1,
    });
    const { data } = await stripe.charges.list({ customer: customer.id });
    expect(data).toMatchObject([{ status: 'failed', failure_code: 'insufficient_funds' }]);
  });
});
