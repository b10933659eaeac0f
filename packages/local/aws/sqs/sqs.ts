import * as z from 'zod';
import { AwsError, defineOperation, type Service } from '#local/aws/service.ts';
import type { AdvancingClock } from '#local/clock.ts';
import { type BatchHandler, Consumer, md5 } from './consumer.ts';
import { MessageStore } from './message-store.ts';
import { type Queue, readQueue } from './queue.ts';

/** SQS, with what event source mappings need besides the API. */
export interface SqsService extends Service {
  /**
   * Hands the messages of a queue to `handler` in batches until `suspend`: at least once each, hidden
   * for the queue's visibility timeout meanwhile, moved to the dead-letter queue after
   * `maxReceiveCount` receptions. Throws for a queue that no template declares.
   *
   * @param isOff whether the poller of the queue is switched off for now
   */
  consume(queueArn: string, batchSize: number, handler: BatchHandler, isOff?: () => boolean): void;
  /** Puts a message of another local service into a queue. Throws for a queue that no template declares. */
  send(queueArn: string, body: string): void;
  /** How full the queues are. */
  depths(): { name: string; visible: number; oldestSeconds: number }[];
  /** Ends all consumers; resolves when the running batches have ended, at the latest after 5 s. */
  suspend(): Promise<void>;
}

const maxDelaySeconds = 900;
const maxMessageBytes = 1_048_576;

/** Characters that XML 1.0, and so SQS, does not allow in a message. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/**
 * SQS on one machine: standard queues in a SQLite file, in order as long as nothing fails. Functions send. Event source mappings
 * receive, of which a deployed installation has fewer: there functions look into some queues themselves.
 */
export async function openSqs(options: {
  dataDir: string;
  clock: AdvancingClock;
  /** Called with the reason when consumers cannot work for now. */
  onFault(error: unknown): void;
}): Promise<SqsService> {
  const { clock, onFault } = options;
  const store = new MessageStore(options.dataDir, () => {
    for (const consumer of consumers) consumer.wake();
  });
  const queues = new Map<string, Queue>();
  const consumers = new Set<Consumer>();

  /** The queue that an address or an ARN ends with. */
  function queueNamed(text: string): Queue {
    const name = text.replace(/^.*[/:]/, '');
    const queue = queues.get(name);
    if (queue) return queue;
    throw new AwsError('QueueDoesNotExist', `The specified queue ${name} does not exist.`);
  }

  function send(queue: string, body: string, delaySeconds = 0): string {
    checkBody(body);
    const now = clock.now();
    return store.send(queueNamed(queue), body, now, now + delaySeconds * 1000);
  }

  async function suspend(): Promise<void> {
    await Promise.all([...consumers].map((consumer) => consumer.stop()));
    consumers.clear();
  }

  return {
    name: 'sqs',
    protocol: 'json-1.0',
    resourceTypes: ['AWS::SQS::Queue'],

    invalidInput: 'InvalidParameterValue',
    operations: {
      SendMessage: defineOperation({
        input: z.strictObject({
          QueueUrl: z.string(),
          MessageBody: z.string().min(1),
          DelaySeconds: z.int().min(0).max(maxDelaySeconds).default(0),
        }),
        permission: ({ QueueUrl }) => ({
          action: 'sqs:SendMessage',
          resource: queueNamed(QueueUrl).arn,
        }),
        run({ QueueUrl, MessageBody, DelaySeconds }) {
          const MessageId = send(QueueUrl, MessageBody, DelaySeconds);
          return { MessageId, MD5OfMessageBody: md5(MessageBody) };
        },
      }),
      ReceiveMessage: defineOperation({
        input: z.strictObject({ QueueUrl: z.string(), MaxNumberOfMessages: z.literal(1) }),
        permission: ({ QueueUrl }) => ({
          action: 'sqs:ReceiveMessage',
          resource: queueNamed(QueueUrl).arn,
        }),
        run({ QueueUrl }) {
          const received = store.receive(queueNamed(QueueUrl), 1, clock.now());
          const Messages = received.map(({ id, body, receiptHandle }) => ({
            MessageId: id,
            Body: body,
            MD5OfBody: md5(body),
            ReceiptHandle: receiptHandle,
          }));
          // As in AWS, an empty answer has no list.
          return Messages.length > 0 ? { Messages } : {};
        },
      }),
      DeleteMessage: defineOperation({
        input: z.strictObject({ QueueUrl: z.string(), ReceiptHandle: z.string() }),
        permission: ({ QueueUrl }) => ({
          action: 'sqs:DeleteMessage',
          resource: queueNamed(QueueUrl).arn,
        }),
        run({ QueueUrl, ReceiptHandle }) {
          store.delete(queueNamed(QueueUrl), ReceiptHandle);
          return {};
        },
      }),
      PurgeQueue: defineOperation({
        input: z.strictObject({ QueueUrl: z.string() }),
        permission: ({ QueueUrl }) => ({
          action: 'sqs:PurgeQueue',
          resource: queueNamed(QueueUrl).arn,
        }),
        run({ QueueUrl }) {
          store.purge(queueNamed(QueueUrl));
          return {};
        },
      }),
    },

    async declare(resource) {
      const queue = readQueue(resource);
      queues.set(queue.name, queue);
    },

    consume(queueArn, batchSize, handler, isOff = () => false) {
      const queue = queueNamed(queueArn);
      consumers.add(new Consumer({ queue, store, clock, batchSize, handler, isOff, onFault }));
    },

    depths: () =>
      [...queues.values()].map((queue) => ({
        name: queue.name,
        ...store.depth(queue, clock.now()),
      })),

    send(queueArn, body) {
      send(queueArn, body);
    },

    suspend,

    async close() {
      await suspend();
      store.close();
    },
  };
}

function checkBody(body: string): void {
  if (forbidden.test(body)) {
    throw new AwsError(
      'InvalidMessageContents',
      'The message contains characters outside the allowed set.',
    );
  }
  if (Buffer.byteLength(body) > maxMessageBytes) {
    throw new AwsError(
      'InvalidParameterValue',
      `One or more parameters are invalid. Reason: Message must be shorter than ${maxMessageBytes} bytes.`,
    );
  }
}
