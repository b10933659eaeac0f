import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { requireAttempt } from '#functions/domain/require-attempt.ts';
import { accountMail } from '#functions/mail/account-mails.ts';
import { renderContent } from '#functions/mail/render-mail.tsx';

/**
 * Mails that a signed-in person has sent to an address of their choice. Other mails are not limited here:
 * Cognito does not ask about people who have no account, so a refusal would tell who has one.
 */
const ownAddress = new Set([
  'CustomMessage_UpdateUserAttribute',
  'CustomMessage_VerifyUserAttribute',
]);

/** Words the mails that Cognito sends itself: codes and invitations. Others keep Cognito's own words. */
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
