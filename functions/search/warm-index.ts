import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '#core/runtime/log.ts';
import { queryPublishedIndex, wholeIndex } from './query-published-index.ts';

/**
 * A fresh instance has read by then what every search needs. A search meanwhile gets another instance, so this one
 * must be free again soon. Searches, and later events, go on with reading.
 */
const longestMs = 3_000;

/** Reads an index into the memory of this instance. Failures are only logged: a search tries again. */
export async function warmIndex(indexId: string): Promise<void> {
  const startedAt = performance.now();
  const fields = { index_id: indexId };
  try {
    const enough = new AbortController();
    const tooLong = sleep(longestMs, undefined, { signal: enough.signal, ref: false });
    await queryPublishedIndex(wholeIndex(indexId), (index) =>
      Promise.race([index.warm(), tooLong]),
    );
    enough.abort();
    logger.info('index warmed', {
      ...fields,
      elapsedMs: Math.round(performance.now() - startedAt),
    });
  } catch (error) {
    logger.warn('index not warmed', { ...fields, error: error as Error });
  }
}
