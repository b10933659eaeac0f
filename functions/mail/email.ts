import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { mailingCallLimits } from '#core/runtime/call-limits.ts';
import { senderAddress, setting } from '#core/runtime/config.ts';

const ses = new SESv2Client(mailingCallLimits());

export interface RenderedMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Address at which a mail program ends such mails with one request (RFC 8058). */
  stopAddress?: string;
}

/** Sends one mail from the environment's sender address. */
export async function sendEmail({
  to,
  subject,
  html,
  text,
  stopAddress,
}: RenderedMail): Promise<void> {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: senderAddress('ses:SendEmail Sender'),
      ConfigurationSetName: setting('MAIL_CONFIGURATION_SET'),
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: utf8(subject),
          Body: { Html: utf8(html), Text: utf8(text) },
          ...(stopAddress !== undefined && { Headers: oneClickHeaders(stopAddress) }),
        },
      },
    }),
  );
}

/** https://datatracker.ietf.org/doc/html/rfc8058 */
const oneClickHeaders = (address: string) => [
  { Name: 'List-Unsubscribe', Value: `<${address}>` },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
];
