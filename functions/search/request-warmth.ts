import { logger } from '#core/runtime/log.ts';
import { bucketOf, noteAttempt } from '#core/storage/attempts.ts';
import type { WarmedCall } from '#shared/contract/search.ts';

/**
 * Has functions of `target` get ready for an index. Does so once a minute for each of them and each index, however many ask:
 * a flood of hints costs no more than one. A hint that fails is only logged, because a search does without it.
 * @param send tells the functions: `warm-events.ts`
 */
export async function requestWarmth(
  target: WarmedCall | 'assistant',
  send: (indexId: string) => Promise<void>,
  indexId: string,
  now: Date,
): Promise<void> {
  try {
    const bucket = bucketOf('warm_index', `${target} ${indexId}`, now);
    if ((await noteAttempt(bucket, now)) === undefined) await send(indexId);
  } catch (error) {
    logger.warn('index not warmed', { target, index_id: indexId, error: error as Error });
  }
}
