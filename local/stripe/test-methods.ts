/**
 * What a card or bank account does when it is charged. These are the numbers that Stripe gives out for
 * tests, https://docs.stripe.com/testing and https://docs.stripe.com/payments/ach-direct-debit.
 */
export type Behaviour =
  | { kind: 'works' }
  /** Refused whenever it is attached or charged; with `laterOnly` it can be attached. */
  | { kind: 'declines'; code: string; declineCode?: string; laterOnly?: boolean }
  /** Wants the customer's authentication: until it was set up for later use, or at every charge. */
  | { kind: 'authenticates'; always: boolean; declineCode?: string }
  /** Charged, and then disputed as fraudulent. */
  | { kind: 'disputes' };

export interface TestCard {
  brand: string;
  behaviour: Behaviour;
  /** Stripe's ready-made payment method with this number. */
  id?: string;
  funding?: string;
}

const works: Behaviour = { kind: 'works' };
const declines = (declineCode: string, code = 'card_declined'): Behaviour => ({
  kind: 'declines',
  code,
  declineCode,
});
const visa = (behaviour: Behaviour, id?: string): TestCard => ({ brand: 'visa', behaviour, id });

export const testCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': visa(works, 'pm_card_visa'),
  '4000056655665556': {
    brand: 'visa',
    behaviour: works,
    id: 'pm_card_visa_debit',
    funding: 'debit',
  },
  '5555555555554444': { brand: 'mastercard', behaviour: works, id: 'pm_card_mastercard' },
  '2223003122003222': { brand: 'mastercard', behaviour: works },
  '378282246310005': { brand: 'amex', behaviour: works, id: 'pm_card_amex' },
  '6011111111111117': { brand: 'discover', behaviour: works, id: 'pm_card_discover' },
  '4000000000000002': visa(declines('generic_decline'), 'pm_card_chargeDeclined'),
  '4000000000009995': visa(
    declines('insufficient_funds'),
    'pm_card_chargeDeclinedInsufficientFunds',
  ),
  '4000000000009987': visa(declines('lost_card'), 'pm_card_chargeDeclinedLostCard'),
  '4000000000009979': visa(declines('stolen_card'), 'pm_card_chargeDeclinedStolenCard'),
  '4000000000000069': visa(
    declines('expired_card', 'expired_card'),
    'pm_card_chargeDeclinedExpiredCard',
  ),
  '4000000000000127': visa(
    declines('incorrect_cvc', 'incorrect_cvc'),
    'pm_card_chargeDeclinedIncorrectCvc',
  ),
  '4000000000000119': visa(
    declines('processing_error', 'processing_error'),
    'pm_card_chargeDeclinedProcessingError',
  ),
  '4000000000006975': visa(
    declines('card_velocity_exceeded'),
    'pm_card_chargeDeclinedVelocityLimitExceeded',
  ),
  '4000000000000341': visa(
    { kind: 'declines', code: 'card_declined', declineCode: 'generic_decline', laterOnly: true },
    'pm_card_chargeCustomerFail',
  ),
  '4000002500003155': visa(
    { kind: 'authenticates', always: false },
    'pm_card_authenticationRequiredOnSetup',
  ),
  '4000002760003184': visa(
    { kind: 'authenticates', always: true },
    'pm_card_authenticationRequired',
  ),
  '4000008260003178': visa(
    { kind: 'authenticates', always: false, declineCode: 'insufficient_funds' },
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  ),
  '4000000000000259': visa({ kind: 'disputes' }, 'pm_card_createDispute'),
};

export interface TestAccount {
  behaviour: Behaviour;
  id?: string;
  /** How its holder proves to see the account. */
  microdeposits: 'amounts' | 'descriptor_code';
}

const fails = (code: string): Behaviour => ({ kind: 'declines', code });

/** Accounts of the routing number 110000000. Which of them get a code is decided here, not by Stripe. */
export const testAccounts: Readonly<Record<string, TestAccount>> = {
  '000123456789': { behaviour: works, id: 'pm_usBankAccount_success', microdeposits: 'amounts' },
  '000987654321': { behaviour: works, microdeposits: 'descriptor_code' },
  '000111111116': {
    behaviour: fails('account_closed'),
    id: 'pm_usBankAccount_accountClosed',
    microdeposits: 'amounts',
  },
  '000111111113': {
    behaviour: fails('no_account'),
    id: 'pm_usBankAccount_noAccount',
    microdeposits: 'amounts',
  },
  '000222222227': {
    behaviour: fails('insufficient_funds'),
    id: 'pm_usBankAccount_insufficientFunds',
    microdeposits: 'amounts',
  },
  '000333333335': {
    behaviour: fails('debit_not_authorized'),
    id: 'pm_usBankAccount_debitNotAuthorized',
    microdeposits: 'amounts',
  },
};

export const testRoutingNumber = '110000000';

/** What is right, and what does something special, when micro-deposits are named. In cents. */
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
