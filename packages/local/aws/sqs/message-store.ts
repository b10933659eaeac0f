import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SqliteFile } from '#local/aws/sqlite-file.ts';
import type { Queue } from './queue.ts';

/** A message that somebody has received. Times are in milliseconds since the epoch. */
export interface ReceivedMessage {
  id: string;
  body: string;
  receiptHandle: string;
  receiveCount: number;
  sentAt: number;
  firstReceivedAt: number;
}

const schema = `
  create table messages (
    sequence integer primary key autoincrement, id text not null unique, queue text not null,
    body text not null, sent_at real not null, visible_at real not null,
    receive_count integer not null default 0, first_received_at real, receipt text);
  create index visible on messages (queue, visible_at);
`;

/** The messages of all queues. A message is durable when `send` returns. */
export class MessageStore {
  readonly #db: SqliteFile;
  readonly #onArrival: () => void;

  /** @param onArrival called when messages have come to a queue */
  constructor(dataDir: string, onArrival: () => void) {
    this.#onArrival = onArrival;
    this.#db = new SqliteFile(join(dataDir, 'sqs.sqlite'), 2, schema);
  }

  /** Stores a message, which can be received from `visibleAt` on. Returns its id. */
  send(queue: Queue, body: string, sentAt: number, visibleAt: number): string {
    const id = randomUUID();
    this.#db
      .prepare('insert into messages (id, queue, body, sent_at, visible_at) values (?, ?, ?, ?, ?)')
      .run(id, queue.arn, body, sentAt, visibleAt);
    this.#onArrival();
    return id;
  }

  /**
   * Takes up to `limit` visible messages, oldest first, and hides them for the queue's visibility
   * timeout. Messages that were received too often move to the dead-letter queue; messages past the
   * retention period are deleted.
   */
  receive(queue: Queue, limit: number, now: number): ReceivedMessage[] {
    return this.#db.transaction(() => {
      this.#db
        .prepare('delete from messages where queue = ? and sent_at <= ?')
        .run(queue.arn, now - queue.retentionMs);
      if (queue.redrive) {
        const { changes } = this.#db
          .prepare(
            `update messages set queue = ?, receive_count = 0, first_received_at = null, receipt = null
           where queue = ? and visible_at <= ? and receive_count >= ?`,
          )
          .run(queue.redrive.deadLetterQueueArn, queue.arn, now, queue.redrive.maxReceiveCount);
        if (changes > 0) this.#onArrival();
      }
      const visible = this.#db.prepare(
        'select * from messages where queue = ? and visible_at <= ? order by sequence limit ?',
      );
      const hide = this.#db.prepare(
        `update messages set visible_at = ?, receive_count = ?, first_received_at = ?, receipt = ?
         where sequence = ?`,
      );
      return visible.all(queue.arn, now, limit).map((row) => {
        const message: ReceivedMessage = {
          id: row.id as string,
          body: row.body as string,
          receiptHandle: randomUUID(),
          receiveCount: (row.receive_count as number) + 1,
          sentAt: row.sent_at as number,
          firstReceivedAt: (row.first_received_at as number | null) ?? now,
        };
        const { receiveCount, firstReceivedAt, receiptHandle } = message;
        const visibleAt = now + queue.visibilityTimeoutMs;
        hide.run(visibleAt, receiveCount, firstReceivedAt, receiptHandle, row.sequence as number);
        return message;
      });
    });
  }

  /** When the next message of a queue is visible, in milliseconds since the epoch; `Infinity` if there is none. */
  nextVisible(queue: Queue): number {
    const next = this.#db
      .prepare('select min(visible_at) as at from messages where queue = ?')
      .get(queue.arn);
    return (next?.at as number | null | undefined) ?? Number.POSITIVE_INFINITY;
  }

  /** How many messages of a queue may be received, and the age of its oldest message in seconds. */
  depth(queue: Queue, now: number): { visible: number; oldestSeconds: number } {
    const found = this.#db
      .prepare(
        'select count(*) filter (where visible_at <= ?) as visible, min(sent_at) as oldest from messages where queue = ?',
      )
      .get(now, queue.arn);
    const oldest = (found?.oldest as number | null) ?? now;
    return {
      visible: Number(found?.visible),
      oldestSeconds: Math.max(0, Math.floor((now - oldest) / 1000)),
    };
  }

  /** Deletes all messages of a queue. */
  purge(queue: Queue): void {
    this.#db.prepare('delete from messages where queue = ?').run(queue.arn);
  }

  /** Deletes a message by the handle of its last reception; an older handle deletes nothing. */
  delete(queue: Queue, receiptHandle: string): void {
    this.#db
      .prepare('delete from messages where queue = ? and receipt = ?')
      .run(queue.arn, receiptHandle);
  }

  close(): void {
    this.#db.close();
  }
}
