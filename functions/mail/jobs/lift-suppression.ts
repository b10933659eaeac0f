import * as z from 'zod';
import { logger } from '#core/runtime/log.ts';
import { personHash } from '#core/storage/person-hash.ts';
import { getSuppression, liftSuppression } from '../suppressions.ts';

const request = z.object({ email: z.email() });

/**
 * Allows mails to an address again, after its owner has said that the mailbox works, or that they want mail.
 * @returns `lifted`: why it got none; null if it was not suppressed
 */
export async function handler(event: unknown) {
  const { email } = request.parse(event);
  const found = await getSuppression(email, new Date());
  if (!found) return { lifted: null };
  await liftSuppression(email);
  logger.warn('suppression lifted', { personHash: personHash(email), reason: found.reason });
  return { lifted: { reason: found.reason, at: found.at } };
}
