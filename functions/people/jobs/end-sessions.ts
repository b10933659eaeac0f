import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import { endAllSessions } from '../sessions.ts';
import { tellOwner } from '../tell-owner.ts';

/** Runs after a sign-up or a reset was confirmed. After a reset, somebody else may know the old password. */
export async function handler(event: PostConfirmationTriggerEvent) {
  if (event.triggerSource === 'PostConfirmation_ConfirmForgotPassword') {
    const { sub, email } = event.request.userAttributes;
    await endAllSessions(sub!, new Date());
    if (email) await tellOwner(email, 'password-reset');
  }
  return event;
}
