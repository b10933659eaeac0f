import type { Clock } from '#local/clock.ts';
import { AwsError } from '../service.ts';
import type { Arrivals } from './arrivals.ts';
import {
  forEachEntry,
  type Input,
  MAX_BATCH,
  newMessage,
  number,
  readEntries,
  receiptHandle,
  sizeOf,
  visibility,
} from './input.ts';
import { md5, md5OfAttributes } from './message-digest.ts';
import type { MessageStore, NewMessage } from './message-store.ts';
import { attributesOf, shown } from './output.ts';
import type { Queue } from './queue.ts';

/** What the operations work with. */
export interface Broker {
  store: MessageStore;
  arrivals: Arrivals;
  clock: Clock;
  queueUrl(name: string): string;
  /** True when the service is closing: long polls end. */
  closed(): boolean;
  /** Hears what keeps consumers from their work for now. */
  onFault(error: unknown): void;
}

interface Operation {
  /** Members of the input that are honoured; others are refused. */
  members: readonly string[];
  run(queue: Queue, input: Input, broker: Broker): object | Promise<object>;
}

const ENTRY = ['Id', 'MessageBody', 'DelaySeconds', 'MessageAttributes'];
const MAX_WAIT_SECONDS = 20;

export const OPERATIONS: Record<string, Operation> = {
  SendMessage: {
    members: ['MessageBody', 'DelaySeconds', 'MessageAttributes'],
    run(queue, input, broker) {
      const message = newMessage(queue, input);
      return { ...send(queue, [message], broker)[0], Id: undefined };
    },
  },
  SendMessageBatch: {
    members: ['Entries'],
    run(queue, input, broker) {
      const entries = readEntries(input);
      for (const entry of entries) refuseUnknown('SendMessageBatch', entry, ENTRY);
      const { results, Failed } = forEachEntry(entries, (entry) => newMessage(queue, entry));
      const messages = results.map(({ result }) => result);
      if (messages.reduce((sum, message) => sum + sizeOf(message), 0) > queue.maxMessageBytes) {
        throw new AwsError('BatchRequestTooLong', 'The batch is larger than a message may be.');
      }
      const sent = send(queue, messages, broker);
      return { Successful: sent.map((one, i) => ({ Id: results[i]!.Id, ...one })), Failed };
    },
  },
  ReceiveMessage: {
    members: [
      'AttributeNames',
      'MaxNumberOfMessages',
      'MessageAttributeNames',
      'MessageSystemAttributeNames',
      'VisibilityTimeout',
      'WaitTimeSeconds',
    ],
    async run(queue, input, broker) {
      const limit = number(input, 'MaxNumberOfMessages', 1, 1, MAX_BATCH);
      const visibilityMs = visibility(input, queue.visibilityTimeoutMs);
      const waitMs =
        number(input, 'WaitTimeSeconds', queue.waitMs / 1000, 0, MAX_WAIT_SECONDS) * 1000;
      const deadline = performance.now() + waitMs;
      for (;;) {
        const messages = broker.store.receive(queue, limit, visibilityMs, broker.clock.now());
        if (messages.length > 0) return { Messages: messages.map((one) => shown(one, input)) };
        const left = deadline - performance.now();
        if (left <= 0) return {};
        await broker.arrivals.next(left);
        if (broker.closed()) return {};
      }
    },
  },
  DeleteMessage: {
    members: ['ReceiptHandle'],
    run(queue, input, { store }) {
      store.delete(queue, receiptHandle(input));
      return {};
    },
  },
  DeleteMessageBatch: {
    members: ['Entries'],
    run(queue, input, { store }) {
      const { results, Failed } = forEachEntry(readEntries(input), (entry) =>
        store.delete(queue, receiptHandle(entry)),
      );
      return { Successful: results.map(({ Id }) => ({ Id })), Failed };
    },
  },
  ChangeMessageVisibility: {
    members: ['ReceiptHandle', 'VisibilityTimeout'],
    run(queue, input, { store, arrivals, clock }) {
      const now = clock.now();
      const handle = receiptHandle(input);
      if (!store.changeVisibility(queue, handle, now + visibility(input, Number.NaN), now)) {
        throw new AwsError('MessageNotInflight', 'The message referred to is not in flight.');
      }
      arrivals.announce();
      return {};
    },
  },
  GetQueueAttributes: {
    members: ['AttributeNames'],
    run(queue, input, { store, clock }) {
      const all = attributesOf(queue, store.count(queue, clock.now()));
      const asked = (input.AttributeNames ?? []) as string[];
      const unknown = asked.filter(
        (name) => name !== 'All' && !(name in all) && name !== 'RedrivePolicy',
      );
      if (unknown.length > 0) {
        throw new AwsError('InvalidAttributeName', `Not emulated: ${unknown.join(', ')}`);
      }
      const shownAttributes = Object.entries(all).filter(
        ([name]) => asked.includes('All') || asked.includes(name),
      );
      return { Attributes: Object.fromEntries(shownAttributes) };
    },
  },
  GetQueueUrl: {
    members: ['QueueName'],
    run: (queue, _input, broker) => ({ QueueUrl: broker.queueUrl(queue.name) }),
  },
};

export function refuseUnknown(operation: string, input: Input, members: readonly string[]): void {
  const unknown = Object.keys(input).filter((name) => !members.includes(name));
  if (unknown.length === 0) return;
  throw new AwsError('UnsupportedOperation', `${operation}: not emulated: ${unknown.join(', ')}`);
}

function send(queue: Queue, messages: NewMessage[], { store, arrivals, clock }: Broker) {
  const ids = store.send(queue, messages, clock.now());
  arrivals.announce();
  return messages.map(({ body, attributes }, i) => ({
    MessageId: ids[i],
    MD5OfMessageBody: md5(body),
    MD5OfMessageAttributes: md5OfAttributes(attributes),
  }));
}
