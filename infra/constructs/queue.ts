import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { functions, queuesOf } from '#infra/functions.ts';
import type { QueueName } from '#shared/resources.ts';
import type { EnvironmentStack } from './environment-stack.ts';

/** Our standard queue. After five attempts a message moves to the dead-letter queue. */
export function createQueue(scope: EnvironmentStack, name: QueueName, deadLetters: Queue): Queue {
  return new Queue(scope, `${name}Queue`, {
    ...defaultsOf(scope),
    retentionPeriod: Duration.days(4),
    visibilityTimeout: Duration.seconds(6 * slowestConsumerSeconds(name)),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
  });
}

/** A queue that nobody reads, and of which an alarm tells. What is there stays for 14 days. */
export function createDeadLetters(scope: EnvironmentStack, id: string): Queue {
  return new Queue(scope, id, { ...defaultsOf(scope), retentionPeriod: Duration.days(14) });
}

const defaultsOf = ({ settings }: EnvironmentStack) => ({
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  removalPolicy: settings.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
});

/**
 * Whether the messages of a queue that failed five times have a queue and an alarm of their own, and not those of all: while
 * an alarm is on, it tells of nothing else.
 */
export const hasOwnDeadLetters = (name: QueueName): boolean =>
  functions.some(
    (one) =>
      queuesOf(one).includes(name) &&
      one.alarms.some((alarm) => 'of' in alarm && alarm.of === 'dead letters'),
  );

/** AWS recommends a visibility timeout of six times this, so that a throttled batch is not delivered twice. */
function slowestConsumerSeconds(name: QueueName): number {
  const consumers = functions.filter((consumer) => queuesOf(consumer).includes(name));
  return Math.max(30, ...consumers.map((consumer) => consumer.timeoutSeconds));
}
