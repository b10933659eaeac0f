import type { Clock } from '#local/clock.ts';
import { AwsError, type RpcService } from '../service.ts';
import { Arrivals } from './arrivals.ts';
import {
  type BatchHandler,
  type ConsumeOptions,
  type Consumer,
  startConsumer,
} from './consumer.ts';
import { MessageStore } from './message-store.ts';
import { type Broker, OPERATIONS, refuseUnknown } from './operations.ts';
import { type Queue, readQueue } from './queue.ts';

/** SQS, with what event source mappings need besides the API. */
export interface SqsService extends RpcService {
  /**
   * Hands the messages of a queue to `handler` in batches until stopped: at least once each, hidden
   * for the queue's visibility timeout meanwhile, moved to the dead-letter queue after
   * `maxReceiveCount` receptions. Throws for a queue that no template declares.
   */
  consume(queueArn: string, options: ConsumeOptions, handler: BatchHandler): Consumer;
}

/** IAM knows no batch operations. */
const ACTION_OF: Record<string, string> = {
  SendMessageBatch: 'SendMessage',
  DeleteMessageBatch: 'DeleteMessage',
};

/**
 * SQS on one machine: standard queues in a SQLite file, in order as long as nothing fails. Not
 * emulated: FIFO queues, creating and deleting queues, purging, moving messages back from a
 * dead-letter queue.
 */
export async function openSqs(options: {
  dataDir: string;
  clock: Clock;
  queueUrl(name: string): string;
  /** Hears what keeps consumers from their work for now; standard error by default. */
  onFault?(error: unknown): void;
}): Promise<SqsService> {
  const queues = new Map<string, Queue>();
  const consumers = new Set<Consumer>();
  let closed = false;
  const broker: Broker = {
    store: new MessageStore(options.dataDir),
    arrivals: new Arrivals(),
    clock: options.clock,
    queueUrl: options.queueUrl,
    closed: () => closed,
    onFault: options.onFault ?? console.error,
  };

  function findQueue(name: string): Queue {
    const queue = queues.get(name);
    if (queue) return queue;
    throw new AwsError('QueueDoesNotExist', `The specified queue ${name} does not exist.`);
  }
  const queueOf = (input: Record<string, unknown>) =>
    findQueue(String(input.QueueUrl ?? input.QueueName).replace(/^.*\//, ''));

  function operationOf(name: string) {
    if (Object.hasOwn(OPERATIONS, name)) return OPERATIONS[name]!;
    throw new AwsError('UnknownOperationException', `SQS: ${name} is not emulated`);
  }

  return {
    name: 'sqs',
    protocol: 'json-1.0',
    resourceTypes: ['AWS::SQS::Queue'],

    permissions(operation, input) {
      operationOf(operation);
      const action = `sqs:${ACTION_OF[operation] ?? operation}`;
      return [{ action, resource: queueOf(input).arn }];
    },

    async declare(resource) {
      const queue = readQueue(resource);
      queues.set(queue.name, queue);
    },

    async call(name, { QueueUrl, ...input }) {
      const operation = operationOf(name);
      refuseUnknown(name, input, operation.members);
      return operation.run(queueOf({ QueueUrl, ...input }), input, broker);
    },

    consume(queueArn, consumeOptions, handler) {
      const queue = findQueue(queueArn.slice(queueArn.lastIndexOf(':') + 1));
      const started = startConsumer(queue, consumeOptions, handler, broker);
      const consumer: Consumer = {
        async stop() {
          consumers.delete(consumer);
          await started.stop();
        },
      };
      consumers.add(consumer);
      return consumer;
    },

    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.stop()));
      closed = true;
      broker.arrivals.announce();
      broker.store.close();
    },
  };
}
