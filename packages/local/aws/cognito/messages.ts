import { escapeHtml, textOfHtml } from '#local/aws/html.ts';
import { AwsError } from '#local/aws/service.ts';
import type { Cognito } from './context.ts';
import type { MessageTemplate, Pool } from './pool.ts';
import type { Metadata } from './shape.ts';
import { runTrigger } from './triggers.ts';
import type { User } from './user.ts';

/** What fills the placeholders of a message. */
export interface MessageContent {
  /** `CustomMessage_SignUp` and the like. */
  source: string;
  /** Replaces `{####}`: a code or a temporary password. */
  secret: string;
  to: string;
  /** Replaces `{username}`, in invitations only. */
  signInName?: string;
  clientId?: string;
  clientMetadata?: Metadata;
}

/**
 * Mails a code or an invitation, worded by the pool's `CustomMessage` trigger or its template.
 * Throws `CodeDeliveryFailureException` when the mail cannot be handed over.
 */
export async function mailMessage(
  cognito: Cognito,
  pool: Pool,
  user: User,
  template: MessageTemplate,
  content: MessageContent,
): Promise<void> {
  const { subject, message } = await wording(cognito, pool, user, template, content);
  const fill = (text: string) =>
    text
      .replaceAll('{####}', () => escapeHtml(content.secret))
      .replaceAll('{username}', () => escapeHtml(content.signInName ?? ''));
  const html = fill(message);
  await cognito
    .sendMail({ from: pool.from, to: content.to, subject, html, text: textOfHtml(html) })
    .catch((error: Error) => {
      throw new AwsError('CodeDeliveryFailureException', error.message);
    });
}

async function wording(
  cognito: Cognito,
  pool: Pool,
  user: User,
  template: MessageTemplate,
  { source, clientId, clientMetadata, signInName }: MessageContent,
): Promise<MessageTemplate> {
  const custom = await runTrigger(cognito, pool, 'CustomMessage', {
    source,
    user,
    clientId,
    request: {
      codeParameter: '{####}',
      linkParameter: '{##Click Here##}',
      usernameParameter: signInName === undefined ? null : '{username}',
      clientMetadata,
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  });
  const message = custom?.emailMessage ?? template.message;
  const subject = custom?.emailSubject ?? template.subject;
  if (typeof message !== 'string' || typeof subject !== 'string' || !message.includes('{####}')) {
    throw new AwsError(
      'InvalidLambdaResponseException',
      'CustomMessage must give a subject and a message that contains {####}',
    );
  }
  return { subject, message };
}
