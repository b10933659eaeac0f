import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type Stripe from 'stripe';
import { missing } from './failure.ts';
import type { Event, EventType, Hidden, ObjectName, Objects, StripeObject } from './objects.ts';
import type { StripeStore } from './store.ts';

/** The version of Stripe's API: that of the SDK. */
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive';

/** The transaction of one call or one due event, at one time. */
export class Books {
  readonly store: StripeStore;
  /** Address of this Stripe, for the addresses in answers: `http://localhost:3000`. */
  readonly origin: string;
  /** Seconds since 1970. */
  readonly now: number;

  constructor(store: StripeStore, origin: string, now: number) {
    this.store = store;
    this.origin = origin;
    this.now = now;
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

  /** Newest first. */
  list<T extends ObjectName>(type: T, customer?: string): Objects[T][] {
    return this.store.list(type, customer) as Objects[T][];
  }

  hidden(object: { id: string }): Hidden {
    return this.store.hidden(object.id);
  }

  /** Stores an object with its event and returns it. Hidden members that are not given stay. */
  save<T extends StripeObject>(object: T, event?: EventType, hidden: Hidden = {}): T {
    const before = this.store.find(object.id);
    this.store.put(object, { ...this.store.hidden(object.id), ...hidden });
    // An update that changes nothing has no event.
    const isIdle = event?.endsWith('.updated') && isDeepStrictEqual(before, asStored(object));
    if (event && !isIdle) this.tell(event, object);
    return object;
  }

  /** An event with a copy of the object, for each endpoint that listens. */
  tell(type: EventType, object: object): void {
    const event: Event = { id: this.newId('evt'), object: 'event', type, data: { object } };
    this.store.put(event, {});
    for (const { id, status, enabled_events } of this.list('webhook_endpoint')) {
      if (status === 'enabled' && enabled_events.includes(type)) {
        this.store.putDelivery({ event: event.id, endpoint: id, attempts: 0 }, this.now);
      }
    }
  }
}

/** What the store gives back: without members that are undefined. */
const asStored = (object: object): object => JSON.parse(JSON.stringify(object));
