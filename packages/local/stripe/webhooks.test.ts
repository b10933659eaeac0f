import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { handledEvents } from '#ops/billing/set-up.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createCustomer, createPrices, openTestStripe } from './test-stripe.ts';

const enabled_events = [...handledEvents];

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  event: Stripe.Event;
}

/** A webhook endpoint of ours that answers as told. */
async function listen() {
  const received: Received[] = [];
  const answers = { status: 200 };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ headers: request.headers, body, event: JSON.parse(body) });
    response.writeHead(answers.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { received, answers, url, types: () => received.map(({ event }) => event.type) };
}

test('events are signed: the real client takes them, and no forged, stale or foreign ones', async () => {
  const { stripe, now, clock } = await openTestStripe();
  const { url, received } = await listen();
  const { secret } = await stripe.webhookEndpoints.create({ url, enabled_events });
  const customer = await stripe.customers.create({ name: 'Example "Ltd" – Köln' });
  await eventually(() => expect(received).toHaveLength(1));
  const { body, headers, event } = received[0]!;
  const signature = String(headers['stripe-signature']);
  const construct = (text: string, key = secret!, at = now()) =>
    Stripe.webhooks.constructEvent(text, signature, key, 300, undefined, at * 1000);
  expect(construct(body)).toMatchObject({
    type: 'customer.created',
    data: { object: { id: customer.id, name: customer.name } },
  });
  expect(() => construct(body.replace('Ltd', 'Inc'))).toThrow('signature');
  expect(() => construct(body, 'whsec_other')).toThrow('signature');
  expect(() => construct(body, secret, now() + 301)).toThrow('tolerance');
  expect((await stripe.events.list()).data.map(({ id }) => id)).toContain(event.id);
  expect((await stripe.webhookEndpoints.list()).data[0]!.secret).toBeUndefined();
  // The time in the signature is the local clock's, that of the functions.
  await clock.advance(400 * 86_400_000);
  await stripe.customers.update(customer.id, { email: 'new@example.com' });
  await eventually(() => expect(received).toHaveLength(2));
  const later = Number(/t=(\d+)/.exec(String(received[1]!.headers['stripe-signature']))![1]);
  expect(Math.abs(later - now())).toBeLessThan(60);
});

test('an endpoint gets the events that it asked for, while it is enabled', async () => {
  const { stripe } = await openTestStripe();
  const { url, received, types } = await listen();
  const endpoint = await stripe.webhookEndpoints.create({
    url,
    enabled_events: ['customer.updated'],
  });
  const { id } = await stripe.customers.create({ email: 'old@example.com' });
  const change = (email: string) => stripe.customers.update(id, { email });
  const told = () => received.map(({ event }) => Reflect.get(event.data.object, 'email'));
  await change('new@example.com');
  // A change that changes nothing has no event.
  await change('new@example.com');
  await eventually(() => expect(types()).toEqual(['customer.updated']));
  await stripe.webhookEndpoints.update(endpoint.id, { disabled: true });
  await change('third@example.com');
  await stripe.webhookEndpoints.update(endpoint.id, { disabled: false });
  await change('fourth@example.com');
  await eventually(() => expect(told()).toEqual(['new@example.com', 'fourth@example.com']));
});

test('a delivery without a 2xx answer is repeated for three days, with growing pauses', async () => {
  const { stripe, clock, now } = await openTestStripe();
  const { url, received, answers } = await listen();
  await stripe.webhookEndpoints.create({ url, enabled_events: ['customer.created'] });
  answers.status = 500;
  await stripe.customers.create({});
  const hour = 3_600_000;
  const start = now();
  for (let attempt = 1; attempt <= 10; attempt++) {
    await eventually(async () => {
      await clock.advance(hour);
      expect(received.length).toBeGreaterThanOrEqual(attempt);
    });
  }
  const days = (now() - start) / 86_400;
  expect(days).toBeGreaterThan(2.5);
  expect(days).toBeLessThan(4);
  for (let day = 0; day < 5; day++) {
    await clock.advance(24 * hour);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(received).toHaveLength(10);
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(1);
  expect(new Set(received.map(({ headers }) => headers['stripe-signature'])).size).toBe(10);
});

test('undelivered events are delivered after a restart', async () => {
  const { stripe, close, dataDir } = await openTestStripe();
  const { url, received, answers } = await listen();
  answers.status = 503;
  await stripe.webhookEndpoints.create({ url, enabled_events: ['customer.created'] });
  const { id } = await stripe.customers.create({});
  await eventually(() => expect(received).toHaveLength(1));
  await close();
  answers.status = 200;
  const { clock } = await openTestStripe(dataDir);
  await clock.advance(3_600_000);
  await eventually(() => expect(received).toHaveLength(2));
  expect(received[1]!.event.data.object).toMatchObject({ id });
});

test('a purchase sends all its events', async () => {
  const { stripe } = await openTestStripe();
  const { monthly } = await createPrices(stripe);
  const customer = await createCustomer(stripe, 'pm_card_visa');
  const { url, types } = await listen();
  await stripe.webhookEndpoints.create({ url, enabled_events });
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] });
  const story = [
    'customer.subscription.created',
    'customer.subscription.updated',
    'invoice.created',
    'invoice.finalized',
    'invoice.paid',
    'payment_intent.succeeded',
  ];
  await eventually(() => expect([...new Set(types())].toSorted()).toEqual(story));
});
