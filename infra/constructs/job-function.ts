import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { type DeployedFunction, queuesOf } from '#infra/functions.ts';
import type { Foundation } from '#infra/platform.ts';
import type { EnvironmentStack } from './environment-stack.ts';
import { createSchedule } from './schedule.ts';
import { StandardFunction } from './standard-function.ts';

/** Instances that work on a queue of visitors. AWS takes no less. */
const visitorConcurrency = 2;

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
  const queues = queuesOf(job).map((name) => platform.queues[name].queue.queueArn);
  const impliedStatements = queues.length > 0 ? [consumeStatement(queues)] : [];
  const standardFunction = new StandardFunction(scope, job, platform, impliedStatements);
  if (typeof trigger === 'object' && 'queue' in trigger) {
    for (const [at, eventSourceArn] of queues.entries()) {
      const forVisitors = at > 0;
      new EventSourceMapping(standardFunction, forVisitors ? 'VisitorSource' : 'Source', {
        target: standardFunction.lambda,
        eventSourceArn,
        batchSize: trigger.batchSize,
        maxConcurrency: forVisitors ? visitorConcurrency : trigger.maxConcurrency,
        reportBatchItemFailures: true,
      });
    }
  }
  if (typeof trigger === 'object' && 'everyMinutes' in trigger) {
    createSchedule(standardFunction, trigger.everyMinutes);
  }
  return standardFunction;
}

const consumeStatement = (queueArns: string[]) =>
  new PolicyStatement({
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    resources: queueArns,
  });
