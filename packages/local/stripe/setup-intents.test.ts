import { describe, expect, test } from 'vitest';
import { createCustomer, createPrices, openTestStripe } from './test-stripe.ts';

/** An intent of a new customer. */
async function openIntent(type: 'card' | 'us_bank_account' = 'card') {
  const opened = await openTestStripe();
  const { stripe, post } = opened;
  const customer = await createCustomer(stripe);
  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: [type],
  });
  const { client_secret } = intent;
  return {
    ...opened,
    customer,
    intent,
    confirm: (payment_method: string, secret = client_secret) =>
      post('/confirm', { client_secret: secret, payment_method }),
    authenticate: (outcome: string, secret = client_secret) =>
      post('/authenticate', { client_secret: secret, outcome }),
    read: async () => (await stripe.setupIntents.list({ customer: customer.id })).data[0]!,
  };
}

describe('a card', () => {
  test('is set up by the browser, with the client secret only, and belongs to the customer', async () => {
    const { stripe, customer, intent, confirm } = await openIntent();
    expect(intent.status).toBe('requires_payment_method');
    expect((await confirm('pm_card_visa', `${intent.id}_secret_guess`)).status).toBe(404);
    const { body } = await confirm('pm_card_visa');
    expect(body.status).toBe('succeeded');
    const method = await stripe.paymentMethods.retrieve(body.payment_method);
    expect(method.customer).toBe(customer.id);
  });

  test.each([
    ['pm_card_chargeDeclined', 'card_declined', 'Your card was declined.'],
    [
      'pm_card_chargeDeclinedInsufficientFunds',
      'card_declined',
      'Your card has insufficient funds.',
    ],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'Your card has expired.'],
    [
      'pm_card_chargeDeclinedIncorrectCvc',
      'incorrect_cvc',
      "Your card's security code is incorrect.",
    ],
  ])('%s is refused', async (payment_method, code, message) => {
    const { stripe, customer, confirm, read } = await openIntent();
    const attach = stripe.paymentMethods.attach(payment_method, { customer: customer.id });
    await expect(attach).rejects.toMatchObject({ type: 'StripeCardError', code });
    const { status, body } = await confirm(payment_method);
    expect([status, body.error]).toMatchObject([402, { code, message }]);
    expect((await read()).status).toBe('requires_payment_method');
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toEqual([]);
    expect((await confirm('pm_card_visa')).body.status).toBe('succeeded');
  });

  test.each([
    ['succeed', 'succeeded'],
    ['fail', 'requires_payment_method'],
  ])('that wants authentication waits for the customer, who lets it %s', async (outcome, after) => {
    const { intent, confirm, authenticate, read } = await openIntent();
    const { body } = await confirm('pm_card_authenticationRequiredOnSetup');
    expect(body).toMatchObject({ status: 'requires_action', next_action: {} });
    expect((await authenticate(outcome, `${intent.id}_secret_no`)).status).toBe(404);
    expect((await authenticate(outcome)).body.status).toBe(after);
    expect((await read()).status).toBe(after);
    expect((await authenticate(outcome)).status).toBe(400);
  });
});

