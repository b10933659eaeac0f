/**
 * What every change of plan costs, with a coupon, on trial, paused and past due, to the cent. The local Stripe prorates by
 * Stripe's published rules: https://docs.stripe.com/billing/subscriptions/prorations, flexible billing.
 */
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import type { PlanName } from '#shared/plans.ts';
import { billingSteps, cardNumbers } from './support/billing-steps.ts';
import { type Customer, openBillingWorld } from './support/billing-world.ts';
import { newPromotionCode } from './support/promotion-code.ts';

const world = await openBillingWorld();
const steps = billingSteps(world);
const { buy, cancel, customerId } = steps;
const addCard = steps.addCard();
const day = 86_400_000;
const half = 'HALF';
const free = 'FREE';
/** Half of every invoice. */
const lasting = 'LASTING';
await newPromotionCode(world.stripe, half);
await newPromotionCode(world.stripe, free, { percent_off: 100 });
await newPromotionCode(world.stripe, lasting, { duration: 'forever' });

type Step = (customer: Customer) => Promise<unknown>;
const wait = (days: number) => () => world.pass(days * day);
const trialIsOver: Step = wait(22);
/** Until the first of January of a year of 365 days, which is after the trial. */
const untilJanuary = () => {
  const now = new Date();
  const next = now.getUTCFullYear() + 1;
  return world.pass(Date.UTC(next % 4 === 0 ? next + 1 : next, 0, 1, 12) - now.getTime());
};
const subscriptionOf = async (customer: Customer) =>
  (await steps.subscriptions(customer)).find(({ status }) => status !== 'canceled')!;
const pause = async (customer: Customer) =>
  world.stripe.subscriptions.update((await subscriptionOf(customer)).id, {
    pause_collection: { behavior: 'mark_uncollectible' },
  });
const cardFails = steps.addCard(cardNumbers.declinesCharges);
const refused = (step: Step, code: string) => async (customer: Customer) => {
  await expect(step(customer)).rejects.toMatchObject({ code });
};

/** Cents that were charged, and the credit that is left for the next invoices. */
async function booksOf(customer: Customer) {
  const id = (await customerId(customer))!;
  const { data } = await world.stripe.charges.list({ customer: id });
  const paid = data.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount);
  const { balance } = (await world.stripe.customers.retrieve(id)) as Stripe.Customer;
  return { paid: paid.toReversed(), credit: 0 - balance };
}

/** Where the subscription stands when its plan changes, after `from` was bought. */
const states = {
  'before a purchase': (_from: PlanName) => [trialIsOver],
  'before a purchase, on trial': (_from: PlanName) => [],
  'on trial': (from: PlanName) => [buy(from)],
  paid: (from: PlanName) => [trialIsOver, buy(from)],
  'past due': (from: PlanName) => [
    trialIsOver,
    buy(from),
    cardFails,
    wait(from === 'Annual' ? 367 : 32),
    putCard(),
  ],
  paused: (from: PlanName) => [trialIsOver, buy(from), pause],
} satisfies Record<string, (from: PlanName) => Step[]>;

/** Charged for `from` before the change. */
type Outcome = readonly [due: number, credit: number, renewal: number] | 'PaymentPaused';
type Codes = readonly [none: Outcome, half: Outcome, lasting: Outcome];

const waived = ['PaymentPaused', 'PaymentPaused', 'PaymentPaused'] as const;
const onTrial: Record<PlanName, Codes> = {
  // The coupon for one invoice waits for the first charge.
  Monthly: [
    [0, 0, 2400],
    [0, 0, 1200],
    [0, 0, 1200],
  ],
  Annual: [
    [0, 0, 24_000],
    [0, 0, 12_000],
    [0, 0, 12_000],
  ],
};
/** At the full price of the new plan, or half of it. */
const full: Record<PlanName, Codes> = {
  Monthly: [
    [2400, 0, 2400],
    [1200, 0, 2400],
    [1200, 0, 1200],
  ],
  Annual: [
    [24_000, 0, 24_000],
    [12_000, 0, 24_000],
    [12_000, 0, 12_000],
  ],
};

/**
 * Every state × plan × coupon. What is due now, the credit that is left, and the next renewal, in cents: without a coupon, with
 * one for half of one invoice, and with one for half of all.
 */
const table: Record<keyof typeof states, Record<PlanName, Codes>> = {
  'before a purchase': full,
  'before a purchase, on trial': onTrial,
  'on trial': onTrial,
  paid: {
    // A year that begins at once gives back what was paid for it, and a month of it pays the new plan.
    Monthly: [
      [0, 24_000 - 2400, 2400],
      [0, 24_000 - 1200, 2400],
      [0, 24_000 - 1200, 1200],
    ],
    Annual: [
      [24_000 - 2400, 0, 24_000],
      [12_000 - 2400, 0, 24_000],
      [12_000 - 2400, 0, 12_000],
    ],
  },
  // What was not paid is not credited: the new plan begins now.
  'past due': full,
  // A year would be free.
  paused: { Monthly: waived, Annual: waived },
};

const codes = [undefined, half, lasting];
const changes = (Object.keys(table) as (keyof typeof states)[]).flatMap((state) =>
  (['Monthly', 'Annual'] as const).flatMap((to) =>
    codes.map((code, position) => ({ state, to, code, outcome: table[state][to][position]! })),
  ),
);

