import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import * as z from 'zod';
import type { Books } from './books.ts';
import { declined, invalid } from './failure.ts';
import type { Hidden } from './objects.ts';
import { listing, operation, retrieval, text } from './operation.ts';
import {
  declineText,
  type TestAccount,
  type TestCard,
  testAccounts,
  testCards,
  testRoutingNumber,
} from './test-methods.ts';

const path = '/v1/payment_methods';

/** Input of the local form. Only this code sees a number, and nothing stores it. */
export const newPaymentMethod = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('card'),
    card: z.strictObject({
      number: z.string().transform((number) => number.replaceAll(/[\s-]/g, '')),
      exp_month: z.number().int().min(1).max(12),
      exp_year: z.number().int().min(2000).max(2200),
      cvc: z.string().regex(/^\d{3,4}$/, 'invalid_cvc'),
    }),
    billing_details: z.strictObject({ name: z.string().max(200) }).optional(),
  }),
  z.strictObject({
    type: z.literal('us_bank_account'),
    us_bank_account: z.strictObject({
      account_holder_type: z.enum(['company', 'individual']),
      account_number: z.string(),
      routing_number: z.string(),
    }),
    billing_details: z.strictObject({ name: z.string().min(1).max(200) }),
  }),
]);

/**
 * Stores a card or bank account without its number. Throws for numbers that are not among Stripe's test
 * numbers.
 */
export function makePaymentMethod(
  books: Books,
  input: z.output<typeof newPaymentMethod>,
): Stripe.PaymentMethod {
  const name = input.billing_details?.name ?? null;
  if (input.type === 'card') {
    const { number, exp_month, exp_year } = input.card;
    if (!passesLuhn(number))
      throw declined({ message: 'Your card number is incorrect.', code: 'incorrect_number' });
    if (endOfMonth(exp_year, exp_month) <= books.now)
      throw declined({ message: 'Your card has expired.', code: 'expired_card' });
    const card = testCards[number];
    if (!card)
      throw declined({
        message: 'Your card was declined. Here only the card numbers for tests work.',
        code: 'card_declined',
        decline_code: 'test_mode_live_card',
      });
    return keepCard(books, card, number, { exp_month, exp_year, name });
  }
  const { account_number, routing_number, account_holder_type } = input.us_bank_account;
  if (routing_number !== testRoutingNumber)
    throw invalid(
      `Here only the routing number ${testRoutingNumber} works.`,
      'routing_number_invalid',
    );
  const account = testAccounts[account_number];
  if (!account)
    throw invalid('Here only the account numbers for tests work.', 'account_number_invalid');
  return keepAccount(books, account, account_number, { account_holder_type, name });
}

/** The payment method of an id. One of Stripe's ready-made ids makes a new one each time. */
export function resolvePaymentMethod(
  books: Books,
  id: string,
  param: string,
): Stripe.PaymentMethod {
  for (const [number, card] of Object.entries(testCards)) {
    if (card.id !== id) continue;
    const exp_year = new Date(books.now * 1000).getUTCFullYear() + 3;
    return keepCard(books, card, number, { exp_month: 12, exp_year, name: null });
  }
  for (const [number, account] of Object.entries(testAccounts)) {
    if (account.id !== id) continue;
    const holder = { account_holder_type: 'individual' as const, name: 'Jenny Rosen' };
    return keepAccount(books, account, number, holder);
  }
  return books.get('payment_method', id, param);
}

function keepCard(
  books: Books,
  { brand, behaviour }: TestCard,
  number: string,
  { exp_month, exp_year, name }: { exp_month: number; exp_year: number; name: string | null },
): Stripe.PaymentMethod {
  const card = {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: brand,
    exp_month,
    exp_year,
    fingerprint: fingerprint(books, number),
    funding: 'credit',
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  } satisfies Stripe.PaymentMethod.Card;
  return keep(books, { type: 'card', card, name }, { behaviour });
}

