import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '#local/clock.ts';
import { times, type WebhookEndpoint } from './objects.ts';
import { flag, listing, operation, text } from './operation.ts';
import type { Delivery, StripeStore } from './store.ts';

const path = '/v1/webhook_endpoints';
const enabled_events = z.array(text).min(1);

export const webhookOperations = {
  createWebhookEndpoint: operation(
    `POST ${path}`,
    { url: z.url({ protocol: /^https?$/ }), enabled_events, description: text.optional() },
    ({ url, enabled_events }, books) => {
      const secret = `whsec_${randomBytes(24).toString('hex')}`;
      const made: WebhookEndpoint = {
        id: books.newId('we'),
        object: 'webhook_endpoint',
        enabled_events,
        status: 'enabled',
        url,
      };
      books.save(made, undefined, { secret });
      return { ...made, secret };
    },
  ),
  updateWebhookEndpoint: operation(
    `POST ${path}/{id}`,
    { id: text, enabled_events: enabled_events.optional(), disabled: flag.optional() },
    ({ id, enabled_events, disabled }, books) => {
      const before = books.get('webhook_endpoint', id);
      const status = disabled ? 'disabled' : 'enabled';
      return books.save({
        ...before,
        enabled_events: enabled_events ?? before.enabled_events,
        status: disabled === undefined ? before.status : status,
      });
    },
  ),
  deleteWebhookEndpoint: operation(`DELETE ${path}/{id}`, { id: text }, ({ id }, books) => {
    books.get('webhook_endpoint', id);
    books.store.delete(id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
  listWebhookEndpoints: listing('webhook_endpoint', path, {}, () => true),
  listEvents: listing('event', '/v1/events', {}, () => true),
};

/** Pauses between attempts. Stripe tries for three days with growing pauses. */
const retryAfter = [
  5 * 60,
  30 * 60,
  2 * times.hour,
  5 * times.hour,
  10 * times.hour,
  ...Array(4).fill(12 * times.hour),
];
const timeoutMs = 20_000;
const maxUnderWay = 8;

/** Sends events to the endpoints that listen, and again later when they do not answer with 2xx. */
export class WebhookSender {
  readonly #store: StripeStore;
  readonly #clock: Clock;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();

  readonly #onFault: (error: unknown) => void;

  constructor(store: StripeStore, clock: Clock, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onFault = onFault;
  }

  /** Sends what is due. Gives the time of the next attempt after that, in seconds. */
  send(): number | undefined {
    const now = this.#clock.now() / 1000;
    for (const delivery of this.#store.deliveries()) {
      if (delivery.dueAt > now) return delivery.dueAt;
      const key = `${delivery.event} ${delivery.endpoint}`;
      if (
        this.#stop.signal.aborted ||
        this.#underWay.has(key) ||
        this.#underWay.size >= maxUnderWay
      ) {
        continue;
      }
      const attempt = this.#attempt(delivery)
        .finally(() => {
          this.#underWay.delete(key);
          this.send();
        })
        .catch(this.#onFault);
      this.#underWay.set(key, attempt);
    }
    return undefined;
  }

  /** Aborts running deliveries. They are sent after the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#underWay.values());
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const endpoint = this.#store.find(delivery.endpoint);
    const event = this.#store.find(delivery.event);
    if (endpoint?.object !== 'webhook_endpoint' || event?.object !== 'event') {
      this.#store.deleteDelivery(delivery);
      return;
    }
    const { secret = '' } = this.#store.hidden(endpoint.id);
    const body = JSON.stringify(event, undefined, 2);
    const delivered = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': sign(body, secret, Math.floor(this.#clock.now() / 1000)),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(timeoutMs)]),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.ok;
      },
      () => false,
    );
    if (!delivered && this.#stop.signal.aborted) return;
    const wait = retryAfter[delivery.attempts];
    if (!delivered && wait !== undefined) {
      const dueAt = Math.floor(this.#clock.now() / 1000) + wait;
      this.#store.putDelivery({ ...delivery, attempts: delivery.attempts + 1 }, dueAt);
      return;
    }
    this.#store.deleteDelivery(delivery);
  }
}

/** The header `Stripe-Signature`: a time, and an HMAC of it and the body. */
function sign(body: string, secret: string, time: number): string {
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${signature}`;
}
