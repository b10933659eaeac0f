import * as z from 'zod';
import type { Books } from './books.ts';
import { declined, invalid } from './failure.ts';
import type { Hidden, PaymentMethod } from './objects.ts';
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
): PaymentMethod {
  if (input.type === 'card') {
    const { number, exp_month, exp_year } = input.card;
    if (!passesLuhn(number)) throw declined('Your card number is incorrect.', 'incorrect_number');
    if (endOfMonth(exp_year, exp_month) <= books.now) {
      throw declined('Your card has expired.', 'expired_card');
    }
    const card = testCards[number];
    if (!card) {
      throw declined(
        'Your card was declined. Here only the card numbers for tests work.',
        'card_declined',
      );
    }
    return keepCard(books, card, number, { exp_month, exp_year });
  }
  const { account_number, routing_number } = input.us_bank_account;
  if (routing_number !== testRoutingNumber) {
    throw invalid(
      `Here only the routing number ${testRoutingNumber} works.`,
      'routing_number_invalid',
    );
  }
  const account = testAccounts[account_number];
  if (!account) {
    throw invalid('Here only the account numbers for tests work.', 'account_number_invalid');
  }
  return keepAccount(books, account, account_number);
}

/** The payment method of an id. One of Stripe's ready-made ids makes a new one each time. */
export function resolvePaymentMethod(books: Books, id: string, param: string): PaymentMethod {
  for (const [number, card] of Object.entries(testCards)) {
    if (card.id !== id) continue;
    const exp_year = new Date(books.now * 1000).getUTCFullYear() + 3;
    return keepCard(books, card, number, { exp_month: 12, exp_year });
  }
  for (const [number, account] of Object.entries(testAccounts)) {
    if (account.id === id) return keepAccount(books, account, number);
  }
  return books.get('payment_method', id, param);
}

const keepCard = (
  books: Books,
  { brand, behaviour }: TestCard,
  number: string,
  expiry: { exp_month: number; exp_year: number },
) =>
  keep(books, { type: 'card', card: { brand, ...expiry, last4: number.slice(-4) } }, { behaviour });

const keepAccount = (books: Books, { behaviour, microdeposits }: TestAccount, number: string) =>
  keep(
    books,
    {
      type: 'us_bank_account',
      us_bank_account: { bank_name: 'STRIPE TEST BANK', last4: number.slice(-4) },
    },
    { behaviour, microdeposits },
  );

const keep = (
  books: Books,
  details: Pick<PaymentMethod, 'type' | 'card' | 'us_bank_account'>,
  hidden: Hidden,
) =>
  books.save<PaymentMethod>(
    {
      id: books.newId('pm'),
      object: 'payment_method',
      created: books.now,
      customer: null,
      ...details,
    },
    undefined,
    hidden,
  );

const endOfMonth = (year: number, month: number) => Date.UTC(year, month, 1) / 1000;

export const isExpired = ({ card }: PaymentMethod, now: number) =>
  card !== undefined && endOfMonth(card.exp_year, card.exp_month) <= now;

function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const digits = Array.from(number, Number).reverse();
  const sum = digits.reduce((total, digit, position) => {
    const doubled = position % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Attaches a method to a customer. Throws if the card is refused. */
export function attach(books: Books, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method;
  if (method.customer) {
    throw invalid('The payment method you provided has already been attached to a customer.');
  }
  const { behaviour } = books.hidden(method);
  if (method.type === 'card' && behaviour?.kind === 'declines' && !behaviour.laterOnly) {
    throw declined(declineText(behaviour.declineCode ?? behaviour.code), behaviour.code, false);
  }
  return books.save({ ...method, customer });
}

/** Detaches a method from its customer for ever. */
export function detach(books: Books, method: PaymentMethod): PaymentMethod {
  const { customer } = method;
  if (customer === null) {
    throw invalid('The payment method you provided is not attached to a customer.');
  }
  const owner = books.store.find(customer);
  if (
    owner?.object === 'customer' &&
    owner.invoice_settings?.default_payment_method === method.id
  ) {
    const invoice_settings = { default_payment_method: null };
    books.save({ ...owner, invoice_settings }, 'customer.updated');
  }
  return books.save({ ...method, customer: null });
}

/** The card of one of Stripe's ready-made tokens: `tok_visa` is that of `pm_card_visa`. */
function redeemToken(books: Books, token: string): PaymentMethod {
  const id = token.replace(/^tok_/, 'pm_card_');
  if (id === token || !Object.values(testCards).some((card) => card.id === id)) {
    throw invalid(`No such token: '${token}'`, 'resource_missing', 'card[token]');
  }
  return resolvePaymentMethod(books, id, 'card[token]');
}

export const paymentMethodOperations = {
  createPaymentMethod: operation(
    `POST ${path}`,
    { type: z.literal('card'), card: z.strictObject({ token: text }) },
    ({ card }, books) => redeemToken(books, card.token),
  ),
  retrievePaymentMethod: retrieval('payment_method', path),
  listPaymentMethods: listing('payment_method', path, { customer: text }, () => true),
  attachPaymentMethod: operation(
    `POST ${path}/{id}/attach`,
    { id: text, customer: text },
    ({ id, customer }, books) => {
      books.get('customer', customer, 'customer');
      const method = resolvePaymentMethod(books, id, 'id');
      if (method.type !== 'card' && !books.hidden(method).verified) {
        throw invalid('Bank accounts are attached by a SetupIntent that verifies them.');
      }
      return attach(books, method, customer);
    },
  ),
  detachPaymentMethod: operation(`POST ${path}/{id}/detach`, { id: text }, ({ id }, books) =>
    detach(books, books.get('payment_method', id)),
  ),
};
