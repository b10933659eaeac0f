import { join } from 'node:path';
import * as z from 'zod';
import { type Resource, readProperties } from '#local/assembly/resource.ts';
import type { InvokeFunction, Permission, Service } from '#local/aws/service.ts';
import type { Clock } from '#local/clock.ts';
import type { GiveUp } from '#local/functions/failed-events.ts';
import { schedulerOperations } from './operations.ts';
import { firstDue, Runner } from './runner.ts';
import { definition, type Schedule } from './schedule.ts';
import { ScheduleStore } from './store.ts';

export interface SchedulerOptions {
  dataDir: string;
  clock: Clock;
  invoke: InvokeFunction;
  /** Takes events that a function failed with; they are forgotten by default. */
  giveUp?: GiveUp;
  onClockChange(listener: () => void): void;
  /** Where schedules live, for their ARNs. */
  region?: string;
  account?: string;
  /** Checks that a schedule's role may invoke its function. Without it every role may. */
  authorize?(roleArn: string, permission: Permission): void | Promise<void>;
  /** Called when a schedule could not invoke its function; writes to standard error by default. */
  onFault?(error: Error): void;
}

type SchedulerService = Service & {
  /** Starts firing, and drops schedules that the template no longer declares. Call it after every `declare`. */
  resume(): void;
  /** Stops firing. Due invocations are left to the next process. */
  suspend(): void;
};

/** Opens the local EventBridge Scheduler: functions invoked at a rate, by the local clock. */
export async function openScheduler(options: SchedulerOptions): Promise<SchedulerService> {
  const { clock, region = 'eu-west-1', account = '000000000000', authorize = () => {} } = options;
  const { giveUp = () => {} } = options;
  const onFault = options.onFault ?? ((error) => console.error(error.message));
  const store = new ScheduleStore(join(options.dataDir, 'scheduler.sqlite'));
  const runner = new Runner(store, { clock, invoke: options.invoke, giveUp, authorize, onFault });
  const declared = new Set<string>();
  options.onClockChange(() => runner.check());
  return {
    name: 'scheduler',
    protocol: 'rest-json',
    invalidInput: 'ValidationException',
    resourceTypes: ['AWS::Scheduler::Schedule'],
    operations: schedulerOperations({
      store,
      clock,
      arnOf: (name) => `arn:aws:scheduler:${region}:${account}:schedule/default/${name}`,
      check: () => runner.check(),
    }),
    async declare(resource) {
      const schedule = readDeclared(resource, clock.now());
      declared.add(schedule.name);
      const known = store.get(schedule.name);
      const same = JSON.stringify(known?.template) === JSON.stringify(schedule.template);
      if (!same) store.put({ ...schedule, dueAt: firstDue(schedule) });
    },
    resume() {
      for (const { name } of store.all()) if (!declared.has(name)) store.delete(name);
      runner.start();
    },
    suspend: () => runner.stop(),
    async close() {
      runner.stop();
      store.close();
    },
  };
}

/** A template names a schedule among its properties. */
const declaredSchedule = definition.extend({ Name: z.string().optional() });

function readDeclared(resource: Resource, now: number): Schedule {
  const { Name: _, ...template } = readProperties(resource, declaredSchedule);
  return {
    arn: resource.attributes.Arn!,
    name: resource.ref,
    definition: template,
    template,
    createdAt: now,
    modifiedAt: now,
  };
}
