import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnEventInvokeConfig, EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
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
  const queues = queuesOf(job).map((name) => platform.queues[name].queueArn);
  const failuresArn = isSilent(trigger) ? platform.failedJobs.queueArn : undefined;
  const impliedStatements = [
    ...(queues.length > 0 ? [consumeStatement(queues)] : []),
    ...(failuresArn
      ? [new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [failuresArn] })]
      : []),
  ];
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
  if (failuresArn) {
    // Lambda tries twice more before it gives up.
    new CfnEventInvokeConfig(standardFunction, 'Failures', {
      functionName: standardFunction.lambda.functionName,
      qualifier: '$LATEST',
      destinationConfig: { onFailure: { destination: failuresArn } },
    });
  }
  if (typeof trigger === 'object' && 'everyMinutes' in trigger) {
    createSchedule(standardFunction, trigger.everyMinutes);
  }
  return standardFunction;
}

/** Whether nobody waits for a job, and no message of it is kept that could be tried again. */
const isSilent = (trigger: DeployedFunction['trigger']): boolean =>
  typeof trigger === 'object'
    ? 'everyMinutes' in trigger
    : trigger === 'reminders' || trigger === 'search-log';

const consumeStatement = (queueArns: string[]) =>
  new PolicyStatement({
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    resources: queueArns,
  });
