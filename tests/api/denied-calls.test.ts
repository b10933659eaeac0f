/** Each function calls each service for something that its code does not name, with its own key. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { DeleteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { expect, inject, test } from 'vitest';
import { readNeeds } from '#infra/permissions.ts';
import { openCredentials } from '#local/iam/credentials.ts';
import type { Permission } from '#shared/permissions.ts';
import { envName, queues, secrets, tables } from '#shared/resources.ts';
import { assemblyOf } from '#tests/support/stack.ts';

const installation = inject('installation');
const { functions } = await assemblyOf({ origin: inject('origin'), client: installation });
const needs = readNeeds();

/** What the functions are told under this name. */
const told = (variable: string) =>
  functions.map(({ environment }) => environment[variable]).find(Boolean)!;

/** What a function lacks, and a call that needs it. */
type Attempt = [Permission, (as: typeof installation) => Promise<unknown>];

const putObject =
  (variable: string, Key: string): Attempt[1] =>
  (as) =>
    new S3Client({ ...as, forcePathStyle: true }).send(
      new PutObjectCommand({ Bucket: told(variable), Key, Body: 'foreign' }),
    );

/** Attempts at each service. Every function lacks at least one permission of each. */
const services: Record<string, Attempt[]> = {
  dynamodb: tables.map((name) => [
    `dynamodb:DeleteItem ${name}`,
    (as) =>
      new DynamoDBClient(as).send(
        new DeleteItemCommand({
          TableName: told(envName('table', name)),
          Key: { pk: { S: 'foreign' }, sk: { S: 'foreign' } },
        }),
      ),
  ]),
  s3: [
    ['s3:PutObject Datasets/org/*', putObject('BUCKET_DATASETS', 'org/foreign')],
    ['s3:PutObject Datasets/data-catalog/*', putObject('BUCKET_DATASETS', 'data-catalog/foreign')],
    ['s3:PutObject Indexes/*', putObject('BUCKET_INDEXES', 'foreign')],
    ['s3:PutObject Reports/made/*', putObject('BUCKET_REPORTS', 'made/foreign')],
    ['s3:PutObject Exports/*', putObject('BUCKET_EXPORTS', 'foreign')],
  ],
  sqs: queues.map((name) => [
    `sqs:SendMessage ${name}`,
    (as) =>
      new SQSClient(as).send(
        new SendMessageCommand({
          QueueUrl: installation.queues.find((url) => url.includes(`-${name}Queue`)),
          MessageBody: 'foreign',
        }),
      ),
  ]),
  kms: [
    [
      'kms:Encrypt ApiKeys',
      (as) =>
        new KMSClient(as).send(
          new EncryptCommand({
            KeyId: told('KEY_API_KEYS'),
            Plaintext: Buffer.from('foreign'),
            EncryptionContext: { org: 'foreign', index: 'foreign' },
          }),
        ),
    ],
  ],
  states: [
    [
      'states:StartExecution IndexBuild',
      (as) =>
        new SFNClient(as).send(
          new StartExecutionCommand({
            stateMachineArn: told('STATE_MACHINE_INDEX_BUILD'),
            name: 'foreign',
            input: '{}',
          }),
        ),
    ],
  ],
  'cognito-idp': [
    [
      'cognito-idp:AdminDeleteUser Users',
      (as) =>
        new CognitoIdentityProviderClient(as).send(
          new AdminDeleteUserCommand({ UserPoolId: told('USER_POOL_ID'), Username: 'foreign' }),
        ),
    ],
  ],
  ses: [
    [
      'ses:SendEmail Sender',
      (as) =>
        new SESv2Client(as).send(
          new SendEmailCommand({
            FromEmailAddress: told('MAIL_FROM'),
            Destination: { ToAddresses: ['foreign@example.com'] },
            Content: {
              Simple: { Subject: { Data: 'foreign' }, Body: { Text: { Data: 'foreign' } } },
            },
          }),
        ),
    ],
  ],
  ssm: secrets.map((name) => [
    `ssm:GetParameter ${name}`,
    (as) =>
      new SSMClient(as).send(
        new GetParameterCommand({ Name: told(envName('secret', name)), WithDecryption: true }),
      ),
  ]),
  scheduler: [
    [
      'scheduler:GetSchedule Reminders',
      (as) =>
        new SchedulerClient(as).send(
          new GetScheduleCommand({ Name: `${told('SCHEDULES_REMINDERS')}-builds` }),
        ),
    ],
  ],
};

const secretFile = join(installation.dataDir, 'installation.json');
const { secret } = JSON.parse(readFileSync(secretFile, 'utf8'));
const names = functions.map(({ name }) => name);
const keys = openCredentials(secret, names);

test.each(Object.keys(services))(
  '%s refuses each function what its code does not name',
  async (service) => {
    let denied = 0;
    for (const [position, name] of names.entries()) {
      const named = needs
        .get(name.replace('antecede-local-', ''))!
        .permissions.map((need) => need.name);
      const lacking = services[service]!.filter(([permission]) => !named.includes(permission));
      // The functions take turns, so that every resource is tried. One that may do it all is tried elsewhere.
      const attempt = lacking[position % lacking.length];
      if (!attempt) continue;
      const as = { ...installation, credentials: keys.forFunction(name) };
      const answer = attempt[1](as).catch((error: Error) => error.name);
      expect(await answer, `${name}: ${attempt[0]}`).toMatch(/^AccessDenied(Exception)?$/);
      denied += 1;
    }
    expect(denied).toBeGreaterThan(names.length / 2);
  },
);
