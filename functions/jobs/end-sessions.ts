import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import { endAllSessions } from '#functions/store/sessions.ts';

/** Runs after a sign-up or a reset was confirmed. Whoever resets a password may have lost the old one to somebody. */
export async function handler(event: PostConfirmationTriggerEvent) {
  if (event.triggerSource === 'PostConfirmation_ConfirmForgotPassword') {
    await endAllSessions(event.request.userAttributes.sub!, new Date());
  }
  return event;
}
