import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSRecord } from 'aws-lambda';
import type { AdvancingClock } from '#local/clock.ts';
import { waitUntil } from '#local/wait-until.ts';
import type { MessageStore, ReceivedMessage } from './message-store.ts';
import type { Queue } from './queue.ts';

/**
 * Handles a batch and returns the ids of the messages that failed. They become visible again after the
 * visibility timeout. If it throws, all messages have failed.
 */
export type BatchHandler = (records: SQSRecord[]) => Promise<readonly string[]>;

/** The queue that a consumer reads, with its options. */
export interface ConsumerOptions {
  queue: Queue;
  store: MessageStore;
  clock: AdvancingClock;
  batchSize: number;
  handler: BatchHandler;
  /** Whether its poller is switched off for now. */
  isOff(): boolean;
  /** Called with the reason when the consumer cannot work for now. */
  onFault(error: unknown): void;
}

/** AWS starts with five; on two cores every further worker thread only costs memory. */
const concurrentBatches = 2;
/** Pause after a fault, such as a file that cannot be written. */
const restMs = 1000;
const stopGraceMs = 5000;

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Reads a queue as Lambda's pollers do: at least once, each message deleted when its handler is done with it. */
export class Consumer {
  readonly #options: ConsumerOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #polling: Promise<void>;
  #arrival = new AbortController();
  #stopped = false;
  #abandoned = false;

  constructor(options: ConsumerOptions) {
    this.#options = options;
    this.#polling = this.#poll();
  }

  /** Looks for messages at once. */
  wake(): void {
    this.#arrival.abort();
  }

  /** Takes no more messages; resolves when the running batches have ended, at the latest after 5 s. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    const done = this.#polling.then(() => Promise.all(this.#running));
    const grace = new AbortController();
    const timeout = sleep(stopGraceMs, undefined, { signal: grace.signal }).catch(() => {});
    await Promise.race([done, timeout]);
    grace.abort();
    // The store may be closed now. A message that is handled later is delivered again after the next start.
    this.#abandoned = true;
  }

  async #poll(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#next();
      } catch (error) {
        this.#options.onFault(error);
        await this.#pause(this.#options.clock.now() + restMs);
      }
    }
  }

  /** Starts to handle the next batch, or waits for a reason to look again. */
  async #next(): Promise<void> {
    const { queue, store, clock, batchSize, onFault } = this.#options;
    if (this.#running.size >= concurrentBatches) {
      await Promise.race(this.#running);
      return;
    }
    if (this.#options.isOff()) {
      await this.#pause(clock.now() + restMs);
      return;
    }
    const messages = store.receive(queue, batchSize, clock.now());
    if (messages.length === 0) {
      await this.#pause(store.nextVisible(queue));
      return;
    }
    // A message that cannot be deleted is delivered once more.
    const batch = this.#handle(messages)
      .catch(onFault)
      .finally(() => this.#running.delete(batch));
    this.#running.add(batch);
  }

  /** Waits for a new message, or until the local clock shows `dueAt`. */
  async #pause(dueAt: number): Promise<void> {
    await waitUntil(this.#options.clock, dueAt, this.#arrival.signal);
    this.#arrival = new AbortController();
  }

  async #handle(messages: ReceivedMessage[]): Promise<void> {
    const failed = await this.#failuresAmong(messages);
    if (this.#abandoned) return;
    const { store, queue } = this.#options;
    for (const { id, receiptHandle } of messages) {
      if (!failed.has(id)) store.delete(queue, receiptHandle);
    }
  }

  async #failuresAmong(messages: ReceivedMessage[]): Promise<ReadonlySet<string>> {
    const { queue, handler } = this.#options;
    const all = new Set(messages.map(({ id }) => id));
    try {
      const failed = new Set(await handler(messages.map((message) => asRecord(queue, message))));
      // As in Lambda, an answer that names a message outside the batch fails the whole batch.
      return [...failed].every((id) => all.has(id)) ? failed : all;
    } catch {
      // The host has logged the crash. For the queue the batch was not handled.
      return all;
    }
  }
}

/** A message as Lambda's event shows it. */
function asRecord(queue: Queue, message: ReceivedMessage): SQSRecord {
  return {
    messageId: message.id,
    receiptHandle: message.receiptHandle,
    body: message.body,
    md5OfBody: md5(message.body),
    attributes: {
      ApproximateReceiveCount: String(message.receiveCount),
      SentTimestamp: String(Math.floor(message.sentAt)),
      ApproximateFirstReceiveTimestamp: String(Math.floor(message.firstReceivedAt)),
      SenderId: 'local',
    },
    messageAttributes: {},
    eventSource: 'aws:sqs',
    eventSourceARN: queue.arn,
    awsRegion: queue.arn.split(':')[3]!,
  };
}
