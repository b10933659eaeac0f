import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { createDiscount, createPrices, openTestStripe, putCard } from './test-stripe.ts';

const cards = ['pm_card_visa', 'pm_card_chargeCustomerFail', 'pm_card_authenticationRequired'];
const steps = [
  'an hour',
  'a day',
  '5 days',
  '31 days',
  '400 days',
  ...cards,
  'buy',
  'buy on trial',
  'monthly',
  'annual',
  'cancel',
  'keep',
  'end',
  'pause',
  'go on',
  'coupon',
  'pay',
];
const hours: Record<string, number> = {
  'an hour': 1,
  'a day': 24,
  '5 days': 120,
  '31 days': 744,
  '400 days': 9600,
};

/** After each step of random actions and times, amounts and states must be consistent. */
test('money and states agree through random lives', async () => {
  const { stripe, clock, now } = await openTestStripe();
  const prices = await createPrices(stripe);
  const discount = await createDiscount(stripe, { percent_off: 30, duration: 'once' });

  const newest = async (customer: string) =>
    (await stripe.subscriptions.list({ customer, status: 'all', limit: 1 })).data[0];
  const act = async (customer: string, step: string) => {
    const advanced = hours[step];
    if (advanced) return clock.advance(advanced * 3_600_000);
    if (cards.includes(step)) return putCard(stripe, customer, step);
    if (step === 'buy' || step === 'buy on trial') {
      return stripe.subscriptions.create({
        customer,
        items: [{ price: prices.monthly.id }],
        ...(step === 'buy on trial' && { trial_end: now() + 21 * 86_400 }),
      });
    }
    const subscription = await newest(customer);
    if (!subscription) return undefined;
    const { id, items, latest_invoice } = subscription;
    if (step === 'end') return stripe.subscriptions.cancel(id);
    if (step === 'pay') return stripe.invoices.pay(latest_invoice as string);
    const item = items.data[0]!.id;
    const changes: Record<string, Stripe.SubscriptionUpdateParams> = {
      monthly: {
        items: [{ id: item, price: prices.monthly.id }],
        proration_behavior: 'always_invoice',
      },
      annual: {
        items: [{ id: item, price: prices.annual.id }],
        proration_behavior: 'always_invoice',
      },
      cancel: { cancel_at_period_end: true },
      keep: { cancel_at_period_end: false },
      pause: { pause_collection: { behavior: 'mark_uncollectible' } },
      'go on': { pause_collection: '' },
      coupon: { discounts: [discount] },
    };
    return stripe.subscriptions.update(id, changes[step]);
  };

  /** Throws unless the amounts and states of a customer are consistent. */
  const audit = async (customer: string) => {
    const all = { customer, limit: 100 };
    const [invoices, charges, subscriptions] = await Promise.all([
      stripe.invoices.list(all).autoPagingToArray({ limit: 10_000 }),
      stripe.charges.list(all).autoPagingToArray({ limit: 10_000 }),
      stripe.subscriptions.list({ ...all, status: 'all' }).autoPagingToArray({ limit: 10_000 }),
    ]);
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
    const charged = charges.filter(({ status }) => status === 'succeeded');
    expect(sum(charged.map(({ amount }) => amount))).toBe(
      sum(invoices.map(({ status, amount_due }) => (status === 'paid' ? amount_due : 0))),
    );
    const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    const disorder = subscriptions.flatMap(({ id, status, items, latest_invoice }) => {
      const { current_period_start: start, current_period_end: end } = items.data[0]!;
      const invoice = byId.get(latest_invoice as string)!;
      const serves = status === 'active' || status === 'trialing';
      const owes = status === 'past_due' || status === 'incomplete';
      const faults = {
        'outside of its period':
          (serves || status === 'past_due') && (start > now() || end <= now()),
        'serves unpaid': serves && !['paid', 'draft', 'uncollectible'].includes(invoice.status!),
        'owes what is paid': owes && invoice.status === 'paid',
        'rests as a draft': serves && invoice.status === 'draft' && now() - invoice.created > 3600,
      };
      return Object.entries(faults).flatMap(([fault, found]) =>
        found ? `${id} is ${status}, its invoice ${invoice.status}: ${fault}` : [],
      );
    });
    expect(disorder).toEqual([]);
  };

  await assert(
    asyncProperty(array(constantFrom(...steps), { minLength: 8, maxLength: 20 }), async (life) => {
      const { id } = await stripe.customers.create({});
      await putCard(stripe, id, 'pm_card_visa');
      await stripe.subscriptions.create({ customer: id, items: [{ price: prices.monthly.id }] });
      for (const step of life) {
        await act(id, step).catch((error) => {
          // A refusal is a valid answer. Any other error is a defect.
          if (error instanceof Stripe.errors.StripeCardError) return;
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        });
        await audit(id);
      }
      await stripe.customers.del(id);
    }),
    { numRuns: 25 },
  );
});
