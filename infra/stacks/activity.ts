import { type App, ArnFormat } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { EnvironmentStack } from '#infra/constructs/environment-stack.ts';
import { createJob } from '#infra/constructs/job-function.ts';
import { createReminderSchedules } from '#infra/constructs/reminder-schedules.ts';
import { createSchedule } from '#infra/constructs/schedule.ts';
import type { Environment } from '#infra/environments.ts';
import { functionOf } from '#infra/functions.ts';
import type { Foundation, ReminderSchedules } from '#infra/platform.ts';

/** The recorder of searches, the reminders for staff, and the canary. */
export class ActivityStack extends EnvironmentStack {
  readonly searchRecorder: LambdaFunction;
  readonly reminders: ReminderSchedules;

  constructor(app: App, environment: Environment, foundation: Foundation) {
    super(app, 'Activity', environment, 'Records searches and reminds staff');
    const sender = createJob(this, functionOf('send-reminders'), foundation);
    this.reminders = createReminderSchedules(this, sender);
    const canary = createJob(this, functionOf('run-canary'), foundation);
    if (environment.canary) createSchedule(canary, environment.canary.everyMinutes);
    const { lambda } = createJob(this, functionOf('record-searches'), foundation);
    this.searchRecorder = lambda;
    // Named by a pattern, because the log groups are in later stacks.
    lambda.addPermission('SearchLogs', {
      principal: new ServicePrincipal('logs.amazonaws.com'),
      sourceArn: this.formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: `/antecede/${environment.name}/*:*`,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    });
  }
}
