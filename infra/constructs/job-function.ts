import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { type JobName, jobs } from '#infra/jobs.ts';
import type { Resources } from '#infra/resources.ts';
import type { QueueName } from '#shared/resources.ts';
import type { EnvironmentStack } from './environment-stack.ts';
import { createSchedule } from './schedule.ts';
import { StandardFunction } from './standard-function.ts';

/**
 * Creates one job with its queue or schedule. The stacks connect other triggers: workflows, the user pool, the
 * fallback route. Jobs that operators start have none.
 */
export function createJob(
  scope: EnvironmentStack,
  name: JobName,
  resources: Resources,
  assetsDir: string,
): StandardFunction {
  const settings = jobs[name];
  const { trigger } = settings;
  const queue = typeof trigger === 'object' && 'queue' in trigger ? trigger : undefined;
  const standardFunction = new StandardFunction(scope, {
    name,
    entry: `functions/jobs/${name}.ts`,
    size: settings,
    keepsLog: settings.keepsLog,
    impliedStatements: queue && [consumeStatement(queue.queue, resources)],
    resources,
    beforeOrigin: typeof trigger === 'object' && 'userPool' in trigger,
    assetsDir,
  });
  if (queue) {
    new EventSourceMapping(standardFunction, 'Source', {
      target: standardFunction.lambda,
      eventSourceArn: resources.queues[queue.queue].queue.queueArn,
      batchSize: queue.batchSize,
      maxConcurrency: queue.maxConcurrency,
      reportBatchItemFailures: true,
    });
  }
  if (typeof trigger === 'object' && 'everyMinutes' in trigger) {
    createSchedule(standardFunction, trigger.everyMinutes);
  }
  return standardFunction;
}

function consumeStatement(name: QueueName, resources: Resources): PolicyStatement {
  return new PolicyStatement({
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    resources: [resources.queues[name].queue.queueArn],
  });
}
