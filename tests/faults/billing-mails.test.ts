/** Each mail about billing is sent once: when its event comes twice, late, in another order, and after the comparison at night. */
import { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { handledEvents } from '#ops/billing/set-up.ts';
import { billingSteps, cardNumbers } from './support/billing-steps.ts';
import { type Customer, openBillingWorld } from './support/billing-world.ts';
import { cutAfter } from './support/stripe-calls.ts';

const world = await openBillingWorld();
const { addCard, buy, cancel, subscriptions } = billingSteps(world);
const day = 86_400_000;

type Step = (customer: Customer) => Promise<unknown>;

const days =
  (count: number): Step =>
  () =>
    world.pass(count * day);
/** The trial is over, and the first month paid. */
const subscribed = [addCard(), buy('Monthly'), days(22)];
const endsAtStripe: Step = async (customer) => {
  const [subscription] = await subscriptions(customer);
  await world.stripe.subscriptions.cancel(subscription!.id);
};

const makeKey =
  (name: string, expiresInDays: number): Step =>
  async ({ orgId, authUserId }) => {
    const { addManagementKey, getUser } = await import('#functions/people/index.ts');
    const actor = { orgId, authUserId, user: (await getUser(authUserId))! };
    await addManagementKey(
      actor,
      { name, scopes: ['indexes:read'], days: expiresInDays },
      new Date(),
    );
  };

/** Each mail with its recipients and its cause. */
const mails: Record<string, { to?: string; steps: readonly Step[] }> = {
  'Your trial ends in 5 days': { steps: [days(16), () => world.reconcile()] },
  'The key of the nightly import of your organization ends soon': {
    steps: [
      makeKey('of the nightly import', 10),
      makeKey('that is made for less than a week', 6),
      days(2),
      (customer) => world.reconcileOne(customer),
      days(2),
      (customer) => world.reconcileOne(customer),
    ],
  },
  'Receipt for $24.00': { steps: subscribed },
  'Your payment of $24.00 failed': {
    steps: [...subscribed, addCard(cardNumbers.declinesCharges), days(31)],
  },
  'Please confirm your payment of $24.00': {
    steps: [...subscribed, addCard(cardNumbers.authenticates), days(31)],
  },
  'Your card expires this month': {
    steps: [
      async (customer) => {
        const now = new Date();
        const month = { exp_month: now.getUTCMonth() + 1, exp_year: now.getUTCFullYear() };
        await addCard(cardNumbers.works, month)(customer);
      },
    ],
  },
  'Your subscription is cancelled': {
    steps: [
      ...subscribed,
      cancel,
      cancel,
      (customer) => world.call(customer, 'send-cancel-notice', { body: {} }),
    ],
  },
  'Analytical Engines cancels: Pricing': {
    to: 'sales@example.com',
    steps: [...subscribed, cancel, cancel],
  },
  'Your subscription has ended': { steps: [...subscribed, endsAtStripe] },
  'Your subscription is active again': {
    steps: [
      ...subscribed,
      endsAtStripe,
      (customer) => world.call(customer, 'get-subscription', { query: {} }),
      buy('Annual'),
      buy('Annual'),
    ],
  },
  'A payment of Analytical Engines is disputed': {
    to: 'sales@example.com',
    steps: [addCard(cardNumbers.disputes), buy('Monthly'), days(22)],
  },
};

async function newEvents(after: string | undefined) {
  const events = await world.eventsAfter(after);
  return events.filter(({ type }) => handledEvents.some((one) => one === type));
}

const countOf = (subject: string, to: string) =>
  world.subjectsTo({ email: to }).filter((one) => one === subject).length;

test.each(Object.entries(mails))('%s', async (subject, { to, steps }) => {
  // Mails about a month begin with one.
  const today = new Date();
  await world.pass(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1) - Date.now());
  const last = (await world.eventsAfter(undefined)).at(-1)?.id;
  const customer = await world.newCustomer();
  const address = to ?? customer.email;
  const before = countOf(subject, address);
  for (const step of steps) await step(customer);
  const events = await newEvents(last);
  for (const event of events) await world.deliver(event);
  await world.sendMails();
  // No event tells of the end of a card's time.
  expect(countOf(subject, address) - before).toBe(subject.includes('card expires') ? 0 : 1);

  // Once more, in the other order, and at the same time as the comparison of the next two days.
  for (const event of events.toReversed()) await world.deliver(event);
  for (const _ of [1, 2]) {
    await world.pass(day);
    await Promise.all([
      world.reconcileOne(customer),
      world.reconcileOne(customer),
      ...events.slice(-3).map((event) => world.deliver(event)),
    ]);
    await world.sendMails();
  }
  expect(countOf(subject, address) - before).toBe(1);
});

