import { logger } from '#core/runtime/log.ts';
import { enqueueSource } from '../source-queue.ts';
import { beginFetch, dueSources } from '../sources.ts';

/** Begins the fetches that are due, and sees that those go on whose worker was cut short, or whose message was lost. */
export async function handler(): Promise<void> {
  const now = new Date();
  const due = await dueSources(now);
  let begun = 0;
  for (const source of due) {
    const { state, next_at, leased_until } = source;
    const isAsked = state !== 'fetching' && next_at !== undefined && next_at <= now.toISOString();
    // Until then its worker runs.
    if (!isAsked && leased_until > now.toISOString()) continue;
    if (isAsked && !(await beginFetch(source, {}, now))) continue;
    await enqueueSource(source);
    begun++;
  }
  logger.info('sources asked', { due: due.length, begun });
}
