import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AwsError } from '#local/aws/service.ts';
import { addressOf, headerText, identityOf } from '#local/aws/ses/address.ts';
import type { StoredMail } from '#local/aws/ses/mailbox.ts';

/** What the templates declare. */
export interface Declared {
  region: string;
  /** With the configuration set of each, if it has one. */
  identities: Map<string, string | undefined>;
  /** With the kinds of events that they report. */
  configurationSets: Map<string, readonly ('bounce' | 'complaint')[]>;
}

const text = z.string();
const addresses = z.array(text).default([]);
const content = z.strictObject({
  Data: text,
  Charset: text.regex(/^(utf-8|us-ascii|ascii)$/i, { error: 'is not emulated' }).optional(),
});
const message = z.strictObject({
  Subject: content,
  Body: z.strictObject({ Text: content.optional(), Html: content.optional() }),
});

/** Input of `SendEmail` of SES v1, parsed from its nested query parameters. */
export const sendEmail = z.strictObject({
  Source: text,
  Destination: z.strictObject({
    ToAddresses: addresses,
  }),
  Message: message,
  ConfigurationSetName: text.optional(),
  Tags: z.array(z.strictObject({ Name: text, Value: text })).default([]),
});

type SendEmail = z.output<typeof sendEmail>;

const maxRecipients = 50;
const maxBytes = 10 * 1024 * 1024;

/** Checks a call as SES does and returns the mail to store, with its message id. */
export function acceptMail(
  declared: Declared,
  { Source, Message, Destination, ConfigurationSetName: set }: SendEmail,
  now: number,
): { mail: StoredMail; messageId: string } {
  requireIdentity(declared, addressOf(Source));
  if (set !== undefined && !declared.configurationSets.has(set))
    throw new AwsError(
      'ConfigurationSetDoesNotExist',
      `Configuration set <${set}> does not exist.`,
    );
  const { Subject, Body } = Message;
  const mail: StoredMail = {
    to: recipientsOf(Destination.ToAddresses).join(', '),
    from: Source,
    subject: headerText(Subject.Data),
    text: Body.Text?.Data ?? '',
    html: Body.Html?.Data ?? '',
    date: new Date(now).toISOString(),
  };
  checkSize(mail);
  return { mail, messageId: `${randomUUID()}-000000` };
}

/** Throws `MessageRejected` unless the sender's address or domain is declared. */
export function requireIdentity({ region, identities }: Declared, sender: string): void {
  if (identityOf(identities, sender)) return;
  throw new AwsError(
    'MessageRejected',
    `Email address is not verified. The following identities failed the check in region ${region.toUpperCase()}: ${sender}`,
  );
}

function recipientsOf(recipients: string[]): string[] {
  if (recipients.length === 0) throw invalid('Missing required header To');
  if (recipients.length > maxRecipients)
    throw new AwsError('MessageRejected', `Recipient count exceeds ${maxRecipients}.`);
  for (const recipient of recipients) addressOf(recipient);
  return recipients;
}

function checkSize({ subject, text, html }: StoredMail): void {
  if (!text && !html) throw invalid('Message.Body is empty');
  if (Buffer.byteLength(subject) + Buffer.byteLength(text) + Buffer.byteLength(html) > maxBytes)
    throw new AwsError('MessageRejected', `Message length is more than ${maxBytes} bytes long`);
}

function invalid(message: string): AwsError {
  return new AwsError('InvalidParameterValue', message);
}
