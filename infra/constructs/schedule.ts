import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { StandardFunction } from './standard-function.ts';

/** Runs a function at a fixed interval. The schedule's role may invoke only that function. */
export function createSchedule(target: StandardFunction, everyMinutes: number): CfnSchedule {
  const role = new Role(target, 'ScheduleRole', {
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
  return new CfnSchedule(target, 'Schedule', {
    scheduleExpression: `rate(${everyMinutes} minutes)`,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: target.lambda.functionArn,
      roleArn: role.roleArn,
      // The next run follows soon, so retries of a late run would only pile up.
      retryPolicy: { maximumEventAgeInSeconds: everyMinutes * 60, maximumRetryAttempts: 2 },
    },
  });
}
