import type { SQSBatchItemFailure, SQSEvent } from 'aws-lambda';
import { logger } from '#core/runtime/log.ts';
import { personHash } from '#core/storage/person-hash.ts';
import { undeliverable } from '../mail-event.ts';
import { suppress } from '../suppressions.ts';

/**
 * Suppresses addresses after a hard bounce or a complaint. Only the rule for SES events may write to the
 * queue. A repeated event changes nothing. An unreadable event goes to the dead-letter queue.
 */
export async function handler(event: SQSEvent) {
  const batchItemFailures: SQSBatchItemFailure[] = [];
  for (const { body, messageId } of event.Records) {
    try {
      for (const { address, reason } of undeliverable(JSON.parse(body))) {
        await suppress(address, reason, new Date());
        logger.warn('address suppressed', { personHash: personHash(address), reason });
      }
    } catch (error) {
      logger.error('mail event not handled', { messageId, error: error as Error });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}
