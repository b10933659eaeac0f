import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { missing } from './failure.ts';
import type { Hidden, ObjectName, Objects, StripeObject } from './objects.ts';
import type { StripeStore } from './store.ts';

/** Settings of an account in Stripe's dashboard, and the address of this one. */
export interface AccountSettings {
  /** `http://localhost:3000`, for the addresses in answers. */
  origin: string;
  /** Days after the first failure at which a renewal is charged again. */
  retryDays: readonly number[];
  /** The state of a subscription after the last retry has failed. */
  afterRetries: 'unpaid' | 'canceled' | 'past_due';
  /** Secret for fingerprints of card and account numbers, which do not reveal the number. */
  fingerprintKey: string;
}

/** The version of Stripe's API: that of the SDK. */
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive';

/** The transaction of one call or one due event, at one time. */
export class Books {
  readonly store: StripeStore;
  readonly settings: AccountSettings;
  /** Seconds since 1970. */
  readonly now: number;
  /** The call that causes the events. */
  readonly request: Stripe.Event.Request | null;

  constructor(
    store: StripeStore,
    settings: AccountSettings,
    now: number,
    request: Stripe.Event.Request | null = null,
  ) {
    this.store = store;
    this.settings = settings;
    this.now = now;
    this.request = request;
  }

  newId(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString('hex')}`;
  }

  /** Throws `resource_missing`; `param` as for `missing`. */
  get<T extends ObjectName>(type: T, id: string, param?: string): Objects[T] {
    const object = this.store.find(id);
    if (object?.object !== type || 'deleted' in object) throw missing(type, id, param);
    return object as Objects[T];
  }

  list<T extends ObjectName>(type: T, customer?: string): Objects[T][] {
    return this.store.list(type, customer) as Objects[T][];
  }

  hidden(object: { id: string }): Hidden {
    return this.store.hidden(object.id);
  }

  /** Stores an object with its event and returns it. Hidden members that are not given stay. */
  save<T extends StripeObject>(object: T, event?: Stripe.Event.Type, hidden: Hidden = {}): T {
    const before = this.store.find(object.id);
    this.store.put(object, { ...this.store.hidden(object.id), ...hidden });
    if (event) this.#tell(event, object, before);
    return object;
  }

  /** An event with a copy of the object, for each endpoint that listens. */
  tell(type: Stripe.Event.Type, object: object): void {
    this.#tell(type, object);
  }

  #tell(type: Stripe.Event.Type, object: object, before?: object): void {
    const isUpdate = before && type.endsWith('.updated');
    const previous_attributes = isUpdate ? difference(before, object) : undefined;
    // A write that changes nothing has no event.
    if (previous_attributes && Object.keys(previous_attributes).length === 0) return;
    const listening = this.list('webhook_endpoint').filter(
      ({ status, enabled_events }) =>
        status === 'enabled' && (enabled_events.includes('*') || enabled_events.includes(type)),
    );
    const event = {
      id: this.newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: this.now,
      data: { object, previous_attributes } as Stripe.Event.Data,
      livemode: false,
      pending_webhooks: listening.length,
      request: this.request,
      type,
    } as Stripe.Event satisfies Stripe.EventBase;
    this.store.put(event, {});
    for (const endpoint of listening) {
      this.store.putDelivery({ event: event.id, endpoint: endpoint.id, attempts: 0 }, this.now);
    }
  }
}

/** The previous values of the changed members. */
function difference(before: object, after: object): Record<string, unknown> {
  const now = new Map(Object.entries(after));
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(now.get(name)),
  );
  return Object.fromEntries(changed);
}
