import { join } from 'node:path';
import { AwsError, type RpcService } from '#local/aws/service.ts';
import { addressOf, headerText, identityOf } from '#local/aws/ses/address.ts';
import { Mailbox, type StoredMail } from '#local/aws/ses/mailbox.ts';
import {
  acceptMail,
  type Declared,
  readSendEmail,
  requireIdentity,
} from '#local/aws/ses/send-email.ts';
import type { Clock } from '#local/clock.ts';

export interface SesOptions {
  dataDir: string;
  clock: Clock;
  /** Where the identities live, for their ARNs; as in the templates' environment. */
  region?: string;
  account?: string;
}

/** A mail that another local service (Cognito) sends. */
interface OutgoingMail {
  from: string;
  to: string;
  subject: string;
  html?: string;
  text?: string;
}

export interface SesService extends RpcService {
  /** Newest first. */
  messages(): StoredMail[];
  /** Delivers a mail of a local service. Throws on undeclared senders, and on what forges headers. */
  deliver(mail: OutgoingMail): Promise<void>;
}

/** Cognito's own sender, for pools that name none; it belongs to AWS. */
const cognitoSender = 'no-reply@verificationemail.com';
const resourceTypes = ['AWS::SES::EmailIdentity', 'AWS::SES::ConfigurationSet'];
/** Accepted without effect: nothing leaves the machine, so nothing is signed, tracked or bounced. */
const properties: Record<string, string[]> = {
  'AWS::SES::EmailIdentity': [
    ...['EmailIdentity', 'ConfigurationSetAttributes', 'DkimAttributes', 'DkimSigningAttributes'],
    ...['FeedbackAttributes', 'MailFromAttributes', 'Tags'],
  ],
  'AWS::SES::ConfigurationSet': [
    ...['Name', 'DeliveryOptions', 'ReputationOptions', 'SendingOptions', 'SuppressionOptions'],
    ...['TrackingOptions', 'VdmOptions', 'Tags'],
  ],
};

/** Opens the local SES: mails that pass its checks go to a mailbox on this machine. */
export async function openSes(options: SesOptions): Promise<SesService> {
  const { dataDir, clock, region = 'eu-west-1', account = '000000000000' } = options;
  const mailbox = new Mailbox(join(dataDir, 'mailbox.sqlite'));
  const declared: Declared = { region, identities: new Set(), configurationSets: new Set() };
  return {
    name: 'ses',
    protocol: 'query',
    resourceTypes,
    messages: () => mailbox.all(),
    async deliver({ from, to, subject, html = '', text = '' }) {
      const sender = addressOf(from);
      if (sender !== cognitoSender) requireIdentity(declared, sender);
      addressOf(to);
      const date = new Date(clock.now()).toISOString();
      mailbox.add({ from, to, subject: headerText(subject), html, text, date });
    },
    async declare({ type, ref, logicalId, properties: given }) {
      for (const name of Object.keys(given))
        if (!properties[type]?.includes(name))
          throw new Error(`${logicalId}: ${name} is not emulated by the local SES`);
      if (type === 'AWS::SES::EmailIdentity') declared.identities.add(ref.toLowerCase());
      else declared.configurationSets.add(ref);
    },
    permissions(operation, input) {
      refuseOthers(operation);
      const { Source, Destination, ConfigurationSetName: set } = readSendEmail(input);
      const sender = addressOf(Source);
      const identity = identityOf(declared.identities, sender) ?? sender;
      const context = {
        'ses:FromAddress': sender,
        'ses:Recipients': Object.values(Destination).flat(),
      };
      const resource = (name: string) => `arn:aws:ses:${region}:${account}:${name}`;
      const action = 'ses:SendEmail';
      const permissions = [{ action, resource: resource(`identity/${identity}`), context }];
      if (set)
        permissions.push({ action, resource: resource(`configuration-set/${set}`), context });
      return permissions;
    },
    async call(operation, input) {
      refuseOthers(operation);
      const { mail, messageId } = acceptMail(declared, readSendEmail(input), clock.now());
      mailbox.add(mail);
      return { MessageId: messageId };
    },
    async close() {
      mailbox.close();
    },
  };
}

function refuseOthers(operation: string): void {
  if (operation !== 'SendEmail')
    throw new AwsError(
      'UnknownOperationException',
      `ses:${operation} is not emulated: use SendEmail`,
    );
}
