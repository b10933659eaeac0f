import { requireAttempt } from '#core/request/require-attempt.ts';
import type { VisitorPrincipal } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { getRun, type RunRecord } from './runs.ts';
import { getThread, opens, type ThreadRecord } from './threads.ts';

/**
 * The thread, if it belongs to the caller or the caller has its token. Otherwise throws `NotFound`, as for
 * an unknown id. Of visitors each call counts: throws `TooManyAttempts`.
 */
export async function ownThread(
  { user, threadToken, address }: VisitorPrincipal,
  threadId: string,
  now: Date,
): Promise<ThreadRecord> {
  if (!user) await requireAttempt('chat_read', address, now);
  const thread = await getThread(threadId, now);
  if (thread?.user_id && thread.user_id === user?.item_id) return thread;
  if (thread && threadToken && opens(thread, threadToken)) return thread;
  throw new ProductError('NotFound');
}

/** A run of a thread of the caller. Throws `NotFound`. */
export async function ownRun(
  principal: VisitorPrincipal,
  threadId: string,
  runId: string,
  now: Date,
): Promise<RunRecord> {
  await ownThread(principal, threadId, now);
  const run = await getRun(threadId, runId);
  if (!run) throw new ProductError('NotFound');
  return run;
}
