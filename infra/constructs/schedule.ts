import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { StandardFunction } from './standard-function.ts';

/** Runs a function at a fixed interval. The schedule's role may invoke only that function. */
export function createSchedule(target: StandardFunction, everyMinutes: number): CfnSchedule {
  return scheduleOf(target, 'Schedule', everyMinutes, scheduleRole(target));
}

/** Sends a function several events at a fixed interval. */
export function createSchedules(
  target: StandardFunction,
  everyMinutes: number,
  events: readonly { id: string; input: object }[],
): void {
  if (events.length === 0) return;
  const role = scheduleRole(target);
  for (const { id, input } of events) {
    scheduleOf(target, `Schedule-${id}`, everyMinutes, role, JSON.stringify(input));
  }
}

function scheduleRole(target: StandardFunction): Role {
  return new Role(target, 'ScheduleRole', {
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
}

function scheduleOf(
  target: StandardFunction,
  id: string,
  everyMinutes: number,
  role: Role,
  input?: string,
): CfnSchedule {
  return new CfnSchedule(target, id, {
    scheduleExpression: everyMinutes === 1 ? 'rate(1 minute)' : `rate(${everyMinutes} minutes)`,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: target.lambda.functionArn,
      roleArn: role.roleArn,
      input,
      // The next run follows soon, so retries of a late run would only pile up.
      retryPolicy: { maximumEventAgeInSeconds: everyMinutes * 60, maximumRetryAttempts: 2 },
    },
  });
}
