import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { mailingCallLimits } from '#core/runtime/call-limits.ts';
import { senderAddress, setting } from '#core/runtime/config.ts';

const ses = new SESv2Client(mailingCallLimits());

export interface RenderedMail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** Sends one mail from the environment's sender address. */
export async function sendEmail({ to, subject, html, text }: RenderedMail): Promise<void> {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: senderAddress('ses:SendEmail Sender'),
      ConfigurationSetName: setting('MAIL_CONFIGURATION_SET'),
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: { Subject: utf8(subject), Body: { Html: utf8(html), Text: utf8(text) } },
      },
    }),
  );
}
