import { setTimeout as pause } from 'node:timers/promises';
import { origin } from '#tests/api/support/people.ts';
import { advanceClock } from '#tests/support/clock.ts';
import type { Fault } from './plan-faults.ts';
import { runningBuilds, waitingMessages } from './stored.ts';

interface Activity {
  due: Fault[];
  calls: Record<string, string[]>;
  running: number;
}

/** Faults that no call has met yet, the calls of each function and to each provider so far, and how many functions run. */
export async function readActivity(): Promise<Activity> {
  return (await fetch(`${origin()}/_local/faults`)).json() as Promise<Activity>;
}

/**
 * Lets the local cloud finish everything that it can finish by itself. The clock goes forward while nothing runs but
 * something waits: for a retry, for a message to come back, for a lease to end.
 * @param minutes how long at least, so that what looks after abandoned work has looked
 */
export async function finishWork(minutes: number): Promise<void> {
  // A message comes back 90 minutes after its consumer died, and an erasure may fail twice in each of its passes.
  const jumps = 120;
  let passed = 0;
  for (let jump = 0; jump < jumps; jump++) {
    await untilIdle();
    const messages = waitingMessages().filter(({ queue }) => !/DeadLetter/i.test(String(queue)));
    if (messages.length + runningBuilds().length === 0 && passed >= minutes) return;
    await advanceClock(origin(), '5m');
    passed += 5;
  }
}

/** Until nothing has run for a moment. */
async function untilIdle(): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await pause(120);
    const { running } = await readActivity();
    quiet = running === 0 ? quiet + 1 : 0;
  }
}
