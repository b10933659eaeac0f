/** The life of a paying customer on the clock: 400 days and more, with the events as they come. */
import { readdir, readFile } from 'node:fs/promises';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addCard,
  cards,
  operatorStripe,
  setUpBankAccount,
  setUpCard,
} from '#tests/api/support/billing.ts';
import { readMailbox, signIn, waitForMail } from '#tests/api/support/cognito.ts';
import { expectFailure } from '#tests/api/support/expect-failure.ts';
import { clientAt, type Member, newAdminAt } from '#tests/api/support/people.ts';
import { advanceClock } from '#tests/support/clock.ts';
import { close, type Stack, startStack } from '#tests/support/stack.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { newPromotionCode } from './support/promotion-code.ts';

const withoutGaps = (text: string) => text.replaceAll(/[ -]/g, '');

let stack: Stack;
let stripe: Stripe;
let admin: Member;

beforeAll(async () => {
  stack = await startStack();
  admin = await newAdminAt(stack.origin);
  ({ stripe } = await operatorStripe(stack.origin, stack.client));
});
afterAll(() => close(stack));

/** Lets days pass. Tokens end meanwhile, so the admin signs in again. */
async function live(days: number): Promise<void> {
  await advanceClock(stack.origin, `${days}d`);
  const { IdToken } = await signIn(stack.origin, admin);
  admin = { ...admin, idToken: IdToken, call: clientAt(stack.origin, IdToken) };
}

/** The state stored by the product, which only events have changed. */
const stored = async () => (await admin.call('get-user', { query: {} })).subscription!;

const waitForStatus = (status: string) =>
  waitFor(`the status ${status}`, async () => (await stored()).status === status);

/** Never two live subscriptions, and never a charge without one. */
async function expectSoundBooks(): Promise<void> {
  const { stripe_customer_id: customer } = await admin.call('get-subscription', { query: {} });
  const subscriptions = await stripe.subscriptions.list({ customer, status: 'all' });
  const live = subscriptions.data.filter(
    ({ status }) => !['canceled', 'incomplete_expired'].includes(status),
  );
  expect(live.length).toBeLessThanOrEqual(1);
  const invoices = await stripe.invoices.list({ customer, limit: 100 });
  const known = new Set(subscriptions.data.map(({ id }) => id));
  for (const { parent } of invoices.data) {
    expect(known).toContain(parent?.subscription_details?.subscription);
  }
}

const upload = () =>
  admin.call('create-upload', {
    body: { org_id: admin.orgId, user_email: admin.email, filename: 'notes.csv' },
  });

const subjects = async () =>
  (await readMailbox(stack.origin, admin.email)).map(({ subject }) => subject);

test('trial, renewals, a failing card, recovery, annual, coupon, cancellation, activation', async () => {
  await addCard(stack.origin, admin);
  await admin.call('update-subscription', { body: { subscription_plan: 'Monthly' } });
  await expectSoundBooks();

  const hesitant = await newAdminAt(stack.origin);
  await live(18);
  await waitForMail(stack.origin, hesitant.email, /^Your trial ends in 3 days$/);
  expect(await subjects()).not.toContain('Your trial ends in 3 days');
  await live(4);
  await waitForStatus('active');
  await upload();
  await live(31);
  await waitFor('the second payment', async () => {
    const invoices = await admin.call('list-invoices', { query: {} });
    return invoices.filter(({ paid, total }) => paid && total === 2400).length === 2;
  });
  await expectSoundBooks();

  await addCard(stack.origin, admin, cards.declinesCharges);
  await live(31);
  await waitForStatus('past_due');
  await upload();
  await waitFor('the mail about the payment', async () =>
    (await subjects()).includes('Your payment of $24.00 failed'),
  );
  await live(25);
  await waitForStatus('unpaid');
  await expectFailure(upload(), 'SubscriptionExpired');
  await expectSoundBooks();

  const recovered = await addCard(stack.origin, admin);
  expect(recovered).toMatchObject({ status: 'active', _isExpired: false });
  await upload();

  await newPromotionCode(stripe, 'HALF', { duration: 'forever' });
  const annual = await admin.call('update-subscription', {
    body: { subscription_plan: 'Annual', couponCode: 'HALF' },
  });
  expect(annual).toMatchObject({
    status: 'active',
    plan: { amount: 24_000, interval: 'year' },
    discount: { coupon: { percent_off: 50 } },
  });
  await expectSoundBooks();

  await admin.call('cancel-subscription', { body: { option: 'Pricing' } });
  await live(300);
  expect((await stored())._isExpired).toBe(false);
  await upload();
  await live(70);
  await waitForStatus('canceled');
  await expectFailure(upload(), 'SubscriptionExpired');
  await expectSoundBooks();

  const activated = await admin.call('update-subscription', {
    body: { subscription_plan: 'Monthly', activate_subscription: true },
  });
  expect(activated).toMatchObject({ status: 'active', _isExpired: false });
  await upload();
  await expectSoundBooks();
  // After a jump of the clock the nightly comparison may run before the events, and then corrects the state
  // first.
  expect(stack.printed()).not.toContain('ERROR antecede-local-reconcile-billing');
  const mails = await subjects();
  for (const once of ['Your subscription is cancelled', 'Your subscription has ended']) {
    expect(mails.filter((subject) => subject === once)).toHaveLength(1);
  }
});

test('no card or bank number reaches the product: neither its data nor its logs', async () => {
  const other = await newAdminAt(stack.origin);
  await expect(setUpCard(stack.origin, other, cards.declined)).rejects.toThrow(/declined/);
  await setUpBankAccount(stack.origin, other, '000987654321');
  await expectFailure(
    other.call('verify-bank-account', { body: { descriptor_code: 'SM00ZZ' } }),
    'VerificationFailed',
  );
  // A card number sent to us by mistake.
  await expectFailure(
    other.call('update-payment-method', { body: { token_id: cards.works } }),
    'InvalidRequest',
  );
  const numbers = [...Object.values(cards), '000987654321'].map(withoutGaps);
  const printed = withoutGaps(stack.printed());
  for (const number of numbers) expect(printed.includes(number), number).toBe(false);
  const entries = await readdir(stack.dataDir, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const bytes = await readFile(`${entry.parentPath}/${entry.name}`);
    const text = withoutGaps(bytes.toString('latin1'));
    for (const number of numbers) expect(text.includes(number), entry.name).toBe(false);
  }
});