test('a refused first payment ends nothing, and is not mailed as an end', async () => {
  const last = (await world.eventsAfter(undefined)).at(-1)?.id;
  const customer = await world.newCustomer();
  await addCard(cardNumbers.declinesCharges)(customer);
  await world.pass(22 * day);
  for (const _ of [1, 2]) {
    await expect(buy('Monthly')(customer)).rejects.toMatchObject({ code: 'PaymentDeclined' });
  }
  for (const event of await newEvents(last)) await world.deliver(event);
  await world.reconcileOne(customer);
  await world.sendMails();
  expect(countOf('Your subscription has ended', customer.email)).toBe(0);
});

test.each(['Receipt for $24.00', 'Your payment of $24.00 failed', 'Your subscription has ended'])(
  'where all events are lost, the comparison at night sends it: %s',
  async (subject) => {
    const customer = await world.newCustomer();
    for (const step of mails[subject]!.steps) await step(customer);
    for (const _ of [1, 2]) {
      await world.reconcileOne(customer);
      await world.sendMails();
      await world.pass(day);
    }
    expect(countOf(subject, customer.email)).toBe(1);
  },
);

test('a queue of mails that is down does not delay the comparison at night, nor a provider that is down the mails of keys', async () => {
  const customer = await world.newCustomer();
  for (const step of [...subscribed, makeKey('of the import', 10), days(4)]) await step(customer);
  const [subscription] = await subscriptions(customer);
  await world.stripe.subscriptions.update(subscription!.id, { cancel_at_period_end: true });
  vi.mocked(SQSClient.prototype.send).mockRejectedValueOnce(new Error('no queue'));
  await expect(world.reconcileOne(customer)).rejects.toThrow('no queue');
  const { getOrganization } = await import('#functions/people/index.ts');
  const stored = await getOrganization(customer.orgId);
  expect(stored!.subscription).toMatchObject({ cancel_at_period_end: true });

  expect(await cutAfter(1, 'function dies', () => world.reconcileOne(customer))).toBe(true);
  await world.sendMails();
  const subject = 'The key of the import of your organization ends soon';
  expect(countOf(subject, customer.email)).toBe(1);
});

test('a mail that another consumer delivers stays in the queue, and is not an error', async () => {
  const [{ claimMail }, { handler }, { logger }] = await Promise.all([
    import('#functions/mail/deliveries.ts'),
    import('#functions/mail/jobs/send-mail.ts'),
    import('#core/runtime/log.ts'),
  ]);
  const { email: to } = await world.newCustomer();
  const message = { template: 'export-ready', dedupeKey: `export/${to}`, to, data: { days: 7 } };
  const event = { Records: [{ messageId: 'm1', body: JSON.stringify(message) }] };
  const logged = vi.spyOn(logger, 'error');
  await claimMail(message.dedupeKey, new Date(), 60);
  const kept = [{ itemIdentifier: 'm1' }];
  expect(await handler(event as SQSEvent)).toEqual({ batchItemFailures: kept });
  expect(logged.mock.calls).toEqual([]);
  // The other consumer died.
  await world.pass(62_000);
  expect(await handler(event as SQSEvent)).toEqual({ batchItemFailures: [] });
  expect(world.subjectsTo({ email: to })).toHaveLength(1);
});
