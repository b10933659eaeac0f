/**
 * After each call to Stripe, the function dies or the answer is lost. Repeating the action must lead to the
 * same state as without the crash: one customer, one live subscription, one charge.
 */
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { billingSteps, cardNumbers } from './support/billing-steps.ts';
import { type Customer, openBillingWorld } from './support/billing-world.ts';
import { newPromotionCode } from './support/promotion-code.ts';
import { type Cut, cutAfter, isWriting, recordCalls } from './support/stripe-calls.ts';

const world = await openBillingWorld();
const { addBankAccount, buy, cancel, keep, subscriptions: subscriptionsOf } = billingSteps(world);
const addCard = billingSteps(world).addCard();

/** After this time the lock of a dead function has expired. */
const lockMs = 31_000;

const coupon = 'HALF-ONCE';

async function endAtStripe(customer: Customer): Promise<void> {
  const [subscription] = await subscriptionsOf(customer);
  await world.stripe.subscriptions.cancel(subscription!.id);
}

async function deleteAtStripe({ orgId }: Customer): Promise<void> {
  const record = await world.billing.getBilling(orgId);
  await world.stripe.customers.del(record!.stripe_customer_id!);
}

/** Ends the subscription at Stripe, and the product has seen it. */
async function end(customer: Customer): Promise<void> {
  await endAtStripe(customer);
  await world.call(customer, 'get-subscription', { query: {} });
}

interface Operation {
  prepare: readonly ((customer: Customer) => Promise<unknown>)[];
  act(customer: Customer): Promise<unknown>;
}

const operations: Record<string, Operation> = {
  'add a card': { prepare: [], act: addCard },
  'replace a card': { prepare: [addCard], act: billingSteps(world).addCard(cardNumbers.alsoWorks) },
  'add a bank account': { prepare: [], act: addBankAccount },
  'verify a bank account': {
    prepare: [addCard, addBankAccount],
    act: (customer) => world.call(customer, 'verify-bank-account', { body: { amounts: [32, 45] } }),
  },
  'see the price': {
    prepare: [],
    act: (customer) =>
      world.call(customer, 'preview-subscription', { body: { subscription_plan: 'Annual' } }),
  },
  'buy in the trial': { prepare: [addCard], act: buy('Monthly') },
  'buy with a coupon': { prepare: [addCard], act: buy('Monthly', coupon) },
  'change the plan in the trial': { prepare: [addCard, buy('Monthly')], act: buy('Annual') },
  'change the plan': {
    prepare: [addCard, buy('Monthly'), end, buy('Monthly')],
    act: buy('Annual'),
  },
  'change the plan with a coupon': {
    prepare: [addCard, buy('Monthly'), end, buy('Monthly')],
    act: buy('Annual', coupon),
  },
  'apply a coupon': {
    prepare: [addCard, buy('Monthly')],
    act: (customer) => world.call(customer, 'apply-coupon', { body: { couponCode: coupon } }),
  },
  cancel: { prepare: [addCard, buy('Monthly')], act: cancel },
  'take a cancellation back': { prepare: [addCard, buy('Monthly'), cancel], act: keep },
  activate: { prepare: [addCard, buy('Monthly'), end], act: buy('Monthly') },
  'activate with a coupon': {
    prepare: [addCard, buy('Monthly'), end],
    act: (customer) =>
      world.call(customer, 'activate-with-coupon', {
        body: { subscription_plan: 'Monthly', couponCode: coupon },
      }),
  },
  'open the page': {
    prepare: [addCard, buy('Monthly')],
    async act(customer) {
      await world.call(customer, 'get-subscription', { query: {} });
      await world.call(customer, 'list-invoices', { query: {} });
    },
  },
  'hear of an event': {
    prepare: [addCard, buy('Monthly'), endAtStripe],
    async act(customer) {
      const [subscription] = await subscriptionsOf(customer);
      await world.deliver({
        id: 'evt_1',
        object: 'event',
        type: 'customer.subscription.deleted',
        data: { object: subscription! },
      } as Stripe.Event);
    },
  },
  'compare at night': {
    prepare: [addCard, buy('Monthly'), endAtStripe],
    act: (customer) => world.reconcileOne(customer),
  },
  'compare at night what was deleted at Stripe': {
    prepare: [addCard, buy('Monthly'), deleteAtStripe],
    act: (customer) => world.reconcileOne(customer),
  },
  'delete the customer': {
    prepare: [addCard, buy('Monthly')],
    act: (customer) => world.eraseCustomer(customer),
  },
};

/** The state that must be the same in the end, at Stripe and in the product's record. */
async function stateOf(customer: Customer) {
  const { email, orgId } = customer;
  const customers = (await world.stripe.customers.list({ email, limit: 100 })).data;
  const record = await world.billing.getBilling(orgId);
  const organization = await world.accounts.getOrganization(orgId);
  const { subscription } = organization ?? {};
  const [own] = customers;
  const of = { customer: own?.id ?? '', limit: 100 };
  const [subscriptions, invoices, charges, methods] = own
    ? await Promise.all([
        subscriptionsOf(customer),
        world.stripe.invoices.list(of).then(({ data }) => data),
        world.stripe.charges.list(of).then(({ data }) => data),
        world.stripe.paymentMethods.list(of).then(({ data }) => data),
      ])
    : [[], [], [], []];
  return {
    customers: customers.map(
      ({ id, metadata }) => id === record?.stripe_customer_id && metadata.org_id === orgId,
    ),
    stored: subscription && {
      status: subscription.status,
      plan: subscription.plan,
      ends: subscription.cancel_at_period_end,
      discount: subscription.discount,
      bought: subscription.id !== undefined,
    },
    charged: record?.payment_method && { ...record.payment_method, id: undefined },
    verifies: record?.bank_verification?.kind,
    live: subscriptions.filter(({ status }) => status !== 'canceled').map(({ status }) => status),
    subscriptions: subscriptions.length,
    invoices: invoices.map(({ status, total }) => `${status} ${total}`),
    charges: charges.map(({ status, amount }) => `${status} ${amount}`),
    methods: methods.map(({ type }) => type),
    isLocked: record?.lock_id !== undefined,
  };
}

