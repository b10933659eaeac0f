import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSRecord } from 'aws-lambda';
import { md5 } from './message-digest.ts';
import type { ReceivedMessage } from './message-store.ts';
import type { Broker } from './operations.ts';
import { systemAttributes } from './output.ts';
import type { Queue } from './queue.ts';

/** How an event source mapping reads its queue. */
export interface ConsumeOptions {
  batchSize: number;
  /** How long an incomplete batch waits for more. */
  batchWindowMs?: number | undefined;
  /** Batches handled at a time, by default `DEFAULT_CONCURRENCY`. */
  maxConcurrency?: number | undefined;
}

/**
 * Handles a batch and gives the ids of the messages that failed: they become visible again after
 * the visibility timeout. When it throws, all of them failed.
 */
export type BatchHandler = (records: SQSRecord[]) => Promise<readonly string[]>;

export interface Consumer {
  /** Takes no more messages; resolves when the running batches have ended, at the latest after 5 s. */
  stop(): Promise<void>;
}

/** AWS starts with five; on two cores every further worker thread only costs memory. */
const DEFAULT_CONCURRENCY = 2;
const STOP_GRACE_MS = 5000;

/** Reads a queue as Lambda's pollers do: at least once, each message deleted when its handler is done with it. */
export function startConsumer(
  queue: Queue,
  options: ConsumeOptions,
  handler: BatchHandler,
  broker: Broker,
): Consumer {
  const { batchSize, batchWindowMs = 0, maxConcurrency = DEFAULT_CONCURRENCY } = options;
  const { store, arrivals, clock } = broker;
  const running = new Set<Promise<void>>();
  let stopped = false;
  const take = (limit: number) =>
    store.receive(queue, limit, queue.visibilityTimeoutMs, clock.now());

  async function handle(messages: ReceivedMessage[]): Promise<void> {
    const failed = await failedOf(messages);
    // Closed meanwhile: what was handled is delivered once more after the next start.
    if (broker.closed()) return;
    for (const message of messages) {
      if (!failed.has(message.id)) store.delete(queue, message.receiptHandle);
    }
  }

  async function failedOf(messages: ReceivedMessage[]): Promise<ReadonlySet<string>> {
    const all = new Set(messages.map(({ id }) => id));
    try {
      const failed = new Set(await handler(messages.map((message) => asRecord(queue, message))));
      // As with Lambda, an answer that names a message not of the batch fails all of it.
      return [...failed].every((id) => all.has(id)) ? failed : all;
    } catch {
      // The host has logged it; to the queue a crash is a batch that was not handled.
      return all;
    }
  }

  /** Starts to handle the next batch, or waits for a reason to look again. */
  async function next(): Promise<void> {
    if (running.size >= maxConcurrency) {
      await Promise.race(running);
      return;
    }
    const messages = take(batchSize);
    if (messages.length === 0) {
      await arrivals.next(Number.POSITIVE_INFINITY);
      return;
    }
    if (messages.length < batchSize && batchWindowMs > 0) {
      await sleep(batchWindowMs);
      if (broker.closed()) return;
      messages.push(...take(batchSize - messages.length));
    }
    // What cannot be deleted comes once more.
    const batch = handle(messages)
      .catch(broker.onFault)
      .finally(() => running.delete(batch));
    running.add(batch);
  }

  async function poll(): Promise<void> {
    while (!stopped && !broker.closed()) {
      try {
        await next();
      } catch (error) {
        broker.onFault(error);
        await arrivals.next(Number.POSITIVE_INFINITY);
      }
    }
  }
  const polling = poll();

  return {
    async stop() {
      stopped = true;
      arrivals.announce();
      const done = polling.then(() => Promise.all(running));
      const grace = new AbortController();
      const timeout = sleep(STOP_GRACE_MS, undefined, { signal: grace.signal }).catch(() => {});
      await Promise.race([done, timeout]);
      grace.abort();
    },
  };
}

/** A message as Lambda's event shows it. */
function asRecord(queue: Queue, message: ReceivedMessage): SQSRecord {
  return {
    messageId: message.id,
    receiptHandle: message.receiptHandle,
    body: message.body,
    md5OfBody: md5(message.body),
    attributes: systemAttributes(message),
    messageAttributes: Object.fromEntries(
      Object.entries(message.attributes).map(([name, attribute]) => [
        name,
        {
          dataType: attribute.DataType as 'String',
          stringValue: attribute.StringValue,
          binaryValue: attribute.BinaryValue,
          stringListValues: [],
          binaryListValues: [],
        },
      ]),
    ),
    eventSource: 'aws:sqs',
    eventSourceARN: queue.arn,
    awsRegion: queue.arn.split(':')[3]!,
  };
}
