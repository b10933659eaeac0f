import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { functions, queuesOf } from '#infra/functions.ts';
import type { QueueName } from '#shared/resources.ts';
import type { EnvironmentStack } from './environment-stack.ts';

export interface QueueWithDeadLetters {
  queue: Queue;
  deadLetters: Queue;
}

/** Our standard queue. After five attempts a message moves to the dead-letter queue and stays there for 14 days. */
export function createQueue(scope: EnvironmentStack, name: QueueName): QueueWithDeadLetters {
  const defaults = {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    removalPolicy: scope.settings.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  };
  const deadLetters = new Queue(scope, `${name}DeadLetters`, {
    ...defaults,
    retentionPeriod: Duration.days(14),
  });
  const queue = new Queue(scope, `${name}Queue`, {
    ...defaults,
    retentionPeriod: Duration.days(4),
    visibilityTimeout: Duration.seconds(6 * slowestConsumerSeconds(name)),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
  });
  return { queue, deadLetters };
}

/** AWS recommends a visibility timeout of six times this, so that a throttled batch is not delivered twice. */
function slowestConsumerSeconds(name: QueueName): number {
  const consumers = functions.filter((consumer) => queuesOf(consumer).includes(name));
  return Math.max(30, ...consumers.map((consumer) => consumer.timeoutSeconds));
}
