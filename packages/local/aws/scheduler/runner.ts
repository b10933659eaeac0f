import { randomUUID } from 'node:crypto';
import { FunctionError, type InvokeFunction, type Permission } from '#local/aws/service.ts';
import type { Clock } from '#local/clock.ts';
import { DueTimer } from '#local/due-timer.ts';
import { asyncTries, type GiveUp } from '#local/functions/failed-events.ts';
import { nextTime } from './expression.ts';
import type { Schedule } from './schedule.ts';
import type { ScheduleStore } from './store.ts';

export interface RunnerOptions {
  clock: Clock;
  invoke: InvokeFunction;
  giveUp: GiveUp;
  /** Throws unless the schedule's role may invoke the function. */
  authorize(roleArn: string, permission: Permission): void | Promise<void>;
  /** Called when a schedule could not invoke its function. Failures inside a function are in its own log. */
  onFault(error: Error): void;
}

/** Lambda retries a failing function twice. Other failures get as many attempts here. */
const maxRetries = asyncTries - 1;
const retryMs = 60e3;

/** When a schedule fires after `after`; undefined if it is disabled. */
function dueAfter({ definition, modifiedAt }: Schedule, after: number): number | undefined {
  if (definition.State === 'DISABLED') return undefined;
  return nextTime(definition.ScheduleExpression, modifiedAt, after);
}

/** When a schedule fires that was just made or changed: at once, however long that took. */
export const firstDue = (schedule: Schedule) => dueAfter(schedule, schedule.modifiedAt - 1);

/** Fires schedules when the local clock reaches their time. A missed period fires once. */
export class Runner {
  readonly #store: ScheduleStore;
  readonly #options: RunnerOptions;
  readonly #underWay = new Set<string>();
  readonly #timer: DueTimer;

  constructor(store: ScheduleStore, options: RunnerOptions) {
    this.#store = store;
    this.#options = options;
    this.#timer = new DueTimer({
      now: () => options.clock.now(),
      run: () => this.#fire(options.clock.now()),
      onFault: (error) => options.onFault(error as Error),
    });
  }

  start(): void {
    this.#timer.start();
  }

  stop(): void {
    this.#timer.stop();
  }

  /** Fires what is due. Call it whenever a schedule or the clock changes. */
  check(): void {
    this.#timer.check();
  }

  /** Returns the time of the next schedule. Throws if a due invocation cannot be stored. */
  #fire(now: number): number {
    let next = Infinity;
    for (const schedule of this.#store.all()) {
      const { dueAt = Infinity, pending } = this.#advance(schedule, now);
      if (pending && pending.dueAt <= now) void this.#attempt(schedule.name);
      else next = Math.min(next, pending?.dueAt ?? Infinity);
      next = Math.min(next, dueAt);
    }
    return next;
  }

  /** Stores a due time as a pending invocation and computes the next time. */
  #advance(schedule: Schedule, now: number): Schedule {
    if (schedule.dueAt === undefined || schedule.dueAt > now) return schedule;
    const pending = {
      id: randomUUID(),
      scheduledAt: schedule.dueAt,
      firedAt: now,
      attempt: 1,
      dueAt: now,
    };
    const advanced = { ...schedule, pending, dueAt: dueAfter(schedule, now) };
    this.#store.put(advanced);
    return advanced;
  }

  async #attempt(name: string): Promise<void> {
    const schedule = this.#store.get(name);
    const pending = schedule?.pending;
    if (!schedule || !pending || this.#underWay.has(pending.id)) return;
    this.#underWay.add(pending.id);
    const { Arn, RoleArn } = schedule.definition.Target;
    const event = payloadOf(schedule, pending);
    let failure: Error | undefined;
    try {
      await this.#options.authorize(RoleArn, { action: 'lambda:InvokeFunction', resource: Arn });
      await this.#options.invoke(Arn, event);
    } catch (error) {
      failure = error as Error;
      if (!(error instanceof FunctionError)) {
        this.#options.onFault(
          new Error(`Schedule ${name} could not run: ${String(error)}`, { cause: error }),
        );
      }
    }
    this.#underWay.delete(pending.id);
    // Left to the next process: the invocation stays pending, as after a kill.
    if (this.#timer.stopped) return;
    try {
      this.#settle(name, pending.id, failure && (() => this.#options.giveUp(Arn, event, failure)));
    } catch (error) {
      // It stays pending: the next check tries it again.
      this.#options.onFault(error as Error);
      return;
    }
    this.check();
  }

  /**
   * Stores what is left to do of an invocation.
   * @param giveUp takes its event if it has failed, and is not tried again
   */
  #settle(name: string, id: string, giveUp: (() => void) | undefined): void {
    const schedule = this.#store.get(name);
    if (schedule?.pending?.id !== id) return;
    const { pending, ...settled } = schedule;
    const { MaximumRetryAttempts, MaximumEventAgeInSeconds = 86_400 } =
      schedule.definition.Target.RetryPolicy ?? {};
    const retries = Math.min(MaximumRetryAttempts ?? maxRetries, maxRetries);
    const dueAt = this.#options.clock.now() + pending.attempt * retryMs;
    // In AWS no time passes between the two.
    const tooOld = dueAt > pending.firedAt + MaximumEventAgeInSeconds * 1000;
    if (giveUp && pending.attempt <= retries && !tooOld) {
      this.#store.put({
        ...schedule,
        pending: { ...pending, attempt: pending.attempt + 1, dueAt },
      });
      return;
    }
    giveUp?.();
    this.#store.put(settled);
  }
}

function payloadOf(
  { arn, definition }: Schedule,
  pending: NonNullable<Schedule['pending']>,
): unknown {
  const time = new Date(pending.scheduledAt).toISOString().replace('.000Z', 'Z');
  const [, , , region, account] = arn.split(':');
  const { Input } = definition.Target;
  if (Input !== undefined) {
    const filled = Input.replaceAll('<aws.scheduler.schedule-arn>', arn)
      .replaceAll('<aws.scheduler.scheduled-time>', time)
      .replaceAll('<aws.scheduler.execution-id>', pending.id)
      .replaceAll('<aws.scheduler.attempt-number>', String(pending.attempt));
    return JSON.parse(filled);
  }
  return {
    version: '0',
    id: pending.id,
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account,
    time,
    region,
    resources: [arn],
    detail: '{}',
  };
}
