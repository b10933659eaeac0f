/**
 * The behaviour of a card or bank account when it is charged. These are Stripe's numbers for tests,
 * https://docs.stripe.com/testing and https://docs.stripe.com/payments/ach-direct-debit.
 */
export type Behaviour =
  | { kind: 'works' }
  /** Refused whenever it is attached or charged; with `laterOnly` it can be attached. */
  | { kind: 'declines'; code: string; declineCode?: string; laterOnly?: boolean }
  /** Requires the customer's authentication: until it is set up for later use, or at every charge. */
  | { kind: 'authenticates'; always: boolean; declineCode?: string }
  /** Charged, and then disputed as fraudulent. */
  | { kind: 'disputes' };

export interface TestCard {
  brand: string;
  behaviour: Behaviour;
  /** Stripe's ready-made payment method with this number. */
  id?: string;
}

const works: Behaviour = { kind: 'works' };
const refused = (declineCode: string, laterOnly = false): Behaviour => ({
  kind: 'declines',
  code: ownCodes.includes(declineCode) ? declineCode : 'card_declined',
  declineCode,
  laterOnly,
});
/** Refusals that the error code itself names. */
const ownCodes = ['expired_card', 'incorrect_cvc', 'processing_error'];
const authenticates = (always: boolean, declineCode?: string): Behaviour => ({
  kind: 'authenticates',
  always,
  declineCode,
});

const insufficientLater = 'authenticationRequiredChargeDeclinedInsufficientFunds';

/** Number, brand, behaviour, and Stripe's ready-made payment method with this number. */
const cardTable: [number: string, brand: string, behaviour: Behaviour, id?: string][] = [
  ['4242424242424242', 'visa', works, 'visa'],
  ['4000056655665556', 'visa', works, 'visa_debit'],
  ['5555555555554444', 'mastercard', works, 'mastercard'],
  ['2223003122003222', 'mastercard', works],
  ['378282246310005', 'amex', works, 'amex'],
  ['6011111111111117', 'discover', works, 'discover'],
  ['4000000000000002', 'visa', refused('generic_decline'), 'chargeDeclined'],
  ['4000000000009995', 'visa', refused('insufficient_funds'), 'chargeDeclinedInsufficientFunds'],
  ['4000000000009987', 'visa', refused('lost_card'), 'chargeDeclinedLostCard'],
  ['4000000000009979', 'visa', refused('stolen_card'), 'chargeDeclinedStolenCard'],
  ['4000000000000069', 'visa', refused('expired_card'), 'chargeDeclinedExpiredCard'],
  ['4000000000000127', 'visa', refused('incorrect_cvc'), 'chargeDeclinedIncorrectCvc'],
  ['4000000000000119', 'visa', refused('processing_error'), 'chargeDeclinedProcessingError'],
  ['4000000000006975', 'visa', refused('card_velocity_exceeded')],
  ['4000000000000341', 'visa', refused('generic_decline', true), 'chargeCustomerFail'],
  ['4000002500003155', 'visa', authenticates(false), 'authenticationRequiredOnSetup'],
  ['4000002760003184', 'visa', authenticates(true), 'authenticationRequired'],
  ['4000008260003178', 'visa', authenticates(false, 'insufficient_funds'), insufficientLater],
  ['4000000000000259', 'visa', { kind: 'disputes' }, 'createDispute'],
];

export const testCards: Readonly<Record<string, TestCard>> = Object.fromEntries(
  cardTable.map(([number, brand, behaviour, id]) => [
    number,
    { brand, behaviour, id: id && `pm_card_${id}` },
  ]),
);

export interface TestAccount {
  behaviour: Behaviour;
  id?: string;
  /** How its holder proves access to the account. */
  microdeposits: 'amounts' | 'descriptor_code';
}

const fails = (code: string): Behaviour => ({ kind: 'declines', code });

/** Accounts of the routing number 110000000. Which of them get a code is decided here, not by Stripe. */
const accountTable: [number: string, behaviour: Behaviour, id?: string][] = [
  ['000123456789', works, 'success'],
  ['000987654321', works],
  ['000111111116', fails('account_closed'), 'accountClosed'],
  ['000111111113', fails('no_account'), 'noAccount'],
  ['000222222227', fails('insufficient_funds'), 'insufficientFunds'],
  ['000333333335', fails('debit_not_authorized'), 'debitNotAuthorized'],
];

export const testAccounts: Readonly<Record<string, TestAccount>> = Object.fromEntries(
  accountTable.map(([number, behaviour, id]) => [
    number,
    {
      behaviour,
      id: id && `pm_usBankAccount_${id}`,
      microdeposits: number === '000987654321' ? 'descriptor_code' : 'amounts',
    },
  ]),
);

export const testRoutingNumber = '110000000';

/** The correct amounts of the micro-deposits and those with a special effect, in cents. */
export const microdeposits = {
  amounts: { right: [32, 45], tooOften: [10, 11], timedOut: [40, 41] },
  descriptorCode: { right: 'SM11AA', tooOften: 'SM33CC', timedOut: 'SM44DD' },
  attempts: { amounts: 3, descriptor_code: 10 },
} as const;

const declineTexts: Record<string, string> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  card_velocity_exceeded:
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  account_closed: "The customer's bank account has been closed.",
  no_account: 'No account could be located with these details.',
  debit_not_authorized: 'The customer has notified their bank that this payment was unauthorized.',
};

export const declineText = (code: string) => declineTexts[code] ?? 'Your card was declined.';
