import { beforeEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import type { BillingState } from '#shared/contract/billing.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { openPage, person, signIn } from './support/open-page.tsx';
import { answer, requestsTo } from './support/server.ts';

const card: BillingState['payment_method'] = {
  type: 'card',
  label: 'Visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2040,
};
const march = Date.UTC(2027, 2, 1, 12) / 1000;
const april = Date.UTC(2027, 3, 1, 12) / 1000;

const trial: BillingState = {
  status: 'trialing',
  trial_end: april,
  current_period_start: march,
  stripe_info: { sources: { data: [] } },
  _isExpired: false,
  _daysInPeriod: 4,
};
const active: BillingState = {
  ...trial,
  id: 'sub_1',
  status: 'active',
  trial_end: undefined,
  current_period_end: april,
  plan: { amount: 2400, interval: 'month' },
  cancel_at_period_end: false,
  stripe_customer_id: 'cus_1',
  payment_method: card,
};
const pastDue: BillingState = { ...active, status: 'past_due', _daysInPeriod: 4 };
const expired: BillingState = { ...trial, _isExpired: true, _daysInPeriod: 22 };

beforeEach(async () => {
  await browser.viewport(360, 800);
  signIn();
  answer('list-invoices', { output: [] });
});

async function openWith(billing: BillingState) {
  answer('get-user', { output: { ...person, subscription: billing } });
  answer('get-subscription', { output: billing });
  const page = await openPage('/subscription');
  await expect.element(page.getByRole('heading', { name: 'Billing Overview' })).toBeVisible();
  return page;
}

interface Expected {
  /** Texts of the page. */
  says: readonly (string | RegExp)[];
  /** Enabled and disabled buttons. */
  can?: readonly string[];
  cannot?: readonly string[];
  /** Buttons and texts that must be absent. */
  without?: readonly (string | RegExp)[];
}

const overdue =
  'Your subscription is now 4 days past due. Please update your payment details within 17 days to avoid your account being terminated.';
const noLongerPaid =
  'Your subscription has expired. Please update your payment details to reactivate it.';

const states: Record<string, { billing: BillingState; expected: Expected }> = {
  'a trial without a card': {
    billing: trial,
    expected: {
      says: ['trialing', 'Trial ends on Apr 1, 2027', 'No card or bank account yet.'],
      can: ['Update Subscription', 'Cancel Subscription'],
      without: ['Keep Subscription', /expired/, /left on your trial/],
    },
  },
  'the last days of a trial': {
    billing: { ...trial, _daysInPeriod: 20 },
    expected: { says: ['trialing', 'You have 1 day left on your trial.'] },
  },
  'a plan that was bought in the trial': {
    billing: { ...active, status: 'trialing', trial_end: april },
    expected: {
      says: [
        'trialing',
        'Trial ends on Apr 1, 2027',
        'Plan: Monthly, $24.00 per month. You pay nothing until the trial ends.',
        'Visa ending in 4242, expires 12/2040',
      ],
      can: ['Cancel Subscription'],
      cannot: ['Update Subscription', 'Apply Coupon'],
    },
  },
  'an active monthly plan': {
    billing: active,
    expected: {
      says: ['active', 'Renews on Apr 1, 2027'],
      can: ['Cancel Subscription'],
      cannot: ['Update Subscription'],
      without: [/Trial ends/, /expired/],
    },
  },
  'an active annual plan with a coupon': {
    billing: {
      ...active,
      plan: { amount: 24_000, interval: 'year' },
      discount: { coupon: { percent_off: 20 } },
    },
    expected: { says: ['active', '20 % off with your coupon'], cannot: ['Update Subscription'] },
  },
  'one that ends with its period': {
    billing: { ...active, cancel_at_period_end: true },
    expected: {
      says: ['canceled', 'Ends on Apr 1, 2027'],
      can: ['Keep Subscription'],
      without: ['Cancel Subscription'],
    },
  },
  'one that is past due without a card': {
    billing: { ...pastDue, payment_method: undefined },
    expected: { says: ['Past due', overdue], cannot: ['Update Subscription'] },
  },
  'one that is past due with a card': {
    billing: { ...pastDue, payment_error: 'Your card has insufficient funds.' },
    expected: {
      says: [
        'Past due',
        'We are not able to process your payment due to card failure. Please update your payment details.',
        'The last payment was refused: Your card has insufficient funds.',
      ],
      can: ['Cancel Subscription'],
    },
  },
  'one whose payment the bank wants to have confirmed': {
    billing: { ...pastDue, payment_action: { client_secret: 'pi_1_secret_2' } },
    expected: {
      says: ['Your bank asks you to confirm the payment.'],
      can: ['Confirm the payment'],
    },
  },
  'one that is unpaid': {
    billing: { ...pastDue, status: 'unpaid', _isExpired: true },
    expected: {
      says: ['unpaid'],
      can: ['Activate Subscription'],
      without: ['Update Subscription', 'Cancel Subscription'],
    },
  },
  'one that has expired, with a card': {
    billing: { ...active, status: 'canceled', _isExpired: true },
    expected: { says: ['canceled'], can: ['Activate Subscription'], without: [noLongerPaid] },
  },
  'a trial that is over, without a card': {
    billing: expired,
    expected: {
      says: [noLongerPaid, 'expired', 'Trial ended on Apr 1, 2027'],
      can: ['Activate Subscription'],
      without: ['trialing', 'Cancel Subscription'],
    },
  },
  'a trial that was cancelled': {
    billing: { ...trial, cancel_at_period_end: true },
    expected: {
      says: ['canceled', 'Trial ends on Apr 1, 2027'],
      can: ['Keep Subscription'],
      without: ['Cancel Subscription'],
    },
  },
  'a payment that is due since today': {
    billing: { ...pastDue, payment_method: undefined, _daysInPeriod: 0 },
    expected: {
      says: ['Your subscription is now less than a day past due.'],
      without: [/0 days/],
    },
  },
  'one that staff have paused': {
    billing: { ...pastDue, pause_collection: { behavior: 'mark_uncollectible' } },
    expected: { says: ['Active'], without: [/past due/, /card failure/] },
  },
  'a bank account that waits for its two deposits': {
    billing: {
      ...trial,
      stripe_info: { sources: { data: [{ status: 'new', last4: '6789' }] } },
      bank_verification: { kind: 'amounts', last4: '6789' },
    },
    expected: {
      says: [
        'Bank account ending in 6789: not charged until it is verified',
        'Verify your bank account',
        'Enter their amounts in cents: 32 for $0.32, 5 for $0.05.',
      ],
      cannot: ['Verify'],
      without: [/No card or bank account/],
    },
  },
  'a bank account that waits for a code': {
    billing: {
      ...trial,
      stripe_info: { sources: { data: [{ status: 'new', last4: '6789' }] } },
      bank_verification: { kind: 'descriptor_code', last4: '6789' },
    },
    expected: { says: [/Enter the code in its description/], cannot: ['Verify'] },
  },
};

function isSaid(text: string | RegExp): boolean {
  const page = document.body.textContent ?? '';
  return typeof text === 'string' ? page.includes(text) : text.test(page);
}

test.each(Object.entries(states))('%s', async (_name, { billing, expected }) => {
  const page = await openWith(billing);
  const { says, can = [], cannot = [], without = [] } = expected;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  for (const text of says) {
    await expect.poll(() => isSaid(text), { message: String(text) }).toBe(true);
  }
  for (const name of can) await expect.element(button(name)).toBeEnabled();
  for (const name of cannot) await expect.element(button(name)).toBeDisabled();
  for (const name of without) {
    expect(isSaid(name), String(name)).toBe(false);
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await expectNoViolations();
});

test('members are refused, and people without an organization have no subscription', async () => {
  answer('get-user', { output: { ...person, role: 'member' } });
  const page = await openPage('/subscription');
  await expect
    .element(page.getByText('You must be an administrator to access this page.'))
    .toBeVisible();
  await page.unmount();

  signIn();
  answer('get-user', { output: { ...person, org_id: undefined, role: undefined } });
  const other = await openPage('/subscription');
  await expect.element(other.getByText('No subscription found for this account.')).toBeVisible();
});

test('a purchase needs its price to be shown first, and a refusal shows the reason of the bank', async () => {
  const page = await openWith({ ...expired, payment_method: card });
  answer('preview-subscription', {
    output: { due_now: 24_000, renewal: 24_000, renews_at: april },
  });
  answer('update-subscription', { failure: 'PaymentDeclined' });
  await page.getByRole('radio', { name: 'Annual, $20.00 per month' }).click();
  await page.getByRole('button', { name: 'Activate Subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Subscription' });
  await expect
    .element(dialog.getByText('$240.00 now, then $240.00 each year from Apr 1, 2027.'))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const alert = dialog.getByRole('alert');
  await expect.element(alert).toBeVisible();
  expect(alert.element().textContent).toContain('Your payment was declined.');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a purchase without a means of payment asks for it in the same dialog', async () => {
  const page = await openWith(expired);
  answer('preview-subscription', { failure: 'CouponInvalid' });
  await page.getByLabelText('Coupon').fill('GONE');
  await page.getByRole('button', { name: 'Activate Subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Subscription' });
  await expect
    .element(dialog.getByText('Please add a credit card or a bank account first.'))
    .toBeVisible();
  await expect.element(dialog.getByRole('radio', { name: 'ACH Direct Debit' })).toBeInTheDocument();
  await expect.element(dialog.getByText(/This coupon is not valid/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.element(page.getByLabelText('Coupon')).toHaveValue('');
});

test('amounts of deposits are shown as cents and sent with the ids of the customer', async () => {
  const page = await openWith({
    ...states['a bank account that waits for its two deposits']!.billing,
    stripe_customer_id: 'cus_1',
  });
  answer('verify-bank-account', { failure: 'VerificationFailed' });
  const first = page.getByLabelText('First amount');
  await first.fill('5');
  await expect.element(first).toHaveValue('$0.05');
  const second = page.getByLabelText('Second amount');
  await second.click();
  await userEvent.keyboard('32');
  await expect.element(second).toHaveValue('$0.32');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect
    .poll(() => requestsTo('verify-bank-account').map(({ body }) => body))
    .toEqual([
      { collection_id: 'org_1', item_id: 'org_1', stripe_customer_id: 'cus_1', amounts: [5, 32] },
    ]);
});

test('a cancellation is followed by notice, feedback and the new state', async () => {
  const page = await openWith(active);
  answer('cancel-subscription', { output: { ...active, cancel_at_period_end: true } });
  answer('get-subscription', { output: { ...active, cancel_at_period_end: true } });
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Subscription' });
  await dialog.getByRole('radio', { name: 'Pricing' }).click();
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect.element(page.getByRole('button', { name: 'Keep Subscription' })).toBeVisible();
  const { full_name, email } = person;
  expect(requestsTo('send-cancel-notice')[0]!.body).toEqual({ email, org_id: 'org_1' });
  expect(requestsTo('create-cancel-feedback')[0]!.body).toEqual({
    full_name,
    email,
    option: 'Pricing',
    reason: '',
    org_name: person.organization!.name,
  });
});

test.each([
  [9, false],
  [10, true],
  [11, false],
])('%i invoices: a note about more: %s', async (count, hasNote) => {
  const items = Array.from({ length: count }, (_, position) => ({
    id: `in_${position}`,
    created: march + position * 86_400,
    total: 2400,
    paid: position < count - 1,
    invoice_pdf: 'https://pay.stripe.com/invoice/1/pdf',
  }));
  answer('list-invoices', {
    output: [...items, { ...items[0]!, id: 'in_0', total: 0 }],
  });
  const page = await openWith(active);
  await expect.element(page.getByText('Unpaid')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Invoices' }).getByRole('row').elements();
  expect(rows).toHaveLength(Math.min(count, 10) + 1);
  expect(rows[1]!.textContent).toContain('$24.00');
  const note = page.getByText('For more invoices please contact support.');
  expect(note.elements().length > 0).toBe(hasNote);
});