function keepAccount(
  books: Books,
  { behaviour, microdeposits }: TestAccount,
  number: string,
  holder: { account_holder_type: 'company' | 'individual'; name: string | null },
): Stripe.PaymentMethod {
  const us_bank_account = {
    account_holder_type: holder.account_holder_type,
    account_type: 'checking',
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint: fingerprint(books, number),
    last4: number.slice(-4),
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number: testRoutingNumber,
    status_details: null,
  } satisfies Stripe.PaymentMethod.UsBankAccount;
  const details = { type: 'us_bank_account' as const, us_bank_account, name: holder.name };
  return keep(books, details, { behaviour, microdeposits });
}

function keep(
  books: Books,
  {
    type,
    name,
    ...details
  }: Pick<Stripe.PaymentMethod, 'type' | 'card' | 'us_bank_account'> & { name: string | null },
  hidden: Hidden,
): Stripe.PaymentMethod {
  const made = {
    id: books.newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name, phone: null, tax_id: null },
    created: books.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type,
    ...details,
  } satisfies Stripe.PaymentMethod;
  return books.save(made, undefined, hidden);
}

const fingerprint = ({ settings }: Books, number: string) =>
  createHmac('sha256', settings.fingerprintKey).update(number).digest('hex').slice(0, 16);

const endOfMonth = (year: number, month: number) => Date.UTC(year, month, 1) / 1000;

export const isExpired = ({ card }: Stripe.PaymentMethod, now: number) =>
  card !== undefined && endOfMonth(card.exp_year, card.exp_month) <= now;

function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const digits = Array.from(number, Number).reverse();
  const sum = digits.reduce((total, digit, place) => {
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Attaches a method to a customer. Throws if the card is refused. */
export function attach(
  books: Books,
  method: Stripe.PaymentMethod,
  customer: string,
): Stripe.PaymentMethod {
  if (method.customer === customer) return method;
  if (method.customer)
    throw invalid('The payment method you provided has already been attached to a customer.');
  const { behaviour } = books.hidden(method);
  if (method.type === 'card' && behaviour?.kind === 'declines' && !behaviour.laterOnly)
    throw declined(
      {
        message: declineText(behaviour.declineCode ?? behaviour.code),
        code: behaviour.code,
        decline_code: behaviour.declineCode,
      },
      false,
    );
  return books.save({ ...method, customer }, 'payment_method.attached');
}

/** Detaches a method from its customer for ever. */
export function detach(books: Books, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  const { customer } = method;
  if (typeof customer !== 'string')
    throw invalid('The payment method you provided is not attached to a customer.');
  const owner = books.store.find(customer);
  if (
    owner?.object === 'customer' &&
    owner.invoice_settings?.default_payment_method === method.id
  ) {
    const invoice_settings = { ...owner.invoice_settings, default_payment_method: null };
    books.save({ ...owner, invoice_settings }, 'customer.updated');
  }
  for (const subscription of books.list('subscription', customer)) {
    if (subscription.default_payment_method !== method.id) continue;
    const without = { ...subscription, default_payment_method: null };
    books.save(without, 'customer.subscription.updated');
  }
  return books.save({ ...method, customer: null }, 'payment_method.detached');
}

const typeFilter = { type: z.enum(['card', 'us_bank_account']).optional() };

export const paymentMethodOperations = {
  retrievePaymentMethod: retrieval('payment_method', path),
  listPaymentMethods: listing('payment_method', path, { customer: text, ...typeFilter }),
  attachPaymentMethod: operation(
    `POST ${path}/{id}/attach`,
    { id: text, customer: text },
    ({ id, customer }, books) => {
      books.get('customer', customer, 'customer');
      const method = resolvePaymentMethod(books, id, 'id');
      if (method.type !== 'card' && !books.hidden(method).verified)
        throw invalid('Bank accounts are attached by a SetupIntent that verifies them.');
      return attach(books, method, customer);
    },
  ),
  detachPaymentMethod: operation(`POST ${path}/{id}/detach`, { id: text }, ({ id }, books) =>
    detach(books, books.get('payment_method', id)),
  ),
};
