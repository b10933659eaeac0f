import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SqliteFile } from '../sqlite-file.ts';
import type { Queue } from './queue.ts';

/** A message attribute as the API shows it; `BinaryValue` in base64. */
export interface MessageAttribute {
  DataType: string;
  StringValue?: string;
  BinaryValue?: string;
}

export interface NewMessage {
  body: string;
  attributes: Record<string, MessageAttribute>;
  delayMs: number;
}

/** A message that somebody has received. Times are in milliseconds since the epoch. */
export interface ReceivedMessage {
  id: string;
  body: string;
  attributes: Record<string, MessageAttribute>;
  receiptHandle: string;
  receiveCount: number;
  sentAt: number;
  firstReceivedAt: number;
}

const SCHEMA = `
  create table messages (
    sequence integer primary key autoincrement, id text not null unique, queue text not null,
    body text not null, attributes text not null, sent_at real not null, visible_at real not null,
    receive_count integer not null default 0, first_received_at real, receipt text);
  create index visible on messages (queue, visible_at);
`;

/** The messages of all queues. A message is durable when `send` returns. */
export class MessageStore {
  readonly #db: SqliteFile;

  constructor(dataDir: string) {
    this.#db = new SqliteFile(join(dataDir, 'sqs.sqlite'), 1, SCHEMA);
  }

  /** Gives the ids of the messages, all of which are stored or none. */
  send(queue: Queue, messages: readonly NewMessage[], now: number): string[] {
    return this.#db.transaction(() =>
      messages.map(({ body, attributes, delayMs }) => {
        const id = randomUUID();
        this.#db
          .prepare(
            'insert into messages (id, queue, body, attributes, sent_at, visible_at) values (?, ?, ?, ?, ?, ?)',
          )
          .run(id, queue.arn, body, JSON.stringify(attributes), now, now + delayMs);
        return id;
      }),
    );
  }

  /**
   * Takes up to `limit` visible messages, oldest first, and hides them for `visibilityMs`. Those that
   * were received too often move to the dead-letter queue; those kept too long are forgotten.
   */
  receive(queue: Queue, limit: number, visibilityMs: number, now: number): ReceivedMessage[] {
    return this.#db.transaction(() => {
      this.#forgetOld(queue, now);
      if (queue.redrive) {
        this.#db
          .prepare(
            `update messages set queue = ?, receive_count = 0, first_received_at = null, receipt = null
           where queue = ? and visible_at <= ? and receive_count >= ?`,
          )
          .run(queue.redrive.deadLetterQueueArn, queue.arn, now, queue.redrive.maxReceiveCount);
      }
      const rows = this.#db
        .prepare(
          'select * from messages where queue = ? and visible_at <= ? order by sequence limit ?',
        )
        .all(queue.arn, now, limit);
      return rows.map((row) => {
        const received: ReceivedMessage = {
          id: row.id as string,
          body: row.body as string,
          attributes: JSON.parse(row.attributes as string),
          receiptHandle: `${row.id}.${randomUUID()}`,
          receiveCount: (row.receive_count as number) + 1,
          sentAt: row.sent_at as number,
          firstReceivedAt: (row.first_received_at as number | null) ?? now,
        };
        this.#db
          .prepare(
            `update messages set visible_at = ?, receive_count = ?, first_received_at = ?, receipt = ?
           where sequence = ?`,
          )
          .run(
            ...[now + visibilityMs, received.receiveCount, received.firstReceivedAt],
            ...[received.receiptHandle, row.sequence as number],
          );
        return received;
      });
    });
  }

  /** Deletes a message by the handle of its last reception; an older handle deletes nothing. */
  delete(queue: Queue, receiptHandle: string): void {
    this.#db
      .prepare('delete from messages where queue = ? and receipt = ?')
      .run(queue.arn, receiptHandle);
  }

  /** False if the message is not in flight under this handle. */
  changeVisibility(queue: Queue, receiptHandle: string, visibleAt: number, now: number): boolean {
    const { changes } = this.#db
      .prepare(
        'update messages set visible_at = ? where queue = ? and receipt = ? and visible_at > ?',
      )
      .run(visibleAt, queue.arn, receiptHandle, now);
    return changes > 0;
  }

  /** How many messages can be received, are in flight, and wait for their delay. */
  count(queue: Queue, now: number): { visible: number; inFlight: number; delayed: number } {
    this.#forgetOld(queue, now);
    const row = this.#db
      .prepare(
        `select count(*) as total,
        coalesce(sum(visible_at <= ?), 0) as visible,
        coalesce(sum(visible_at > ? and receive_count = 0), 0) as delayed
       from messages where queue = ?`,
      )
      .get(now, now, queue.arn) as { total: number; visible: number; delayed: number };
    const { total, visible, delayed } = row;
    return { visible, delayed, inFlight: total - visible - delayed };
  }

  close(): void {
    this.#db.close();
  }

  #forgetOld(queue: Queue, now: number): void {
    this.#db
      .prepare('delete from messages where queue = ? and sent_at <= ?')
      .run(queue.arn, now - queue.retentionMs);
  }
}
