/**
 * A customer's life of five hundred days with Stripe's events on time, and again with each event a day
 * late, twice, in random order and during the customer's actions. Also its event log, replayed in any order
 * and with gaps.
 */
import { array, assert, asyncProperty, nat, shuffledSubarray } from 'fast-check';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { seededRandom } from '#engine/random.ts';
import { handledEvents } from '#ops/billing/set-up.ts';
import { limits } from '#shared/limits.ts';
import { newTrial, subscriptionOf } from '#shared/subscription.ts';
import { billingSteps, cardNumbers } from './support/billing-steps.ts';
import { type Customer, openBillingWorld } from './support/billing-world.ts';
import { newPromotionCode } from './support/promotion-code.ts';

const seed = Number(process.env.BILLING_SEED ?? 1);
const world = await openBillingWorld();
const { addCard, buy, cancel, keep, customerId, subscriptions } = billingSteps(world);
const coupon = 'WELCOME';
const days = 500;
const dayMs = 86_400_000;
const daySeconds = 86_400;

/** The customer's actions by day. Stripe makes renewals, retries and the end of the subscription. */
const script = new Map<number, (customer: Customer) => Promise<unknown>>([
  [1, addCard()],
  [2, buy('Monthly')],
  // The third payment is refused, all retries too: past due on day 83, unpaid on day 104.
  [60, addCard(cardNumbers.declinesCharges)],
  [110, addCard()],
  [115, buy('Annual', coupon)],
  [120, cancel],
  [125, keep],
  [130, cancel],
  // Ended on day 480.
  [485, buy('Monthly')],
]);

const random = seededRandom(seed);
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

const tally = { days: 0, events: 0, deliveries: 0, states: new Set<string>() };

/** The state stored by the product, with the names of the table in docs/billing.md. */
async function stored({ orgId }: Customer) {
  const [organization, record] = await Promise.all([
    world.accounts.getOrganization(orgId),
    world.billing.getBilling(orgId),
  ]);
  const { subscription } = organization!;
  const { payment_method, bank_verification } = record!;
  return { subscription, payment_method, bank_verification };
}

type Stored = Awaited<ReturnType<typeof stored>>;

/** Never two live subscriptions, a charge without one, or access without payment beyond the retry window. */
async function expectSound(customer: Customer): Promise<void> {
  const id = await customerId(customer);
  const organization = (await world.accounts.getOrganization(customer.orgId))!;
  const { _isExpired, status, cancel_at_period_end } = subscriptionOf(organization, Date.now());
  const own = await subscriptions(customer);
  const live = own.filter(({ status }) => !['canceled', 'incomplete_expired'].includes(status));
  tally.states.add(`${live[0]?.status ?? own[0]?.status} ${status} ${cancel_at_period_end}`);
  expect(live.length).toBeLessThanOrEqual(1);
  const { data } = id
    ? await world.stripe.invoices.list({ customer: id, limit: 100 })
    : { data: [] };
  const known = own.map((one) => one.id);
  for (const { parent } of data) {
    expect(known).toContain(parent?.subscription_details?.subscription);
  }
  const paidPeriods = data
    .filter((invoice) => invoice.status === 'paid')
    .flatMap(({ lines }) => lines.data.map(({ period }) => period.end));
  const trialEnd = Date.parse(organization.created_at) / 1000 + limits.trialDays * daySeconds;
  const paidUntil = Math.max(trialEnd, ...paidPeriods);
  const graceEnds = paidUntil + limits.paymentRetryDays * daySeconds;
  if (!_isExpired) expect(world.seconds()).toBeLessThanOrEqual(graceEnds);
  // A customer who has paid has access.
  if (live[0]?.status === 'active') expect(_isExpired).toBe(false);
}

interface Delivery {
  event: Stripe.Event;
  day: number;
}

