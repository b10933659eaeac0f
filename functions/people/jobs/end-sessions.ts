import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import { endAllSessions } from '../sessions.ts';

/** Runs after a sign-up or a reset was confirmed. After a reset, somebody else may know the old password. */
export async function handler(event: PostConfirmationTriggerEvent) {
  if (event.triggerSource === 'PostConfirmation_ConfirmForgotPassword') {
    await endAllSessions(event.request.userAttributes.sub!, new Date());
  }
  return event;
}
