import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { accountMail } from '#functions/mail/account-mails.ts';
import { renderContent } from '#functions/mail/render-mail.tsx';

/** Words the mails that Cognito sends itself: codes and invitations. Others keep Cognito's own words. */
export async function handler(event: CustomMessageTriggerEvent) {
  const { codeParameter: code, usernameParameter: signInName } = event.request;
  const content = accountMail(event.triggerSource, { code, signInName }, process.env.PUBLIC_ORIGIN);
  if (!content) return event;
  const { subject, html } = await renderContent(content);
  event.response.emailSubject = subject;
  event.response.emailMessage = html;
  return event;
}
