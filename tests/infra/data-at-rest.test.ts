import { describe, expect, test } from 'vitest';
import { functions, queuesOf } from '#infra/functions.ts';
import { ownDomain } from '#infra/test-settings.ts';
import { limits } from '#shared/limits.ts';
import { queues as queueNames, tables } from '#shared/resources.ts';
import { tableSchemas } from '#tables/tables.ts';
import { ownChoices, resourceNamed, resourcesOf, synthesize } from './synthesize.ts';

const prod = synthesize('prod');
const dev = synthesize('dev');

describe('tables', () => {
  test('tables are on demand, restorable and kept in production', () => {
    for (const name of tables) {
      const table = resourceNamed(prod, 'AWS::DynamoDB::Table', `${name}Table`);
      expect.soft(table.Properties, name).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: true,
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      });
      expect.soft(table.DeletionPolicy, name).toBe('Retain');
    }
  });

  test('tables have the indexes and expiry of their schemas', () => {
    for (const name of tables) {
      const { Properties } = resourceNamed(prod, 'AWS::DynamoDB::Table', `${name}Table`);
      const { indexes, expiry } = tableSchemas[name];
      const indexNames = (Properties.GlobalSecondaryIndexes ?? []).map(
        (index: { IndexName: string }) => index.IndexName,
      );
      expect.soft(indexNames, name).toEqual(indexes);
      expect.soft(Properties.TimeToLiveSpecification?.AttributeName, name).toBe(expiry);
    }
  });

  test('a development environment can be deleted', () => {
    for (const table of resourcesOf(dev, 'AWS::DynamoDB::Table')) {
      expect(table.DeletionPolicy).toBe('Delete');
      expect(table.Properties.DeletionProtectionEnabled).toBe(false);
    }
  });

  test.each([
    ['dev', true],
    ['staging', true],
    ['prod', false],
    ['local', false],
  ] as const)('full buckets of %s go with their stacks: %s', (environment, emptied) => {
    const templates = synthesize(environment);
    const all = new Set(resourcesOf(templates, 'AWS::S3::Bucket').map(({ id }) => id));
    const deleted = resourcesOf(templates, 'Custom::S3AutoDeleteObjects');
    const names = deleted.map(({ Properties }) => Properties.BucketName.Ref);
    expect(new Set(names)).toEqual(emptied ? all : new Set());
  });
});

