import type { SQSBatchItemFailure, SQSEvent, SQSRecord } from 'aws-lambda';
import { publicOrigin } from '#core/runtime/config.ts';
import { logger } from '#core/runtime/log.ts';
import { readMessage } from '#core/runtime/read-message.ts';
import { claimMail, markMailSent } from '../deliveries.ts';
import { sendEmail } from '../email.ts';
import { mailMessage } from '../mail-message.ts';
import { renderMail } from '../render-mail.tsx';
import { getSuppression } from '../suppressions.ts';

/** Longer than sending takes, shorter than the queue's visibility timeout. */
const leaseSeconds = 60;

/**
 * Delivers queued mails, except to addresses that are suppressed. A mail that cannot be sent now stays in
 * the queue; the others of its batch are delivered.
 */
export async function handler(event: SQSEvent) {
  const batchItemFailures: SQSBatchItemFailure[] = [];
  for (const record of event.Records) {
    try {
      if ((await deliver(record)) === 'elsewhere') {
        // No failure: the message comes back after the other delivery has ended, and ends the same way then.
        logger.info('mail left to another consumer', { messageId: record.messageId });
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
    } catch (error) {
      logger.error('mail not sent', { messageId: record.messageId, error: error as Error });
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
}

/** Another consumer is delivering this mail, and may still fail: the message must come back. */
async function deliver(record: SQSRecord): Promise<'done' | 'elsewhere'> {
  const message = readMessage(mailMessage, record);
  const claim = await claimMail(message.dedupeKey, new Date(), leaseSeconds);
  if (claim === 'sent') return 'done';
  if (claim === 'taken') return 'elsewhere';
  const { template, dedupeKey, to } = message;
  const suppressed = await getSuppression(to, new Date());
  if (!suppressed) await sendEmail(await renderMail(message, publicOrigin()));
  try {
    await markMailSent(dedupeKey, new Date());
  } catch (error) {
    // Its message must not come back: the mail is on its way.
    logger.error('mail sent, but not noted', { template, dedupeKey, error: error as Error });
  }
  if (suppressed) logger.warn('mail left out', { template, dedupeKey, reason: suppressed.reason });
  else logger.info('mail sent', { template, dedupeKey });
  return 'done';
}
