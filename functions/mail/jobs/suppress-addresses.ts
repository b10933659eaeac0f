import { logger } from '#core/runtime/log.ts';
import { queueHandler } from '#core/runtime/queue-handler.ts';
import { personHash } from '#core/storage/person-hash.ts';
import { mailEvent, undeliverable } from '../mail-event.ts';
import { lowerLimits } from '../mailed-for.ts';
import { getSuppression, suppress } from '../suppressions.ts';

/**
 * Suppresses addresses after a hard bounce or a complaint, and lowers the limits of who had them mailed. Only the rule for SES events may write to the
 * queue. A repeated event changes nothing. An unreadable event goes to the dead-letter queue.
 */
export const handler = queueHandler(mailEvent, async (event) => {
  for (const { address, reason } of undeliverable(event)) {
    const now = new Date();
    // A repeated event would lower the limits again.
    if (!(await getSuppression(address, now))) await lowerLimits(address, reason, now);
    await suppress(address, reason, now);
    logger.warn('address suppressed', { personHash: personHash(address), reason });
  }
});
