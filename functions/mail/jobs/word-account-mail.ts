import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { accountMail } from '../account-mails.ts';
import { renderContent } from '../render-mail.tsx';

/**
 * Limits mails that a signed-in person requests for an address of their choice. Other mails are not limited
 * here: Cognito does not call this function for addresses without an account, so a refusal would reveal who
 * has one.
 */
const ownAddress = new Set([
  'CustomMessage_UpdateUserAttribute',
  'CustomMessage_VerifyUserAttribute',
]);

/** Writes the texts of mails that Cognito sends: codes and invitations. Others keep Cognito's own text. */
export async function handler(event: CustomMessageTriggerEvent) {
  if (ownAddress.has(event.triggerSource)) {
    await requireAttempt('verify_address', event.userName, new Date());
  }
  const { codeParameter: code, usernameParameter: signInName, clientMetadata } = event.request;
  const content = accountMail(
    event.triggerSource,
    { code, signInName },
    process.env.PUBLIC_ORIGIN,
    clientMetadata,
  );
  if (!content) return event;
  const { subject, html } = await renderContent(content);
  event.response.emailSubject = subject;
  event.response.emailMessage = html;
  return event;
}
