import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openScheduler, type SchedulerOptions } from './scheduler.ts';

export const target = {
  Arn: 'arn:aws:lambda:eu-west-1:000000000000:function:remind',
  RoleArn: 'arn:aws:iam::000000000000:role/scheduler',
};
/** A Monday, 10:00 UTC. */
export const start = Date.UTC(2026, 10, 23, 10);

/** A scheduler whose clock stands still until it is advanced; `calls` are the payloads of the function. */
export async function openTestScheduler(options: Partial<SchedulerOptions> = {}) {
  const clock = { time: start, now: () => clock.time };
  const listeners: (() => void)[] = [];
  const calls: unknown[] = [];
  const scheduler = await openScheduler({
    dataDir: mkdtempSync(join(tmpdir(), 'scheduler-')),
    clock,
    invoke: async (_, payload) => void calls.push(payload),
    onClockChange: (listener) => void listeners.push(listener),
    ...options,
  });
  /** Moves the clock and lets what is due run. */
  const advance = async (ms: number) => {
    clock.time += ms;
    for (const listener of listeners) listener();
    await new Promise((done) => setTimeout(done, 5));
  };
  const declare = (name: string, properties: object) =>
    scheduler.declare({
      stack: 'test',
      logicalId: name,
      type: 'AWS::Scheduler::Schedule',
      ref: name,
      metadata: {},
      attributes: { Arn: `arn:aws:scheduler:eu-west-1:000000000000:schedule/default/${name}` },
      properties: { FlexibleTimeWindow: { Mode: 'OFF' }, Target: target, ...properties },
    });
  return { scheduler, clock, calls, advance, declare };
}
