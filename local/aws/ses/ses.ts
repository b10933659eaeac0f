import { join } from 'node:path';
import { defineOperation, type Permission, type Service } from '#local/aws/service.ts';
import { addressOf, headerText, identityOf } from '#local/aws/ses/address.ts';
import { Mailbox, type StoredMail } from '#local/aws/ses/mailbox.ts';
import {
  acceptMail,
  type Declared,
  requireIdentity,
  sendEmail,
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

export interface SesService extends Service {
  /** Those to an address, or all of them; newest first. */
  messages(to?: string): StoredMail[];
  /** Delivers a mail of a local service. Throws on undeclared senders, and on what forges headers. */
  deliver(mail: OutgoingMail): Promise<void>;
}

/** Cognito's own sender, for pools that name none; it belongs to AWS. */
const cognitoSender = 'no-reply@verificationemail.com';
const resourceTypes = ['AWS::SES::EmailIdentity', 'AWS::SES::ConfigurationSet'];
/** Accepted without effect: nothing leaves the machine, so nothing is signed, tracked or bounced. */
const properties: Record<string, string[]> = {
  'AWS::SES::EmailIdentity': [
    'EmailIdentity',
    'ConfigurationSetAttributes',
    'DkimAttributes',
    'FeedbackAttributes',
    'MailFromAttributes',
  ],
  'AWS::SES::ConfigurationSet': [
    'Name',
    'DeliveryOptions',
    'ReputationOptions',
    'SendingOptions',
    'SuppressionOptions',
    'TrackingOptions',
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
    invalidInput: 'InvalidParameterValue',
    resourceTypes,
    operations: {
      SendEmail: defineOperation({
        input: sendEmail,
        permission({ Source, Destination, ConfigurationSetName: set }) {
          const sender = addressOf(Source);
          const identity = identityOf(declared.identities, sender) ?? sender;
          const may = (resource: string): Permission => ({
            action: 'ses:SendEmail',
            resource: `arn:aws:ses:${region}:${account}:${resource}`,
            context: {
              'ses:FromAddress': sender,
              'ses:Recipients': Object.values(Destination).flat(),
            },
          });
          const ofIdentity = may(`identity/${identity}`);
          return set ? [ofIdentity, may(`configuration-set/${set}`)] : ofIdentity;
        },
        run(input) {
          const { mail, messageId } = acceptMail(declared, input, clock.now());
          mailbox.add(mail);
          return { MessageId: messageId };
        },
      }),
    },
    messages: (to) => mailbox.list(to),
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
    async close() {
      mailbox.close();
    },
  };
}
