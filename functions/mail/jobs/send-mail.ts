import { publicOrigin } from '#core/runtime/config.ts';
import { logger } from '#core/runtime/log.ts';
import { queueHandler, TakenElsewhere } from '#core/runtime/queue-handler.ts';
import { claimMail, markMailSent } from '../deliveries.ts';
import { sendEmail } from '../email.ts';
import { type MailMessage, mailMessage } from '../mail-message.ts';
import { renderMail } from '../render-mail.tsx';
import { getSuppression } from '../suppressions.ts';

/** Longer than sending takes, shorter than the queue's visibility timeout. */
const leaseSeconds = 60;

/**
 * Delivers queued mails, except to addresses that are suppressed. A mail that cannot be sent now stays in
 * the queue; the others of its batch are delivered.
 */
export const handler = queueHandler(mailMessage, deliver);

async function deliver(message: MailMessage): Promise<void> {
  const claim = await claimMail(message.dedupeKey, new Date(), leaseSeconds);
  if (claim === 'sent') return;
  // The other delivery may still fail.
  if (claim === 'taken') throw new TakenElsewhere();
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
}
