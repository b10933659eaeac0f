import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import type { ServiceEvent } from '#local/aws/events/events.ts';
import { defineOperation, type Permission, type Service } from '#local/aws/service.ts';
import type { Clock } from '#local/clock.ts';
import { addressOf, headerText, identityOf } from './address.ts';
import { Mailbox, type StoredMail } from './mailbox.ts';
import { acceptMail, type Declared, requireIdentity, sendEmail } from './send-email.ts';
import { undeliveredEvent } from './undelivered.ts';

export interface SesOptions {
  dataDir: string;
  clock: Clock;
  /** Where the identities live, for their ARNs; as in the templates' environment. */
  region?: string;
  account?: string;
  /** Called for each bounce and complaint that an event destination of the templates asks for. */
  publish?(event: ServiceEvent): void;
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
  /** Mails of the last day, and how many of them came back or were complained about. */
  reputation(): { sent: number; bounces: number; complaints: number };
  /** Delivers a mail of a local service. Throws for undeclared senders and for forged headers. */
  deliver(mail: OutgoingMail): Promise<void>;
}

/** Cognito's own sender, for pools that name none; it belongs to AWS. */
const cognitoSender = 'no-reply@verificationemail.com';
const dayMs = 86_400_000;
const resourceTypes = [
  'AWS::SES::ConfigurationSet',
  'AWS::SES::ConfigurationSetEventDestination',
  'AWS::SES::EmailIdentity',
];
/** Most properties have no effect: no mail leaves the machine, so nothing is signed or tracked. */
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
  'AWS::SES::ConfigurationSetEventDestination': ['ConfigurationSetName', 'EventDestination'],
};

/** A destination that the local SES can serve. */
const eventDestination = z.strictObject({
  Enabled: z.literal(true),
  Name: z.string().optional(),
  EventBridgeDestination: z.strictObject({
    EventBusArn: z.string().regex(/:event-bus\/default$/, 'must be the default bus'),
  }),
  MatchingEventTypes: z.array(z.enum(['bounce', 'complaint'])),
});

/** Opens the local SES: mails that pass its checks go to a mailbox on this machine. */
export async function openSes(options: SesOptions): Promise<SesService> {
  const { dataDir, clock, region = 'eu-west-1', account = '000000000000' } = options;
  const mailbox = new Mailbox(join(dataDir, 'mailbox.sqlite'));
  const declared: Declared = { region, identities: new Map(), configurationSets: new Map() };
  let lately: { at: number; type?: 'bounce' | 'complaint' }[] = [];
  const setOf = (sender: string, named?: string) =>
    named ?? declared.identities.get(identityOf(declared.identities, sender) ?? '');

  /** Reports a mail that does not arrive, if its configuration set asks for it. */
  function report(
    sender: string,
    destination: string[],
    set: string | undefined,
    messageId: string,
  ) {
    const reported = declared.configurationSets.get(set ?? '') ?? [];
    const time = new Date(clock.now()).toISOString();
    const event = undeliveredEvent({
      messageId,
      source: sender,
      destination,
      configurationSet: set ?? '',
      account,
      time,
    });
    const type = event?.detailType === 'Email Bounced' ? 'bounce' : 'complaint';
    lately.push({ at: clock.now(), type: event && type });
    if (event && reported.includes(type)) options.publish?.(event);
  }

  return {
    name: 'ses',
    protocol: 'rest-json',
    invalidInput: 'BadRequestException',
    resourceTypes,
    operations: {
      SendEmail: defineOperation({
        route: 'POST /v2/email/outbound-emails',
        input: sendEmail,
        permission({ FromEmailAddress, Destination, ConfigurationSetName }) {
          const sender = addressOf(FromEmailAddress);
          const set = setOf(sender, ConfigurationSetName);
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
          const sender = addressOf(input.FromEmailAddress);
          const destination = Object.values(input.Destination).flat().map(addressOf);
          report(sender, destination, setOf(sender, input.ConfigurationSetName), messageId);
          return { MessageId: messageId };
        },
      }),
    },
    reputation() {
      lately = lately.filter(({ at }) => at > clock.now() - dayMs);
      const countOf = (wanted: string) => lately.filter(({ type }) => type === wanted).length;
      return {
        sent: lately.length,
        bounces: countOf('bounce'),
        complaints: countOf('complaint'),
      };
    },
    messages: (to) => mailbox.list(to),
    async deliver({ from, to, subject, html = '', text = '' }) {
      const sender = addressOf(from);
      if (sender !== cognitoSender) requireIdentity(declared, sender);
      addressOf(to);
      const date = new Date(clock.now()).toISOString();
      mailbox.add({ from, to, subject: headerText(subject), html, text, date });
      report(sender, [addressOf(to)], setOf(sender), `${randomUUID()}-000000`);
    },
    async declare({ type, ref, logicalId, properties: given }) {
      for (const name of Object.keys(given)) {
        if (!properties[type]?.includes(name)) {
          throw new Error(`${logicalId}: ${name} is not emulated by the local SES`);
        }
      }
      if (type === 'AWS::SES::EmailIdentity') {
        declared.identities.set(
          ref.toLowerCase(),
          given.ConfigurationSetAttributes?.ConfigurationSetName,
        );
      } else if (type === 'AWS::SES::ConfigurationSet') {
        declared.configurationSets.set(ref, declared.configurationSets.get(ref) ?? []);
      } else {
        const { MatchingEventTypes } = eventDestination.parse(given.EventDestination);
        declared.configurationSets.set(given.ConfigurationSetName, MatchingEventTypes);
      }
    },
    async close() {
      mailbox.close();
    },
  };
}
