import { chargeAttempts, requireAttempt } from '#core/request/require-attempt.ts';
import type { MemberPrincipal } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { cancelSetupIntent } from './stripe-payment-methods.ts';

/** Attempts that a declined card counts beside its own. */
const declineCost = 3;

/**
 * Runs what checks or charges a card or a bank account, counted for the organization, the person and their network: an
 * account on trial must not find out which of many stolen cards work. A decline costs more. Throws `TooManyAttempts`.
 */
export async function withCardAttempt<T>(
  { orgId, user, network }: MemberPrincipal,
  now: Date,
  run: () => Promise<T>,
): Promise<T> {
  const counted = [
    ['card_organization', orgId],
    ['card_person', user.item_id],
    ['card_address', network],
  ] as const;
  for (const [kind, whose] of counted) await requireAttempt(kind, whose, now);
  try {
    return await run();
  } catch (error) {
    const codes = ['PaymentDeclined', 'VerificationFailed'];
    if (error instanceof ProductError && codes.includes(error.code)) {
      for (const [kind, whose] of counted) await chargeAttempts(kind, whose, declineCost, now);
    }
    throw error;
  }
}

/**
 * After a card was refused in the provider's fields, which we do not see: counts the decline for the organization, and ends
 * that set-up, so that one of them cannot try many cards. The page begins another one with each try.
 */
export async function endFailedSetup(
  orgId: string,
  setupIntentId: string,
  now: Date,
): Promise<void> {
  await chargeAttempts('card_organization', orgId, declineCost, now);
  await cancelSetupIntent(setupIntentId);
}