async function prepared({ prepare }: Operation): Promise<Customer> {
  const customer = await world.newCustomer();
  for (const step of prepare) await step(customer);
  return customer;
}

const atOnce = 12;

/** Runs `work` for each item, several at the same time. */
async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T, position: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const places = items.keys();
  const worker = async () => {
    for (const position of places) results[position] = await work(items[position]!, position);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

const tally = { operations: 0, calls: 0, crashes: 0 };

interface Case {
  name: string;
  operation: Operation;
  after: number;
  call: string;
  how: Cut;
  expected: Awaited<ReturnType<typeof stateOf>>;
}

/** Every call of an operation that runs to its end, each with a crash after it. */
async function casesOf([name, operation]: [string, Operation]): Promise<Case[]> {
  const customer = await prepared(operation);
  const calls = await recordCalls(() => operation.act(customer));
  const expected = await stateOf(customer);
  tally.operations++;
  tally.calls += calls.length;
  return calls.flatMap((call, position) => {
    const common = { name, operation, after: position + 1, call, expected };
    const dies: Case = { ...common, how: 'function dies' };
    // A call that only reads has no effect when its answer is lost.
    return isWriting(call) ? [dies, { ...common, how: 'answer is lost' }] : [dies];
  });
}

test('after a crash at any call, repeating the action leads to the state without a crash', async () => {
  await newPromotionCode(world.stripe, coupon);
  const cases = (await inParallel(Object.entries(operations), casesOf)).flat();
  const customers = await inParallel(cases, ({ operation }) => prepared(operation));
  await inParallel(cases, async ({ operation, after, how }, position) => {
    if (await cutAfter(after, how, () => operation.act(customers[position]!))) tally.crashes++;
  });
  expect(tally.crashes).toBe(cases.length);
  await world.pass(lockMs);
  const results = await inParallel(
    cases,
    async ({ name, operation, after, call, how }, position) => {
      await operation.act(customers[position]!).catch((error: Error) => {
        throw new Error(`${name}, ${how} after ${after}, ${call}: ${error.message}`);
      });
      return { name, how, after, call, state: await stateOf(customers[position]!) };
    },
  );
  expect(results).toEqual(
    cases.map(({ name, how, after, call, expected }) => ({
      name,
      how,
      after,
      call,
      state: expected,
    })),
  );
  console.log('Stripe calls cut:', tally);
});

test('a purchase whose answer was lost does not prevent the next one', async () => {
  const customer = await prepared({ prepare: [addCard], act: buy('Monthly') });
  const calls = await recordCalls(() => buy('Monthly')(customer));
  const other = await prepared({ prepare: [addCard], act: buy('Monthly') });
  const creation = calls.indexOf('POST /v1/subscriptions') + 1;
  await cutAfter(creation, 'function dies', () => buy('Monthly')(other));
  await endAtStripe(other);
  await world.pass(lockMs);
  expect(await buy('Monthly')(other)).toMatchObject({
    status: 'trialing',
    plan: { interval: 'month' },
  });
  expect((await stateOf(other)).live).toEqual(['trialing']);
});

test('a customer whose creation was interrupted stays the same for another admin, at night and a day later', async () => {
  const customer = await world.newCustomer();
  const begin = () => world.call(customer, 'create-setup-intent', { body: { type: 'card' } });
  await cutAfter(1, 'function dies', begin);
  const { customer_request } = (await world.billing.getBilling(customer.orgId))!;
  expect(customer_request).toEqual({ name: 'Analytical Engines', email: customer.email });
  const email = 'another@example.com';
  await world.pass(2 * 86_400_000);
  await world.call({ ...customer, email }, 'create-setup-intent', { body: { type: 'card' } });
  expect((await stateOf(customer)).customers).toEqual([true]);
  expect((await world.stripe.customers.list({ email })).data).toEqual([]);

  const second = await world.newCustomer();
  await cutAfter(1, 'function dies', () =>
    world.call(second, 'create-setup-intent', { body: { type: 'card' } }),
  );
  await world.pass(lockMs);
  await world.reconcileOne(second);
  expect((await stateOf(second)).customers).toEqual([true]);
});

test('who activates a subscription is told so, though the function dies after the purchase', async () => {
  const prepare = [addCard, buy('Monthly'), endAtStripe];
  const sample = await prepared({ prepare, act: buy('Monthly') });
  const calls = await recordCalls(() => buy('Monthly')(sample));
  const customer = await prepared({ prepare, act: buy('Monthly') });
  const creation = calls.indexOf('POST /v1/subscriptions') + 1;
  await cutAfter(creation, 'function dies', () => buy('Monthly')(customer));
  await world.pass(lockMs);
  await world.reconcileOne(customer);
  await world.reconcileOne(customer);
  await world.sendMails();
  const subject = 'Your subscription is active again';
  expect(world.subjectsTo(customer).filter((one) => one === subject)).toHaveLength(1);
});
