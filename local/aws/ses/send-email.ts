import { randomUUID } from 'node:crypto';
import { AwsError } from '#local/aws/service.ts';
import { addressOf, headerText, identityOf } from '#local/aws/ses/address.ts';
import type { StoredMail } from '#local/aws/ses/mailbox.ts';

/** What the templates declare. */
export interface Declared {
  region: string;
  identities: Set<string>;
  configurationSets: Set<string>;
}

interface Content {
  Data?: string;
  Charset?: string;
}

/** `SendEmail` of SES v1, as its query parameters nest. */
export interface SendEmailInput {
  Source?: string;
  Destination?: { ToAddresses?: string[]; CcAddresses?: string[]; BccAddresses?: string[] };
  Message?: { Subject?: Content; Body?: { Text?: Content; Html?: Content } };
  ReplyToAddresses?: string[];
  ReturnPath?: string;
  ConfigurationSetName?: string;
  Tags?: { Name: string; Value: string }[];
}

const members = new Set([
  ...['Source', 'Destination', 'Message', 'ReplyToAddresses', 'ReturnPath'],
  ...['ConfigurationSetName', 'Tags'],
]);
const maxRecipients = 50;
const maxBytes = 10 * 1024 * 1024;

/** Checks a call as SES does and gives the mail to keep, with its message id. */
export function readSendEmail(
  declared: Declared,
  input: SendEmailInput,
  now: number,
): { mail: StoredMail; messageId: string } {
  for (const name of Object.keys(input))
    if (!members.has(name)) throw invalid(`${name} is not emulated`);
  const from = headerText(input.Source ?? '');
  const sender = addressOf(from);
  requireIdentity(declared, sender);
  const set = input.ConfigurationSetName;
  if (set !== undefined && !declared.configurationSets.has(set))
    throw new AwsError(
      'ConfigurationSetDoesNotExist',
      `Configuration set <${set}> does not exist.`,
    );
  const replyTo = input.ReplyToAddresses ?? [];
  for (const address of [...replyTo, ...(input.ReturnPath ? [input.ReturnPath] : [])])
    addressOf(address);
  const { Subject, Body } = input.Message ?? {};
  if (Subject?.Data === undefined) throw invalid('Message.Subject is missing');
  const mail: StoredMail = {
    to: recipientsOf(input).join(', '),
    from,
    subject: headerText(Subject.Data),
    text: Body?.Text?.Data ?? '',
    html: Body?.Html?.Data ?? '',
    date: new Date(now).toISOString(),
    ...(replyTo.length > 0 && { replyTo: replyTo.join(', ') }),
  };
  checkBody(mail, [Subject, Body?.Text, Body?.Html]);
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

function recipientsOf({ Destination = {} }: SendEmailInput): string[] {
  const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = Destination;
  const recipients = [...ToAddresses, ...CcAddresses, ...BccAddresses];
  if (recipients.length === 0) throw invalid('Missing required header To');
  if (recipients.length > maxRecipients)
    throw new AwsError('MessageRejected', `Recipient count exceeds ${maxRecipients}.`);
  for (const recipient of recipients) addressOf(recipient);
  return recipients;
}

function checkBody({ subject, text, html }: StoredMail, contents: (Content | undefined)[]): void {
  for (const content of contents)
    if (content?.Charset && !/^(utf-8|us-ascii|ascii)$/i.test(content.Charset))
      throw invalid(`Charset ${content.Charset} is not emulated`);
  if (!text && !html) throw invalid('Message.Body is empty');
  if (Buffer.byteLength(subject) + Buffer.byteLength(text) + Buffer.byteLength(html) > maxBytes)
    throw new AwsError('MessageRejected', `Message length is more than ${maxBytes} bytes long`);
}

function invalid(message: string): AwsError {
  return new AwsError('InvalidParameterValue', message);
}