describe('buckets', () => {
  const buckets = resourcesOf(prod, 'AWS::S3::Bucket');
  const policies = resourcesOf(prod, 'AWS::S3::BucketPolicy');

  test('buckets are private and encrypted', () => {
    for (const { id, Properties } of buckets) {
      expect.soft(Properties.PublicAccessBlockConfiguration, id).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
      expect
        .soft(JSON.stringify(Properties.BucketEncryption), id)
        .toContain('"SSEAlgorithm":"AES256"');
    }
  });

  test('buckets refuse plain HTTP', () => {
    for (const { id } of buckets) {
      const policy = policies.find(({ Properties }) => Properties.Bucket.Ref === id);
      expect.soft(policy?.Properties.PolicyDocument.Statement, id).toContainEqual(
        expect.objectContaining({
          Effect: 'Deny',
          Action: 's3:*',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      );
    }
  });

  test('buckets of what customers and releases bring keep replaced versions for 30 days', () => {
    for (const prefix of ['DatasetsBucket', 'IndexesBucket', 'WebBucket']) {
      const { Properties } = resourceNamed(prod, 'AWS::S3::Bucket', prefix);
      expect.soft(Properties.VersioningConfiguration, prefix).toEqual({ Status: 'Enabled' });
      expect.soft(Properties.LifecycleConfiguration.Rules, prefix).toContainEqual(
        expect.objectContaining({
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
          NoncurrentVersionExpiration: { NoncurrentDays: 30 },
          Status: 'Enabled',
        }),
      );
    }
  });

  test('archives of personal data expire', () => {
    const { Properties } = resourceNamed(prod, 'AWS::S3::Bucket', 'ExportsBucket');
    expect(Properties.LifecycleConfiguration.Rules).toEqual([
      expect.objectContaining({ NoncurrentVersionExpiration: { NoncurrentDays: 1 } }),
      expect.objectContaining({ ExpirationInDays: limits.exportDays, Status: 'Enabled' }),
    ]);
  });

  test('only the app may upload from a browser, if its address is known', () => {
    const withDomain = synthesize('prod', { domain: ownDomain });
    const { Properties } = resourceNamed(withDomain, 'AWS::S3::Bucket', 'DatasetsBucket');
    expect(Properties.CorsConfiguration.CorsRules[0]).toMatchObject({
      AllowedOrigins: ['https://search.antecede.test'],
      AllowedMethods: ['POST', 'PUT', 'GET', 'HEAD'],
      ExposedHeaders: ['ETag'],
    });
  });
});

test('backups of all tables and files go to the other vault each day, and end when those of tables do', () => {
  const chosen = synthesize('prod', ownChoices);
  const [plan] = resourcesOf(chosen, 'AWS::Backup::BackupPlan');
  const kept = { DeleteAfterDays: 35 };
  expect(plan?.Properties.BackupPlan.BackupPlanRule).toEqual([
    expect.objectContaining({
      TargetBackupVault: 'antecede-prod-backups',
      Lifecycle: kept,
      CopyActions: [{ DestinationBackupVaultArn: ownChoices.vault.copyTo, Lifecycle: kept }],
    }),
  ]);
  const [selection] = resourcesOf(chosen, 'AWS::Backup::BackupSelection');
  const selected = JSON.stringify(selection?.Properties.BackupSelection.Resources);
  for (const { id } of resourcesOf(chosen, 'AWS::DynamoDB::Table')) expect(selected).toContain(id);
  for (const bucket of ['DatasetsBucket', 'ReportsBucket']) expect(selected).toContain(bucket);
  expect(resourcesOf(prod, 'AWS::Backup::BackupPlan')).toEqual([]);
});

describe('queues', () => {
  const queues = resourcesOf(prod, 'AWS::SQS::Queue');

  test('queues are encrypted', () => {
    for (const { id, Properties } of queues) {
      expect.soft(Properties.SqsManagedSseEnabled, id).toBe(true);
    }
  });

  test('a message that fails five times goes to the dead-letter queue', () => {
    for (const name of queueNames) {
      const { Properties } = resourceNamed(prod, 'AWS::SQS::Queue', `${name}Queue`);
      const own = name === 'Erasures' ? name : '';
      const deadLetters = resourceNamed(prod, 'AWS::SQS::Queue', `${own}DeadLetters`);
      expect.soft(Properties.RedrivePolicy, name).toEqual({
        deadLetterTargetArn: { 'Fn::GetAtt': [deadLetters.id, 'Arn'] },
        maxReceiveCount: 5,
      });
      expect.soft(deadLetters.Properties.MessageRetentionPeriod, name).toBe(14 * 24 * 60 * 60);
    }
  });

  test('a batch stays hidden as long as its consumer may run', () => {
    for (const name of queueNames) {
      const { Properties } = resourceNamed(prod, 'AWS::SQS::Queue', `${name}Queue`);
      const consumer = functions.find((one) => queuesOf(one).includes(name));
      expect
        .soft(Properties.VisibilityTimeout, name)
        .toBeGreaterThanOrEqual(6 * consumer!.timeoutSeconds);
    }
  });
});

test('the key of API keys is rotated where the operator wants it', () => {
  const isRotated = (changes: { rotateEncryptionKey?: boolean }) =>
    resourcesOf(synthesize('prod', changes), 'AWS::KMS::Key').map(
      (key) => key.Properties.EnableKeyRotation,
    );
  expect(isRotated({ rotateEncryptionKey: true })).toEqual([true]);
  expect(isRotated({})).toEqual([false]);
});

describe('users', () => {
  const pool = resourcesOf(prod, 'AWS::Cognito::UserPool')[0]!.Properties;
  const client = resourcesOf(prod, 'AWS::Cognito::UserPoolClient')[0]!.Properties;

  test('sign up by e-mail with any ten characters as password', () => {
    expect(pool).toMatchObject({
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      DeletionProtection: 'ACTIVE',
      Policies: {
        PasswordPolicy: {
          MinimumLength: 10,
          RequireLowercase: false,
          RequireUppercase: false,
          RequireNumbers: false,
          RequireSymbols: false,
        },
      },
    });
  });

  test('nobody can make themselves a member of an organization', () => {
    expect(client.WriteAttributes).toEqual(['email', 'name']);
    expect(client.ReadAttributes).toContain('custom:org_id');
  });

  test('passwords are sent in plain requests on one machine only', () => {
    const local = resourcesOf(synthesize('local'), 'AWS::Cognito::UserPoolClient')[0]!.Properties;
    expect(client.ExplicitAuthFlows).toEqual(['ALLOW_USER_SRP_AUTH']);
    expect(local.ExplicitAuthFlows).toContain('ALLOW_USER_PASSWORD_AUTH');
  });

  test('sign-in reveals nothing about accounts, and a signed-out token is refused', () => {
    expect(client).toMatchObject({
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
      GenerateSecret: false,
      IdTokenValidity: 60,
      AccessTokenValidity: 60,
      RefreshTokenValidity: 30 * 24 * 60,
    });
  });
});

test('what has a name of its own is kept in production, but not by a creation that failed: the name would be taken', () => {
  const named = [
    ...resourcesOf(prod, 'AWS::KMS::Key'),
    resourceNamed(prod, 'AWS::Logs::LogGroup', 'ErasePerson'),
  ];
  expect(named).toHaveLength(2);
  for (const { id, DeletionPolicy } of named) {
    expect(DeletionPolicy, id).toBe('RetainExceptOnCreate');
  }
});
