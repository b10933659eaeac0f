/** Every limit of attempts, attacked: what passes, what is refused, who else is refused, and when it goes on. */
import { expect, test, vi } from 'vitest';
import { attemptKinds, attemptLimits, enforced } from '#shared/attempt-limits.ts';
import { billingSteps, cardNumbers } from './support/billing-steps.ts';
import { openBillingWorld } from './support/billing-world.ts';

const world = await openBillingWorld();
const { requireAttempt } = await import('#core/request/require-attempt.ts');
const { addCard, buy } = billingSteps(world);
const limits = enforced(attemptLimits);

const outcomeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    ({ code }) => code,
  );

test.each(attemptKinds)('%s', async (kind) => {
  vi.stubEnv('ATTEMPT_LIMITS', limits);
  const { burst, seconds } = attemptLimits[kind];
  const attempt = (whose: string) => outcomeOf(requireAttempt(kind, whose, new Date()));
  // As an attacker does it: much more than is allowed, at once, from many machines.
  const outcomes = await Promise.all(Array.from({ length: burst + 5 }, () => attempt('attacker')));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(burst);
  const wait = Math.ceil(seconds / 60);
  await expect(requireAttempt(kind, 'attacker', new Date())).rejects.toMatchObject({
    code: 'TooManyAttempts',
    message: `Too many attempts. Please wait ${wait === 1 ? '1 minute' : `${wait} minutes`} and try again.`,
  });
  expect(await attempt('somebody else')).toBe('done');
  await world.pass(seconds * 1000);
  expect(await attempt('attacker')).toBe('done');
  expect(await attempt('attacker')).toBe('TooManyAttempts');
});

test('what costs more is owed where nothing is left: a complaint about the last invitation counts', async () => {
  vi.stubEnv('ATTEMPT_LIMITS', limits);
  const { chargeAttempts } = await import('#core/request/require-attempt.ts');
  const { burst, seconds } = attemptLimits.invite_new;
  const invite = () => outcomeOf(requireAttempt('invite_new', 'spammer', new Date()));
  await Promise.all(Array.from({ length: burst }, invite));
  await Promise.all(
    [10, 3].map((cost) => chargeAttempts('invite_new', 'spammer', cost, new Date())),
  );
  await world.pass(13 * seconds * 1000);
  expect(await invite()).toBe('TooManyAttempts');
  await world.pass(seconds * 1000);
  expect(await invite()).toBe('done');
});

test('what all visitors share is there again within minutes', () => {
  const shared = attemptKinds.filter((kind) =>
    /everybody|all visitors/.test(attemptLimits[kind].who),
  );
  expect(shared.length).toBeGreaterThan(2);
  for (const kind of shared) expect(attemptLimits[kind].seconds).toBeLessThanOrEqual(60);
});

test('a fresh trial cannot find out which of many cards work', async () => {
  vi.stubEnv('ATTEMPT_LIMITS', limits);
  const customer = await world.newCustomer();
  await world.pass(22 * 86_400_000);
  const outcomes: string[] = [];
  for (let card = 0; card < 60; card++) {
    const tried = addCard(cardNumbers.declinesCharges)(customer).then(() =>
      buy('Monthly')(customer),
    );
    outcomes.push(await outcomeOf(tried));
  }
  const tried = outcomes.filter((outcome) => outcome !== 'TooManyAttempts');
  expect(tried).toEqual(['PaymentDeclined', 'PaymentDeclined']);
  // Another account of the same person or network does not help: they have buckets, too.
  const other = { ...(await world.newMember(customer, 'admin')), authUserId: customer.authUserId };
  expect(await outcomeOf(addCard()(other))).toBe('TooManyAttempts');
  // Its owner can go on after a while.
  await world.pass(2 * 3_600_000);
  expect(await outcomeOf(addCard()(customer).then(() => buy('Monthly')(customer)))).toBe('done');
});

test('cards that are refused in the fields of the provider count, and each ends its set-up', async () => {
  vi.stubEnv('ATTEMPT_LIMITS', limits);
  const customer = await world.newCustomer();
  const begin = () => world.call(customer, 'create-setup-intent', { body: { type: 'card' } });
  const tryCard = async (number: string, client_secret: string) => {
    const card = { number, exp_month: 12, exp_year: 2090, cvc: '123' };
    const { id } = await world.atStripe<{ id: string }>('payment_methods', { type: 'card', card });
    return world.atStripe('confirm', { client_secret, payment_method: id });
  };
  // Each takes four of twelve: the set-up one, the refused card three.
  for (let setUp = 0; setUp < 3; setUp++) {
    const { client_secret } = await begin();
    await expect(tryCard(cardNumbers.refused, client_secret)).rejects.toThrow(/declined/);
    const events = await world.eventsAfter(undefined);
    await world.deliver(events.findLast(({ type }) => type === 'setup_intent.setup_failed')!);
    await expect(tryCard(cardNumbers.works, client_secret)).rejects.toThrow(/status of canceled/);
  }
  expect(await outcomeOf(begin())).toBe('TooManyAttempts');
});
