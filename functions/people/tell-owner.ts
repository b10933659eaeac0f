import { randomUUID } from 'node:crypto';
import { logger } from '#core/runtime/log.ts';
import { enqueueMail, type SecurityEvent } from '#functions/mail/index.ts';

/**
 * Tells the owner of an account by mail what has happened to it, so that they notice if it was somebody else. It happened
 * whether or not the mail can be queued.
 * @param occasion what happens again on the same occasion is told once
 */
export async function tellOwner(
  email: string,
  event: SecurityEvent,
  occasion: string = randomUUID(),
): Promise<void> {
  try {
    await enqueueMail({
      template: 'security-notice',
      dedupeKey: `security-notice/${occasion}`,
      to: email,
      data: { event },
    });
  } catch (error) {
    logger.error('owner not told', { event, error: error as Error });
  }
}
