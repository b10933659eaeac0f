import * as z from 'zod';
import { dueAfter } from '#local/aws/scheduler/runner.ts';
import { type Definition, definition, type Schedule } from '#local/aws/scheduler/schedule.ts';
import type { ScheduleStore } from '#local/aws/scheduler/store.ts';
import { AwsError, defineOperation, type Permission, type Service } from '#local/aws/service.ts';
import type { Clock } from '#local/clock.ts';

/** What the operations work with. */
export interface SchedulerParts {
  store: ScheduleStore;
  clock: Clock;
  arnOf(name: string): string;
  /** Fires what has become due; called after every change. */
  check(): void;
}

const Name = z.string().regex(/^[\w.-]{1,64}$/);
const named = z.strictObject({ Name });
const ClientToken = z.string().max(64).optional();
const written = definition.extend({ Name, ClientToken });

/** The operations of EventBridge Scheduler on single schedules of the default group. */
export function schedulerOperations(parts: SchedulerParts): Service['operations'] {
  const { store, clock, arnOf, check } = parts;
  const on = (action: string, name: string): Permission => ({
    action: `scheduler:${action}`,
    resource: arnOf(name),
  });
  /** The writer of a schedule passes the role of its target to the scheduler. */
  const writing = (action: string, name: string, { Target }: Definition): Permission[] => [
    on(action, name),
    {
      action: 'iam:PassRole',
      resource: Target.RoleArn,
      context: { 'iam:PassedToService': 'scheduler.amazonaws.com' },
    },
  ];
  const existing = (name: string): Schedule => {
    const schedule = store.get(name);
    if (schedule) return schedule;
    throw new AwsError('ResourceNotFoundException', `Schedule ${name} does not exist.`, 404);
  };
  const put = (schedule: Schedule) => {
    store.put({ ...schedule, dueAt: dueAfter(schedule, clock.now() - 1) });
    check();
    return { ScheduleArn: schedule.arn };
  };
  return {
    CreateSchedule: defineOperation({
      route: 'POST /schedules/{Name}',
      input: written,
      permission: ({ Name: name, ...input }) => writing('CreateSchedule', name, input),
      run({ Name: name, ClientToken: clientToken, ...created }) {
        const known = store.get(name);
        // A repeated call with the same token gives the first schedule.
        if (known && clientToken !== undefined && known.clientToken === clientToken)
          return { ScheduleArn: known.arn };
        if (known) throw new AwsError('ConflictException', `Schedule ${name} already exists.`, 409);
        return put({
          arn: arnOf(name),
          name,
          declared: false,
          definition: created,
          clientToken,
          createdAt: clock.now(),
          modifiedAt: clock.now(),
        });
      },
    }),
    /** Replaces the whole definition, as AWS does: members left out get their defaults. */
    UpdateSchedule: defineOperation({
      route: 'PUT /schedules/{Name}',
      input: written,
      permission: ({ Name: name, ...input }) => writing('UpdateSchedule', name, input),
      run({ Name: name, ClientToken: _, ...changed }) {
        const { pending: __, ...known } = existing(name);
        return put({ ...known, definition: changed, modifiedAt: clock.now() });
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
    DeleteSchedule: defineOperation({
      route: 'DELETE /schedules/{Name}',
      input: named.extend({ clientToken: ClientToken }),
      permission: ({ Name: name }) => on('DeleteSchedule', name),
      run({ Name: name }) {
        store.delete(existing(name).name);
        return {};
      },
    }),
  };
}
