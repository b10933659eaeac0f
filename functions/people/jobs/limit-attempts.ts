import type { PreAuthenticationTriggerEvent, PreSignUpTriggerEvent } from 'aws-lambda';
import { mailboxOf } from '#core/request/mailbox-of.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import type { Attempt } from '#shared/attempt-limits.ts';

/** Invitations (`PreSignUp_AdminCreateUser`) do not count here: their endpoint counts them. */
const kinds: Record<string, Attempt> = {
  PreSignUp_SignUp: 'sign_up',
  PreAuthentication_Authentication: 'sign_in',
};

/**
 * The user pool calls it before a sign-up or a sign-in with an address, whether or not the address has an
 * account. For an address without one Cognito invents a user name, always the same. An error reaches the
 * caller as `UserLambdaValidationException`, which quotes its message.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-authentication.html
 */
export async function handler(event: PreSignUpTriggerEvent | PreAuthenticationTriggerEvent) {
  const kind = kinds[event.triggerSource];
  const person = event.request.userAttributes?.email ?? event.userName;
  const now = new Date();
  // An address with another tag reaches the same mailbox. Sign-ins mail nothing.
  if (kind) await requireAttempt(kind, kind === 'sign_up' ? mailboxOf(person) : person, now);
  if (kind === 'sign_up') await requireAttempt('sign_up_all', 'all', now);
  return event;
}
