import { ArnFormat } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { ReminderSchedules } from '#infra/platform.ts';
import { reminderFiles } from '#shared/reminders.ts';
import { type EnvironmentStack, physicalName } from './environment-stack.ts';
import type { StandardFunction } from './standard-function.ts';

/** One schedule for each reminder, switched off until staff say how often it repeats. */
export function createReminderSchedules(
  scope: EnvironmentStack,
  target: StandardFunction,
): ReminderSchedules {
  const role = new Role(scope, 'RemindersRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
    inlinePolicies: {
      Invoke: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:InvokeFunction'],
            resources: [target.lambda.functionArn],
          }),
        ],
      }),
    },
  });
  const prefix = physicalName(scope.settings, 'reminder');
  const nameOf = (file: string) => `${prefix}-${file}`;
  for (const file of reminderFiles) {
    new CfnSchedule(scope, `Reminder-${file}`, {
      name: nameOf(file),
      state: 'DISABLED',
      scheduleExpression: 'rate(1 days)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: target.lambda.functionArn,
        roleArn: role.roleArn,
        input: JSON.stringify({
          file,
          duration: 0,
          unit: 'days',
          scheduled_at: '<aws.scheduler.scheduled-time>',
        }),
        retryPolicy: { maximumEventAgeInSeconds: 3600, maximumRetryAttempts: 2 },
      },
    });
  }
  const arns = reminderFiles.map((file) =>
    scope.formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `default/${nameOf(file)}`,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    }),
  );
  return { prefix, arns, roleArn: role.roleArn };
}
