import { logger } from '#core/runtime/log.ts';
import { queueHandler } from '#core/runtime/queue-handler.ts';
import { personHash } from '#core/storage/person-hash.ts';
import { mailEvent, undeliverable } from '../mail-event.ts';
import { suppress } from '../suppressions.ts';

/**
 * Suppresses addresses after a hard bounce or a complaint. Only the rule for SES events may write to the
 * queue. A repeated event changes nothing. An unreadable event goes to the dead-letter queue.
 */
export const handler = queueHandler(mailEvent, async (event) => {
  for (const { address, reason } of undeliverable(event)) {
    await suppress(address, reason, new Date());
    logger.warn('address suppressed', { personHash: personHash(address), reason });
  }
});