/** Runs the script. `route` decides on which days an event arrives, and the order of the events of a day. */
async function live(
  route: (event: Stripe.Event, day: number) => Delivery[],
  order: (today: Delivery[]) => Delivery[],
) {
  const customer = await world.newCustomer();
  let last = (await world.eventsAfter(undefined)).at(-1)?.id;
  const log: Stripe.Event[] = [];
  let underway: Delivery[] = [];
  for (let day = 1; day <= days; day++) {
    await world.pass(dayMs);
    const collect = async () => {
      const events = await world.eventsAfter(last);
      last = events.at(-1)?.id ?? last;
      const id = await customerId(customer);
      const handled = events.filter(
        ({ type, data: { object } }) =>
          handledEvents.some((one) => one === type) &&
          id !== undefined &&
          (Reflect.get(object, 'customer') ?? Reflect.get(object, 'id')) === id,
      );
      log.push(...handled);
      underway.push(...handled.flatMap((event) => route(event, day)));
    };
    await collect();
    const today = order(underway.filter((one) => one.day <= day));
    underway = underway.filter((one) => one.day > day);
    const hears = async () => {
      for (const { event } of today) await world.deliver(event);
    };
    const acts = script.get(day);
    await Promise.all([hears(), acts?.(customer)]);
    if (acts) await collect();
    // On days without actions only time can change the state.
    if (today.length > 0 || acts || day % 5 === 0) await expectSound(customer);
    await world.sendMails();
    tally.deliveries += today.length;
    tally.days++;
  }
  for (const { event } of order(underway)) await world.deliver(event);
  await world.sendMails();
  tally.events += log.length;
  expect(await world.reconcileOne(customer)).toBe(false);
  return { customer, log, state: await stored(customer), mails: world.subjectsTo(customer) };
}

test('events in any order lead to the same states', async () => {
  await newPromotionCode(world.stripe, coupon);
  const prompt = await live(
    (event, day) => [{ event, day }],
    (today) => today,
  );
  expect(prompt.state.subscription).toMatchObject({
    status: 'active',
    plan: { amount: 2400, interval: 'month' },
  });
  // Each once. Half of a year's price, less what is left of the month, on the coupon.
  expect(prompt.mails).toEqual([
    'Receipt for $24.00',
    'Receipt for $24.00',
    'Your payment of $24.00 failed',
    'Receipt for $24.00',
    'Receipt for $24.00',
    'Receipt for $99.20',
    'Your subscription is cancelled',
    'Your subscription has ended',
    'Your subscription is active again',
    'Receipt for $24.00',
  ]);
  await replay(prompt.customer, prompt.log);

  const late = await live(
    (event, day) => [
      { event, day: day + 1 },
      { event, day: day + 1 },
    ],
    shuffled,
  );
  expect(essence(late.state)).toEqual(essence(prompt.state));
  expect(late.mails.map(withoutYear).toSorted()).toEqual(prompt.mails.map(withoutYear).toSorted());
  console.log(`seed ${seed}:`, { ...tally, states: tally.states.size });
});

/** The year's price less what is left of a month depends on how long that month is. */
const withoutYear = (subject: string) => subject.replace(/\$9\d\.\d\d/, '$9…');

/** The values that are equal in two lives with different first days. */
const essence = ({ subscription, payment_method, bank_verification }: Stored) => ({
  status: subscription?.status,
  plan: subscription?.plan,
  ends: subscription?.cancel_at_period_end,
  discount: subscription?.discount,
  last4: payment_method?.last4,
  bank_verification,
});

/** Delivers any part of a log, in any order and concurrently, followed by the nightly comparison. */
async function replay(customer: Customer, log: readonly Stripe.Event[]): Promise<void> {
  const truth = await stored(customer);
  const forget = () => world.resetSubscription(customer, newTrial(Date.now()));
  const hear = async (events: readonly Stripe.Event[], atOnce: number) => {
    for (let start = 0; start < events.length; start += atOnce) {
      await Promise.all(events.slice(start, start + atOnce).map((event) => world.deliver(event)));
    }
    tally.deliveries += events.length;
  };
  await forget();
  await hear(shuffled([...log, ...log]), 3);
  expect(await stored(customer)).toEqual(truth);

  const part = shuffledSubarray([...log], { maxLength: 6 });
  await assert(
    asyncProperty(part, array(nat(5), { maxLength: 4 }), nat(3), async (events, doubles, more) => {
      await forget();
      const again = doubles.flatMap((position) => events[position] ?? []);
      await hear([...events, ...again], more + 1);
      // One event is enough. If all were dropped, the comparison finds the difference.
      const drifted = await world.reconcileOne(customer);
      expect(drifted).toBe(events.length === 0);
      expect(await stored(customer)).toEqual(truth);
    }),
    { seed, numRuns: 15 },
  );
}
