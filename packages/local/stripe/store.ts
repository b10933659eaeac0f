import { SqliteFile } from '#local/aws/sqlite-file.ts';
import { dueAt, type Hidden, type StripeObject } from './objects.ts';

/** A pending delivery of an event. */
export interface Delivery {
  event: string;
  endpoint: string;
  /** Number of attempts. */
  attempts: number;
}

/** The answer to a call with an idempotency key. */
export interface KeptAnswer {
  /** Hash of method, path and body. */
  request: string;
  status: number;
  body: string;
}

const schema = `
  create table objects (
    sequence integer primary key autoincrement, id text not null unique, type text not null,
    customer text, document text not null, hidden text not null, due_at integer);
  create index by_type on objects (type, sequence);
  create index by_customer on objects (customer, type) where customer is not null;
  create index by_due on objects (due_at) where due_at is not null;
  create table deliveries (
    event text, endpoint text, attempts integer not null, due_at integer not null,
    primary key (event, endpoint)) without rowid;
  create table answers (
    key text primary key, request text not null, status integer not null, body text not null,
    at integer not null) without rowid;
`;

/** Everything that the local Stripe stores, in one file. Times are in seconds. */
export class StripeStore {
  readonly #db: SqliteFile;

  constructor(file: string) {
    this.#db = new SqliteFile(file, 1, schema);
  }

  transaction<T>(write: () => T): T {
    return this.#db.transaction(write);
  }

  /** Runs a function and undoes its writes. Call it within a transaction. */
  undone<T>(work: () => T): T {
    this.#db.prepare('savepoint undone').run();
    try {
      return work();
    } finally {
      this.#db.prepare('rollback to undone').run();
      this.#db.prepare('release undone').run();
    }
  }

  find(id: string): StripeObject | undefined {
    const row = this.#db.prepare('select document from objects where id = ?').get(id);
    return row && JSON.parse(row.document as string);
  }

  hidden(id: string): Hidden {
    const row = this.#db.prepare('select hidden from objects where id = ?').get(id);
    return row ? JSON.parse(row.hidden as string) : {};
  }

  /** Newest first. */
  list(type: string, customer?: string): StripeObject[] {
    const rows = customer
      ? this.#db
          .prepare(
            'select document from objects where customer = ? and type = ? order by sequence desc',
          )
          .all(customer, type)
      : this.#db
          .prepare('select document from objects where type = ? order by sequence desc')
          .all(type);
    return rows.map((row) => JSON.parse(row.document as string));
  }

  put(object: StripeObject, hidden: Hidden): void {
    const customer = 'customer' in object ? object.customer : null;
    this.#db
      .prepare(
        `insert into objects (id, type, customer, document, hidden, due_at) values (?, ?, ?, ?, ?, ?)
         on conflict (id) do update set customer = excluded.customer, document = excluded.document,
           hidden = excluded.hidden, due_at = excluded.due_at`,
      )
      .run(
        object.id,
        object.object,
        typeof customer === 'string' ? customer : null,
        JSON.stringify(object),
        JSON.stringify(hidden),
        dueAt(object, hidden) ?? null,
      );
  }

  delete(id: string): void {
    this.#db.prepare('delete from objects where id = ?').run(id);
  }

  /** The object that the clock changes next. */
  nextDue(): { id: string; dueAt: number } | undefined {
    const row = this.#db
      .prepare(
        'select id, due_at from objects where due_at is not null order by due_at, sequence limit 1',
      )
      .get();
    return row && { id: row.id as string, dueAt: row.due_at as number };
  }

  putDelivery({ event, endpoint, attempts }: Delivery, dueAt: number): void {
    this.#db
      .prepare('insert or replace into deliveries values (?, ?, ?, ?)')
      .run(event, endpoint, attempts, dueAt);
  }

  deleteDelivery({ event, endpoint }: Delivery): void {
    this.#db
      .prepare('delete from deliveries where event = ? and endpoint = ?')
      .run(event, endpoint);
  }

  /** In the order of their times. */
  deliveries(): (Delivery & { dueAt: number })[] {
    const rows = this.#db
      .prepare('select event, endpoint, attempts, due_at as dueAt from deliveries order by due_at')
      .all();
    return rows as unknown as (Delivery & { dueAt: number })[];
  }

  /** Keys are forgotten after a day, as Stripe may. */
  answer(key: string, now: number): KeptAnswer | undefined {
    this.#db.prepare('delete from answers where at < ?').run(now - 86_400);
    return this.#db
      .prepare('select request, status, body from answers where key = ?')
      .get(key) as unknown as KeptAnswer | undefined;
  }

  keepAnswer(key: string, { request, status, body }: KeptAnswer, now: number): void {
    this.#db
      .prepare('insert into answers values (?, ?, ?, ?, ?)')
      .run(key, request, status, body, now);
  }

  close(): void {
    this.#db.close();
  }
}
