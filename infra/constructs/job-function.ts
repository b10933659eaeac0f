import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { type DeployedFunction, queueOf } from '#infra/functions.ts';
import type { Foundation } from '#infra/platform.ts';
import type { EnvironmentStack } from './environment-stack.ts';
import { createSchedule } from './schedule.ts';
import { StandardFunction } from './standard-function.ts';

/**
 * Creates one job with its queue or schedule. The stacks connect other triggers: workflows, the user pool, the
 * fallback route. Jobs that operators start have none.
 */
export function createJob(
  scope: EnvironmentStack,
  job: DeployedFunction,
  platform: Foundation,
): StandardFunction {
  const { trigger } = job;
  const queue = queueOf(job);
  const eventSourceArn = queue && platform.queues[queue].queue.queueArn;
  const impliedStatements = eventSourceArn ? [consumeStatement(eventSourceArn)] : [];
  const standardFunction = new StandardFunction(scope, job, platform, impliedStatements);
  if (typeof trigger === 'object' && 'queue' in trigger) {
    new EventSourceMapping(standardFunction, 'Source', {
      target: standardFunction.lambda,
      eventSourceArn,
      batchSize: trigger.batchSize,
      maxConcurrency: trigger.maxConcurrency,
      reportBatchItemFailures: true,
    });
  }
  if (typeof trigger === 'object' && 'everyMinutes' in trigger) {
    createSchedule(standardFunction, trigger.everyMinutes);
  }
  return standardFunction;
}

const consumeStatement = (queueArn: string) =>
  new PolicyStatement({
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    resources: [queueArn],
  });
