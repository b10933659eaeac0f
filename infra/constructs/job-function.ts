import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnEventInvokeConfig, EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { QueueToRead } from '#core/storage/read-queue.ts';
import { type DeployedFunction, queuesOf } from '#infra/functions.ts';
import type { Foundation } from '#infra/platform.ts';
import { unhurriedQueues } from '#shared/resources.ts';
import type { EnvironmentStack } from './environment-stack.ts';
import { createSchedule, createSchedules } from './schedule.ts';
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
  const queues = queuesOf(job);
  const read = isPolledFree(scope) ? [] : queues.filter((name) => unhurriedQueues.includes(name));
  const isSilent = read.length > 0 || hasNoMessage(trigger);
  const failuresArn = isSilent ? platform.failedJobs.queueArn : undefined;
  const impliedStatements = [
    ...(queues.length > 0
      ? [consumeStatement(queues.map((name) => platform.queues[name].queueArn))]
      : []),
    ...(failuresArn
      ? [new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [failuresArn] })]
      : []),
  ];
  const standardFunction = new StandardFunction(scope, job, platform, impliedStatements);
  if (typeof trigger === 'object' && 'queue' in trigger) {
    for (const name of queues) {
      if (read.includes(name)) continue;
      const forVisitors = name === trigger.visitorQueue;
      new EventSourceMapping(standardFunction, forVisitors ? 'VisitorSource' : 'Source', {
        target: standardFunction.lambda,
        eventSourceArn: platform.queues[name].queueArn,
        batchSize: trigger.batchSize,
        maxConcurrency: forVisitors ? visitorConcurrency : trigger.maxConcurrency,
        reportBatchItemFailures: true,
      });
    }
    const events = read.map((name) => {
      const input: QueueToRead = { queueUrl: platform.queues[name].queueUrl };
      return { id: name, input };
    });
    createSchedules(standardFunction, 1, events);
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

/** Whether Lambda hands over the messages of every queue: on one machine its polls cost nothing, and nobody waits for a minute. */
const isPolledFree = ({ settings }: EnvironmentStack) => !settings.deployed;

/** Whether nobody waits for a job, and no message of it is kept that could be tried again. */
const hasNoMessage = (trigger: DeployedFunction['trigger']): boolean =>
  typeof trigger === 'object'
    ? 'everyMinutes' in trigger
    : trigger === 'reminders' || trigger === 'search-log';

const consumeStatement = (queueArns: string[]) =>
  new PolicyStatement({
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    resources: queueArns,
  });