test.each(changes)(
  '$state to $to, coupon $code: $outcome',
  async ({ state, to, code, outcome }) => {
    const from = to === 'Monthly' ? 'Annual' : 'Monthly';
    const customer = await world.newCustomer();
    await addCard(customer);
    for (const step of states[state](from)) await step(customer);
    const before = (await booksOf(customer)).paid;
    const isWaived = outcome === 'PaymentPaused';
    const [due, credit, renewal] = isWaived ? [0, 0, 0] : outcome;
    const promised = await previewed(customer, to, code);
    const figures = typeof promised === 'string' ? promised : [promised.due_now, promised.renewal];
    expect(figures).toEqual(isWaived ? outcome : [due, renewal]);
    const changed = await buy(
      to,
      code,
    )(customer).then(
      () => 'changed',
      (error) => error.code,
    );
    expect(changed).toBe(isWaived ? outcome : 'changed');
    const paid = due > 0 ? [...before, due] : before;
    expect(await booksOf(customer)).toEqual({ paid, credit });
    const isTrial = state.includes('trial');
    if (isTrial) await trialIsOver(customer);
    // What the page promised for the end of the trial.
    expect((await booksOf(customer)).paid).toEqual(isTrial ? [renewal] : paid);
  },
);

interface Row {
  steps: Step[];
  /** What the page promises before the last change. */
  to: PlanName;
  code?: string;
  due: number | string;
  paid: number[];
  credit: number;
}

const rows: Record<string, Row> = {
  'month to year after ten days': {
    // Ten days leave 21/31 of January: 16.26 of 24 dollars.
    steps: [untilJanuary, buy('Monthly'), wait(10)],
    to: 'Annual',
    due: 22_374,
    paid: [2400, 22_374],
    credit: 0,
  },
  'month with a coupon to year': {
    steps: [trialIsOver, buy('Monthly', half)],
    to: 'Annual',
    due: 22_800,
    paid: [1200, 22_800],
    credit: 0,
  },
  'year with a coupon to month: the credit is what was paid, not the price': {
    steps: [trialIsOver, buy('Annual', half)],
    to: 'Monthly',
    due: 0,
    paid: [12_000],
    credit: 9600,
  },
  'a year for nothing to month: no credit': {
    steps: [trialIsOver, buy('Annual', free)],
    to: 'Monthly',
    due: 2400,
    paid: [2400],
    credit: 0,
  },
  'there and back again pays no more than one month': {
    steps: [trialIsOver, buy('Monthly'), buy('Annual')],
    to: 'Monthly',
    due: 0,
    paid: [2400, 21_600],
    credit: 21_600,
  },
  'a credit pays the next change': {
    steps: [trialIsOver, buy('Annual', half), buy('Monthly')],
    to: 'Annual',
    due: 12_000,
    paid: [12_000, 12_000],
    credit: 0,
  },
  'a change takes a cancellation back': {
    steps: [trialIsOver, buy('Monthly'), cancel],
    to: 'Annual',
    due: 21_600,
    paid: [2400, 21_600],
    credit: 0,
  },
  'a refused change leaves everything as it was': {
    steps: [
      trialIsOver,
      buy('Monthly'),
      cardFails,
      refused(buy('Annual'), 'PaymentDeclined'),
      addCard,
    ],
    to: 'Annual',
    due: 21_600,
    paid: [2400, 21_600],
    credit: 0,
  },
  'past due with a card that still fails': {
    // The renewal of the first of February is paid on the second, by the new card.
    steps: [
      untilJanuary,
      buy('Monthly'),
      cardFails,
      wait(32),
      refused(buy('Annual'), 'PaymentDeclined'),
      addCard,
    ],
    to: 'Annual',
    due: 21_686,
    paid: [2400, 2400, 21_686],
    credit: 0,
  },
  'a renewal that is not charged yet': {
    steps: [untilJanuary, buy('Monthly'), wait(31)],
    to: 'Annual',
    due: 'PaymentPending',
    paid: [2400],
    credit: 0,
  },
};

/** A card that works, put at Stripe alone, so that nothing pays what is open. */
function putCard(): Step {
  return async (customer) => {
    const id = (await customerId(customer))!;
    const { id: method } = await world.stripe.paymentMethods.attach('pm_card_visa', {
      customer: id,
    });
    await world.stripe.customers.update(id, {
      invoice_settings: { default_payment_method: method },
    });
  };
}

/** What the page promises, or the code of the refusal. */
async function previewed(customer: Customer, to: PlanName, code: string | undefined) {
  const order = { subscription_plan: to, couponCode: code };
  return world
    .call(customer, 'preview-subscription', { body: order })
    .catch((error) => error.code as string);
}

test.each(Object.entries(rows))('%s', async (_name, { steps, to, code, due, paid, credit }) => {
  const customer = await world.newCustomer();
  await addCard(customer);
  for (const step of steps) await step(customer);
  const promised = await previewed(customer, to, code);
  expect(typeof promised === 'string' ? promised : promised.due_now).toBe(due);
  const outcome = await buy(
    to,
    code,
  )(customer).then(
    () => 'changed',
    (error) => error.code,
  );
  expect(outcome).toBe(typeof due === 'string' ? due : 'changed');
  expect(await booksOf(customer)).toEqual({ paid, credit });
});

test('whatever is changed how often, an organization gets no more back than it has paid', async () => {
  const customer = await world.newCustomer();
  await addCard(customer);
  await world.pass(22 * day);
  const codes = [half, undefined, free];
  for (let turn = 0; turn < 12; turn++) {
    await buy(turn % 2 === 0 ? 'Annual' : 'Monthly', codes[turn % 3])(customer).catch(() => {});
    await world.pass((turn % 4) * 9 * day + 2 * 3_600_000);
    const { paid, credit } = await booksOf(customer);
    expect(credit).toBeLessThanOrEqual(paid.reduce((sum, amount) => sum + amount, 0));
  }
});