describe('a bank account', () => {
  /** An intent whose bank account waits for its micro-deposits. */
  async function openAccount(account_number: string) {
    const opened = await openIntent('us_bank_account');
    const { stripe, post, intent, confirm } = opened;
    const { body: method } = await post('/payment_methods', {
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type: 'individual',
        account_number,
        routing_number: '110000000',
      },
      billing_details: { name: 'Pat Doe' },
    });
    const { body: waiting } = await confirm(method.id);
    const verify = (answer: { amounts?: [number, number]; descriptor_code?: string }) =>
      stripe.setupIntents.verifyMicrodeposits(intent.id, answer);
    /** Verifies the account and buys a plan with it. */
    const buy = async () => {
      await verify({ amounts: [32, 45] });
      const customer = opened.customer.id;
      await stripe.customers.update(customer, {
        invoice_settings: { default_payment_method: method.id },
      });
      const { monthly } = await createPrices(stripe);
      const items = [{ price: monthly.id }];
      const { id, status, latest_invoice } = await stripe.subscriptions.create({ customer, items });
      return { id, status, invoice: latest_invoice as string };
    };
    return { ...opened, waiting, verify, buy };
  }
  const errors = 'payment_method_microdeposit_verification';

  test('is verified by two amounts in either order', async () => {
    const { waiting, verify } = await openAccount('000123456789');
    expect(waiting).toMatchObject({
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
    expect((await verify({ amounts: [45, 32] })).status).toBe('succeeded');
  });

  test('is charged within four days', async () => {
    const { stripe, pass, buy } = await openAccount('000123456789');
    const { status, invoice } = await buy();
    expect(status).toBe('active');
    await pass(3.9);
    expect((await stripe.invoices.retrieve(invoice)).status).toBe('open');
    await pass(0.2);
    expect((await stripe.invoices.retrieve(invoice)).status).toBe('paid');
  });

  test('is cancelled after three wrong pairs of amounts', async () => {
    const { read, verify } = await openAccount('000123456789');
    for (const amounts of [[1, 2] as [number, number], [3, 4] as [number, number]]) {
      await expect(verify({ amounts })).rejects.toMatchObject({
        code: `${errors}_amounts_mismatch`,
      });
    }
    const exceeded = { code: `${errors}_attempts_exceeded` };
    await expect(verify({ amounts: [5, 6] })).rejects.toMatchObject(exceeded);
    expect((await read()).status).toBe('requires_payment_method');
    await expect(verify({ amounts: [32, 45] })).rejects.toMatchObject({
      code: 'setup_intent_unexpected_state',
    });
  });

  test('is verified by a descriptor code, for which there are ten attempts', async () => {
    const { waiting, verify } = await openAccount('000987654321');
    expect(waiting.next_action).toMatchObject({
      verify_with_microdeposits: { microdeposit_type: 'descriptor_code' },
    });
    for (let attempt = 1; attempt <= 9; attempt++) {
      await expect(verify({ descriptor_code: 'SM22BB' })).rejects.toMatchObject({
        code: `${errors}_descriptor_code_mismatch`,
      });
    }
    expect((await verify({ descriptor_code: 'sm11aa' })).status).toBe('succeeded');
    const again = await openAccount('000987654321');
    for (let attempt = 1; attempt <= 9; attempt++) {
      await again.verify({ descriptor_code: 'SM22BB' }).catch(() => {});
    }
    await expect(again.verify({ descriptor_code: 'SM22BB' })).rejects.toMatchObject({
      code: `${errors}_attempts_exceeded`,
    });
  });

  test('is cancelled when the micro-deposits are not verified within ten days', async () => {
    const { read, pass } = await openAccount('000123456789');
    await pass(11);
    expect((await read()).status).toBe('requires_payment_method');
  });

  test('cannot be attached directly, or set up as a card', async () => {
    const { stripe, customer, confirm } = await openIntent('card');
    const payment_method = 'pm_usBankAccount_success';
    await expect(
      stripe.paymentMethods.attach(payment_method, { customer: customer.id }),
    ).rejects.toThrow('SetupIntent');
    expect((await confirm(payment_method)).body.error).toMatchObject({ param: 'payment_method' });
  });

  test('whose debit is under way has events after its customer is deleted', async () => {
    const { stripe, customer, buy, pass } = await openAccount('000123456789');
    const { id, invoice } = await buy();
    await stripe.customers.del(customer.id);
    await pass(5);
    expect((await stripe.invoices.retrieve(invoice)).status).toBe('paid');
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  });

  test('whose debit fails makes the subscription past due', async () => {
    const { stripe, customer, buy, pass } = await openAccount('000222222227');
    const { id, invoice } = await buy();
    await pass(5);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
    const failed = await stripe.invoices.retrieve(invoice);
    expect(failed).toMatchObject({ status: 'open', attempt_count: 1 });
    const { data } = await stripe.charges.list({ customer: customer.id });
    expect(data).toMatchObject([{ status: 'failed' }]);
  });
});
