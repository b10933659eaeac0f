import * as z from 'zod';
import { AwsError, defineOperation, type Permission, type Service } from '#local/aws/service.ts';
import type { Clock } from '#local/clock.ts';
import { firstDue } from './runner.ts';
import { definition, type Schedule } from './schedule.ts';
import type { ScheduleStore } from './store.ts';

/** The parts of the scheduler that the operations use. */
export interface SchedulerParts {
  store: ScheduleStore;
  clock: Clock;
  arnOf(name: string): string;
  /** Fires due schedules. Called after every change. */
  check(): void;
}

const Name = z.string().regex(/^[\w.-]{1,64}$/);
const named = z.strictObject({ Name });
/** The SDK adds a token. Repeating an update has no further effect without it. */
const written = definition.extend({ Name, ClientToken: z.string().max(64).optional() });

/** The operations of EventBridge Scheduler: reading and changing schedules that the templates declare. */
export function schedulerOperations(parts: SchedulerParts): Service['operations'] {
  const { store, clock, arnOf, check } = parts;
  const on = (action: string, name: string): Permission => ({
    action: `scheduler:${action}`,
    resource: arnOf(name),
  });
  const existing = (name: string): Schedule => {
    const schedule = store.get(name);
    if (schedule) return schedule;
    throw new AwsError('ResourceNotFoundException', `Schedule ${name} does not exist.`, 404);
  };
  return {
    /** Replaces the whole definition, as AWS does: members left out get their defaults. */
    UpdateSchedule: defineOperation({
      route: 'PUT /schedules/{Name}',
      input: written,
      // The caller passes the role of the target to the scheduler.
      permission: ({ Name: name, Target }) => [
        on('UpdateSchedule', name),
        {
          action: 'iam:PassRole',
          resource: Target.RoleArn,
          context: { 'iam:PassedToService': 'scheduler.amazonaws.com' },
        },
      ],
      run({ Name: name, ClientToken: _, ...changed }) {
        const { pending: __, ...known } = existing(name);
        const schedule = { ...known, definition: changed, modifiedAt: clock.now() };
        store.put({ ...schedule, dueAt: firstDue(schedule) });
        check();
        return { ScheduleArn: schedule.arn };
      },
    }),
    GetSchedule: defineOperation({
      route: 'GET /schedules/{Name}',
      input: named,
      permission: ({ Name: name }) => on('GetSchedule', name),
      run({ Name: name }) {
        const schedule = existing(name);
        return {
          ...schedule.definition,
          Arn: schedule.arn,
          GroupName: 'default',
          Name: name,
          CreationDate: schedule.createdAt / 1000,
          LastModificationDate: schedule.modifiedAt / 1000,
        };
      },
    }),
  };
}
