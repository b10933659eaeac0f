import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import Stripe from 'stripe';
import type { ProvidedContext } from 'vitest';
import type { BillingState } from '#shared/contract/billing.ts';
import type { Member } from './people.ts';

/** Well-known test cards. */
export const cards = {
  works: '4242 4242 4242 4242',
  /** Can be added; every charge is declined. */
  declinesCharges: '4000 0000 0000 0341',
  declined: '4000 0000 0000 0002',
  /** Every charge asks the bank. */
  authenticates: '4000 0027 6000 3184',
};

/** What a browser does at the local Stripe. */
export async function atStripe<T>(origin: string, path: string, body: object): Promise<T> {
  const answer = await fetch(`${origin}/_local/stripe/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.error?.message ?? result.message);
  return result;
}

/** Types a card into the payment form and completes a setup intent with it; gives its id. */
export async function setUpCard(origin: string, admin: Member, number: string): Promise<string> {
  const { client_secret } = await admin.call('create-setup-intent', { body: { type: 'card' } });
  const { id } = await atStripe<{ id: string }>(origin, 'payment_methods', {
    type: 'card',
    card: { number, exp_month: 12, exp_year: 2040, cvc: '123' },
  });
  const intent = await atStripe<{ status: string }>(origin, 'confirm', {
    client_secret,
    payment_method: id,
  });
  if (intent.status === 'requires_action') {
    await atStripe(origin, 'authenticate', { client_secret, outcome: 'succeed' });
  }
  return id;
}

/** The same, and the card is what is charged from then on. */
export async function addCard(
  origin: string,
  admin: Member,
  number = cards.works,
): Promise<BillingState> {
  const token_id = await setUpCard(origin, admin, number);
  return admin.call('update-payment-method', { body: { token_id } });
}

/** The operator's client of the local Stripe. */
export async function operatorStripe(
  origin: string,
  client: Pick<ProvidedContext['installation'], 'endpoint' | 'region' | 'credentials'>,
): Promise<{ stripe: Stripe; webhookSecret: string }> {
  const { Parameter } = await new SSMClient(client).send(
    new GetParameterCommand({ Name: 'antecede-local-stripe', WithDecryption: true }),
  );
  const { secretKey, webhookSecret } = JSON.parse(Parameter!.Value!);
  const { hostname, port } = new URL(origin);
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
  });
  return { stripe, webhookSecret };
}

/** Types a bank account into the payment form; it then waits for its micro-deposits. */
export async function setUpBankAccount(
  origin: string,
  admin: Member,
  account_number: string,
): Promise<BillingState> {
  const { client_secret } = await admin.call('create-setup-intent', {
    body: { type: 'us_bank_account' },
  });
  const { id } = await atStripe<{ id: string }>(origin, 'payment_methods', {
    type: 'us_bank_account',
    us_bank_account: {
      account_number,
      routing_number: '110000000',
      account_holder_type: 'company',
    },
    billing_details: { name: 'Ada Byron' },
  });
  await atStripe(origin, 'confirm', { client_secret, payment_method: id });
  return admin.call('create-payment-method', { body: { token_id: id } });
}
