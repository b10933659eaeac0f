import { endRun, getRun } from './runs.ts';
import type { ThreadRecord } from './threads.ts';
import { isTooOld } from './to-chat.ts';

/** Ends the active run of a thread if its time is over, so that people can ask again. */
export async function endOldRun({ thread_id, active_run }: ThreadRecord, now: Date): Promise<void> {
  const run = active_run && (await getRun(thread_id, active_run));
  if (run && isTooOld(run, now)) await endRun(run, [], { status: 'expired', pending: [] }, now);
}
