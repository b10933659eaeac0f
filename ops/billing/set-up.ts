import type Stripe from 'stripe';
import { planNames, plans } from '#shared/plans.ts';

/** What Stripe tells the product of. What an event says beyond that is fetched. */
export const handledEvents = [
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.marked_uncollectible',
  'invoice.voided',
  'payment_intent.requires_action',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
  'setup_intent.requires_action',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

const productId = 'antecede';

/** What the set-up found or made. */
export interface SetUp {
  /** Signs the events. Stripe tells it once, when the endpoint is made. */
  webhookSecret: string;
  /** What it changed, for people. */
  changes: string[];
}

/**
 * Makes the product, its prices and the webhook endpoint of an installation in a Stripe account. Repeating it
 * changes nothing that is as it should be.
 * @param origin where Stripe reaches the installation: `https://search.example.com`
 * @param knownSecret of an earlier set-up; without it the endpoint is made anew
 */
export async function setUpBilling(
  stripe: Stripe,
  origin: string,
  knownSecret: string | undefined,
): Promise<SetUp> {
  const changes = await setUpPrices(stripe);
  const webhookSecret = await openWebhook(stripe, origin, knownSecret, changes);
  return { webhookSecret, changes };
}

/**
 * Makes the product and its prices, without an installation that hears of them.
 * @returns what it changed, for people
 */
export async function setUpPrices(stripe: Stripe): Promise<string[]> {
  const changes: string[] = [];
  await openProduct(stripe, changes);
  for (const plan of planNames) await openPrice(stripe, plan, changes);
  return changes;
}

async function openProduct(stripe: Stripe, changes: string[]): Promise<void> {
  const known = await stripe.products.retrieve(productId).catch((error) => {
    if (error.code === 'resource_missing') return undefined;
    throw error;
  });
  if (known?.active) return;
  if (known) await stripe.products.update(productId, { active: true });
  else await stripe.products.create({ id: productId, name: 'Antecede' });
  changes.push('product Antecede');
}

async function openPrice(
  stripe: Stripe,
  plan: (typeof planNames)[number],
  changes: string[],
): Promise<void> {
  const { amount, interval, lookupKey } = plans[plan];
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true });
  const isKnown = data.some(
    (price) => price.unit_amount === amount && price.recurring?.interval === interval,
  );
  if (isKnown) return;
  // Prices do not change: a new one takes the key over, and who pays the old one goes on paying it.
  await stripe.prices.create({
    product: productId,
    nickname: plan,
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval },
    lookup_key: lookupKey,
    transfer_lookup_key: true,
  });
  changes.push(`price ${plan}`);
}

async function openWebhook(
  stripe: Stripe,
  origin: string,
  knownSecret: string | undefined,
  changes: string[],
): Promise<string> {
  const url = `${origin}/api/stripe/webhook`;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const known = data.find((endpoint) => endpoint.url === url);
  if (known && knownSecret) {
    const isComplete =
      known.status === 'enabled' &&
      handledEvents.every((event) => known.enabled_events.includes(event));
    if (isComplete) return knownSecret;
    await stripe.webhookEndpoints.update(known.id, {
      enabled_events: [...handledEvents],
      disabled: false,
    });
    changes.push('events of the webhook endpoint');
    return knownSecret;
  }
  if (known) await stripe.webhookEndpoints.del(known.id);
  const { secret } = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...handledEvents],
    description: 'Antecede',
  });
  if (!secret) throw new Error('Stripe told no secret of the new webhook endpoint.');
  changes.push(`webhook endpoint ${url}`);
  return secret;
}
