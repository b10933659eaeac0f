import { type App, CfnOutput, Duration, RemovalPolicy, SecretValue } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Key } from 'aws-cdk-lib/aws-kms';
import { type Bucket, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import {
  ConfigurationSet,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
} from 'aws-cdk-lib/aws-ses';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { acknowledge } from '#infra/constructs/acknowledge.ts';
import { createBackups } from '#infra/constructs/backups.ts';
import { createBucket, createLogBucket } from '#infra/constructs/bucket.ts';
import { EnvironmentStack, physicalName } from '#infra/constructs/environment-stack.ts';
import { keptOnceCreated } from '#infra/constructs/kept-once-created.ts';
import { createDeadLetters, createQueue, hasOwnDeadLetters } from '#infra/constructs/queue.ts';
import { createTable } from '#infra/constructs/table.ts';
import type { Environment } from '#infra/environments.ts';
import type { DataResources } from '#infra/platform.ts';
import { limits } from '#shared/limits.ts';
import { encryptionKeys, queues, secrets, tables } from '#shared/resources.ts';
import { tableSchemas } from '#tables/tables.ts';
import { keepFormerExports } from './former-exports.ts';

/** Resources that must outlive a deployment: tables, buckets, queues, keys, a secret, and the mail sender. */
export class DataStack extends EnvironmentStack {
  readonly resources: DataResources;
  /**
   * The secret that CloudFront sends to the API, so that functions refuse requests that bypass CloudFront. References
   * that CloudFormation resolves; no template contains the value. Absent in the local cloud.
   */
  readonly originSecret?: string;
  /** Access logs of buckets and of CloudFront; absent in the local cloud. */
  readonly logBucket?: Bucket;

  constructor(app: App, environment: Environment, origin: string | undefined) {
    super(app, 'Data', environment, 'Tables, buckets, queues, keys and the sender of mail');
    this.logBucket = environment.deployed ? createLogBucket(this, 'AccessLogs') : undefined;
    const ofAll = createDeadLetters(this, 'DeadLetters');
    const ownDeadLetters = Object.fromEntries(
      queues
        .filter(hasOwnDeadLetters)
        .map((name) => [name, createDeadLetters(this, `${name}DeadLetters`)]),
    );
    this.resources = {
      tables: recordOf(tables, (name) => createTable(this, tableSchemas[name])),
      buckets: {
        Datasets: createBucket(this, 'DatasetsBucket', {
          serverAccessLogsBucket: this.logBucket,
          cors: [uploadsFrom(origin)],
        }),
        Indexes: createBucket(this, 'IndexesBucket', { serverAccessLogsBucket: this.logBucket }),
        // A report outlives its record and the last link to it.
        Reports: createBucket(this, 'ReportsBucket', {
          serverAccessLogsBucket: this.logBucket,
          expiresAfterDays: {
            'made/': limits.reportDays + 30,
            'judged/': limits.reportDays + 30,
            'exports/': 1,
          },
        }),
        Exports: createBucket(this, 'ExportsBucket', {
          serverAccessLogsBucket: this.logBucket,
          expiresAfterDays: limits.exportDays,
        }),
      },
      queues: recordOf(queues, (name) => createQueue(this, name, ownDeadLetters[name] ?? ofAll)),
      deadLetters: { ofAll, ...ownDeadLetters },
      failedJobs: this.createFailedJobs(),
      encryptionKeys: recordOf(encryptionKeys, (name) => this.createKey(name)),
      secrets: this.secretsByName(),
      sender: this.createSender(environment.mailFrom),
    };
    this.createMailEventsRule();
    if (environment.vault) this.createBackups(environment.vault.copyTo);
    if (environment.deployed) this.originSecret = this.createOriginSecret();
    if (environment.formerExports) keepFormerExports(this);
  }

  private createFailedJobs(): Queue {
    const failedJobs = createDeadLetters(this, 'FailedJobs');
    acknowledge(failedJobs, {
      'AwsSolutions-SQS3':
        'It is the destination of what failed. No queue sends to it, so that the check sees none.',
    });
    return failedJobs;
  }

  /** Of tables and files. Indexes are built again from these; exports are gone within days. */
  private createBackups(copyTo: string): void {
    const { tables: every, buckets } = this.resources;
    createBackups(this, copyTo, Object.values(every), [buckets.Datasets, buckets.Reports]);
  }

  private createOriginSecret(): string {
    const secretName = physicalName(this.settings, 'origin');
    const secret = new Secret(this, 'OriginSecret', {
      secretName,
      description: 'Proves to the API that a request came through CloudFront',
      generateSecretString: { passwordLength: 40, excludePunctuation: true },
    });
    acknowledge(secret, {
      'AwsSolutions-SMG4':
        'A new value takes a deployment, which the operator starts: docs/operating.md.',
    });
    return originSecretOf(secretName, this.settings.originSecretVersion);
  }

  /**
   * The only customer-managed key. The application encrypts API keys with it, so nobody learns them by reading
   * the table or restoring a backup, and every reveal is in the audit trail. Rotation is the operator's choice: it encrypts
   * nothing again, so that it protects no key that was encrypted before, and the material leaves KMS in no case (ADR 096).
   */
  private createKey(name: string): Key {
    const key = new Key(this, `${name}Key`, {
      description: 'Encrypts API keys, bound to organization and index',
      alias: physicalName(this.settings, name.toLowerCase()),
      enableKeyRotation: this.settings.rotateEncryptionKey,
      pendingWindow: Duration.days(30),
      removalPolicy: this.settings.keepData ? keptOnceCreated : RemovalPolicy.DESTROY,
    });
    if (!this.settings.rotateEncryptionKey) {
      acknowledge(key, {
        'AwsSolutions-KMS5': 'The setting rotateEncryptionKey switches it on: ADR 096.',
      });
    }
    return key;
  }

  /** What the operator stores after the first deployment. */
  private secretsByName(): DataResources['secrets'] {
    const known = recordOf(secrets, (name) => {
      const parameter = physicalName(this.settings, name.toLowerCase());
      const arn = this.formatArn({
        service: 'ssm',
        resource: 'parameter',
        resourceName: parameter,
      });
      return { name: parameter, arn };
    });
    return this.settings.deployed && !this.settings.canary
      ? { ...known, Canary: undefined }
      : known;
  }

  /**
   * The domain of the mail sender. It is in the first stack because Cognito accepts only a verified sender:
   * deploy `Data`, publish the DNS records that it prints, then deploy the other stacks. A domain that SES knows
   * already is only referenced. All mail, including Cognito's, uses one configuration set of this environment. It
   * reports bounces and complaints, so that environments that share a domain do not get each other's.
   */
  private createSender(address: string): DataResources['sender'] {
    const { mailFrom, mailDomainExists, sandboxRecipients } = this.settings;
    const domain = mailFrom.replace(/^.*@/, '');
    const configurationSet = new ConfigurationSet(this, 'SentMail', {
      configurationSetName: this.configurationSetName,
      // Only our own list suppresses addresses. Codes are always sent.
      disableSuppressionList: true,
    });
    configurationSet.addEventDestination('Undelivered', {
      destination: EventDestination.eventBus(
        EventBus.fromEventBusName(this, 'DefaultBus', 'default'),
      ),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    if (!mailDomainExists) this.createIdentity(domain, configurationSet);
    return {
      // By name: an attribute would be an export that goes with `mail.domain` while other stacks import it.
      arn: this.identityArn(domain),
      recipientArns: sandboxRecipients.map((recipient) => this.identityArn(recipient)),
      configurationSetArn: this.formatArn({
        service: 'ses',
        resource: 'configuration-set',
        resourceName: configurationSet.configurationSetName,
      }),
      configurationSetName: configurationSet.configurationSetName,
      address,
    };
  }

  private identityArn(identity: string): string {
    return this.formatArn({ service: 'ses', resource: 'identity', resourceName: identity });
  }

  private createIdentity(domain: string, configurationSet: ConfigurationSet): void {
    const identity = new EmailIdentity(this, 'Sender', {
      identity: Identity.domain(domain),
      configurationSet,
    });
    // Other stacks of version 0.1.0 import it, so without the export they would stop an upgrade.
    if (this.settings.deployed) this.exportValue(identity.emailIdentityName);
    // With `mail.domain` set to `existing` later, mail goes on.
    if (this.settings.keepData) identity.applyRemovalPolicy(keptOnceCreated);
    if (this.settings.deployed) {
      for (const [index, { name, value }] of identity.dkimRecords.entries()) {
        new CfnOutput(this, `SenderRecord${index + 1}`, { value: `${name} CNAME ${value}` });
      }
    }
  }

  private get configurationSetName(): string {
    return physicalName(this.settings, 'sent-mail');
  }

  /**
   * Sends bounces and complaints of this environment's mail to the queue `MailEvents`. Nobody but AWS can put events
   * of
   * the source `aws.ses` on the bus, and only this rule may write to the queue.
   */
  private createMailEventsRule(): void {
    new Rule(this, 'MailEvents', {
      description: 'Bounces and complaints of the mail that this environment sent',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced', 'Email Complaint Received'],
        detail: { mail: { tags: { 'ses:configuration-set': [this.configurationSetName] } } },
      },
      targets: [new SqsQueue(this.resources.queues.MailEvents)],
    });
  }
}

/**
 * The value of the header, and what functions compare it with. From the second version on, it is two values: the current
 * one and the one before. So whatever is deployed first, CloudFront or a function, they have one in common, and no request
 * is refused meanwhile. The numbers make the templates differ, without which CloudFormation does not read the secret again.
 */
function originSecretOf(secretName: string, version: number): string {
  const labelled = (number: number, versionStage?: string) => {
    const value = SecretValue.secretsManager(secretName, { versionStage }).unsafeUnwrap();
    return number === 1 ? value : `${number}:${value}`;
  };
  const current = labelled(version);
  return version === 1 ? current : `${current} ${labelled(version - 1, 'AWSPREVIOUS')}`;
}

/**
 * Lets the browser post uploads. A signature authorises each upload; CORS only stops other sites from trying.
 * Without a domain of its own, the app's address is not known when the bucket is created, because the
 * distribution's headers name the bucket. CORS then allows every CloudFront address.
 */
function uploadsFrom(origin = 'https://*.cloudfront.net') {
  return {
    allowedOrigins: [origin],
    allowedMethods: [HttpMethods.POST, HttpMethods.PUT, HttpMethods.GET, HttpMethods.HEAD],
    allowedHeaders: ['*'],
    exposedHeaders: ['ETag'],
    maxAge: 3600,
  };
}

function recordOf<Name extends string, T>(names: readonly Name[], make: (name: Name) => T) {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;
}
