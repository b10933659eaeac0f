import type Stripe from 'stripe';
import { ProductError } from '#shared/errors.ts';
import type { BankVerification, PaymentMethod } from '#tables/accounts.ts';
import { ask, charged, isMissing } from './stripe-client.ts';

export function toPaymentMethod(method: Stripe.PaymentMethod): PaymentMethod | undefined {
  const { id, card, us_bank_account: bank } = method;
  if (card) {
    const { brand, last4, exp_month, exp_year } = card;
    const label = brand.charAt(0).toUpperCase() + brand.slice(1);
    return { id, type: 'card', label, last4, exp_month, exp_year };
  }
  if (!bank) return undefined;
  return {
    id,
    type: 'us_bank_account',
    label: bank.bank_name ?? 'Bank account',
    last4: bank.last4 ?? '',
  };
}

export function toBankVerification(intent: Stripe.SetupIntent): BankVerification | undefined {
  const { next_action, payment_method: method, status } = intent;
  const deposits = next_action?.verify_with_microdeposits;
  if (status !== 'requires_action' || !deposits || !method || typeof method === 'string') {
    return undefined;
  }
  return {
    setup_intent_id: intent.id,
    payment_method_id: method.id,
    last4: method.us_bank_account?.last4 ?? '',
    kind: deposits.microdeposit_type === 'descriptor_code' ? 'descriptor_code' : 'amounts',
    arrives_at: deposits.arrival_date,
  };
}

/** Id of a bank account that an intent has set up for a customer, who has it still. */
export function verifiedBankOf(
  { status, payment_method: method }: Stripe.SetupIntent,
  customerId: string,
): string | undefined {
  if (status !== 'succeeded' || !method || typeof method === 'string') return undefined;
  return method.us_bank_account && method.customer === customerId ? method.id : undefined;
}

/** Begins to set up a card or bank account; the browser completes it with the secret. */
export async function createSetupIntent(customerId: string, type: PaymentMethod['type']) {
  const intent = await ask((client) =>
    client.setupIntents.create({
      customer: customerId,
      usage: 'off_session',
      allowed_payment_method_types: [type],
      ...(type === 'us_bank_account' && {
        payment_method_options: { us_bank_account: { verification_method: 'automatic' } },
      }),
    }),
  );
  return { id: intent.id, client_secret: intent.client_secret! };
}

/** Ends a set-up that has not succeeded. One that has ended, or succeeded meanwhile, stays as it is. */
export const cancelSetupIntent = (setupIntentId: string): Promise<void> =>
  ask(async (client) => {
    try {
      await client.setupIntents.cancel(setupIntentId);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== 'setup_intent_unexpected_state' && !isMissing(error)) throw error;
    }
  });

/** Tells the provider the micro-deposits. Throws `VerificationFailed` with the provider's words. */
export async function verifyMicrodeposits(
  setupIntentId: string,
  deposits: { amounts: number[] } | { descriptor_code: string },
): Promise<void> {
  await ask(async (client) => {
    try {
      await client.setupIntents.verifyMicrodeposits(setupIntentId, deposits);
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      if (!code.startsWith('payment_method_microdeposit')) throw error;
      throw new ProductError('VerificationFailed', message);
    }
  });
}

/** Makes a payment method of a card's token. Throws `InvalidRequest` for one that is unknown, used, or of no card. */
export async function redeemCardToken(token: string): Promise<string> {
  const method = await ask((client) =>
    charged(client.paymentMethods.create({ type: 'card', card: { token } })).catch((error) => {
      const { type } = error as { type?: string };
      if (type !== 'StripeInvalidRequestError') throw error;
      throw new ProductError('InvalidRequest', (error as Error).message);
    }),
  );
  return method.id;
}

/**
 * Makes a payment method of the customer the one that is charged, and lets go of all older ones, also of those that
 * a call that was cut short has left. Throws `NotFound` for a method of somebody else.
 */
export async function setDefaultPaymentMethod(
  customerId: string,
  paymentMethodId: string,
): Promise<void> {
  await ask(async (client) => {
    const method = await client.paymentMethods.retrieve(paymentMethodId).catch((error) => {
      throw isMissing(error) ? new ProductError('NotFound') : error;
    });
    if (method.customer && method.customer !== customerId) throw new ProductError('NotFound');
    if (!method.customer) {
      await charged(client.paymentMethods.attach(paymentMethodId, { customer: customerId }));
    }
    await client.customers.update(customerId, {
      invoice_settings: { default_payment_method: paymentMethodId },
    });
    const { data } = await client.paymentMethods.list({ customer: customerId, limit: 100 });
    for (const { id, created } of data) {
      // A newer one is just being added in another tab.
      if (id !== paymentMethodId && created <= method.created) {
        await client.paymentMethods.detach(id);
      }
    }
  });
}
