import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AwsError } from '#local/aws/service.ts';
import { addressOf, headerText, identityOf } from './address.ts';
import type { StoredMail } from './mailbox.ts';

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
const simple = z.strictObject({
  Subject: content,
  Body: z.strictObject({ Text: content.optional(), Html: content.optional() }),
  // https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageHeader.html
  Headers: z
    .array(
      z.strictObject({
        Name: text.regex(/^[!-9;-~]{1,126}$/),
        Value: text.regex(/^[ -~]{1,870}$/),
      }),
    )
    .max(15)
    .optional(),
});

/** Input of `SendEmail` of SES v2. */
export const sendEmail = z.strictObject({
  FromEmailAddress: text,
  Destination: z.strictObject({
    ToAddresses: addresses,
  }),
  Content: z.strictObject({ Simple: simple }),
  ConfigurationSetName: text.optional(),
});

type SendEmail = z.output<typeof sendEmail>;

const maxRecipients = 50;
const maxBytes = 10 * 1024 * 1024;

/** Checks a call as SES does and returns the mail to store, with its message id. */
export function acceptMail(
  declared: Declared,
  { FromEmailAddress, Content, Destination, ConfigurationSetName: set }: SendEmail,
  now: number,
): { mail: StoredMail; messageId: string } {
  requireIdentity(declared, addressOf(FromEmailAddress));
  if (set !== undefined && !declared.configurationSets.has(set)) {
    throw new AwsError('NotFoundException', `Configuration set <${set}> does not exist.`, 404);
  }
  const { Subject, Body, Headers } = Content.Simple;
  const mail: StoredMail = {
    to: recipientsOf(Destination.ToAddresses).join(', '),
    from: FromEmailAddress,
    subject: headerText(Subject.Data),
    text: Body.Text?.Data ?? '',
    html: Body.Html?.Data ?? '',
    ...(Headers && { headers: Object.fromEntries(Headers.map((one) => [one.Name, one.Value])) }),
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
  if (recipients.length > maxRecipients) {
    throw new AwsError('MessageRejected', `Recipient count exceeds ${maxRecipients}.`);
  }
  for (const recipient of recipients) addressOf(recipient);
  return recipients;
}

function checkSize({ subject, text, html }: StoredMail): void {
  if (!text && !html) throw invalid('The body is empty');
  if (Buffer.byteLength(subject) + Buffer.byteLength(text) + Buffer.byteLength(html) > maxBytes) {
    throw new AwsError('MessageRejected', `Message length is more than ${maxBytes} bytes long`);
  }
}

function invalid(message: string): AwsError {
  return new AwsError('BadRequestException', message);
}
