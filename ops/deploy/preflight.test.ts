import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  GetAccountSettingsCommand,
  GetFunctionUrlConfigCommand,
  InvokeCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { DescribeParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { parseSettings, type SettingsFile } from '#infra/settings.ts';
import { testSettings } from '#infra/test-settings.ts';
import type { TriedModel } from '#shared/assistant-model.ts';
import { askBackupAs } from './ask-backup.ts';
import type { Finding } from './finding.ts';
import { preflight } from './preflight.ts';

const region = 'us-east-1';
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };
/** What AWS Backup answers, by region and path. */
const backup = new Map<string, object>();
const clients = {
  sts: new STSClient({ region }),
  cloudFormation: new CloudFormationClient({ region }),
  acm: new ACMClient({ region }),
  ses: new SESv2Client({ region }),
  lambda: new LambdaClient({ region }),
  ssm: new SSMClient({ region }),
  sns: new SNSClient({ region }),
  kms: new KMSClient({ region }),
  askBackup: async (where: string, path: string) => backup.get(`${where}${path}`),
};
const sts = mockClient(clients.sts);
const cloudFormation = mockClient(clients.cloudFormation);
const acm = mockClient(clients.acm);
const ses = mockClient(clients.ses);
const lambda = mockClient(clients.lambda);
const ssm = mockClient(clients.ssm);
const sns = mockClient(clients.sns);
const kms = mockClient(clients.kms);

const otherVault = 'arn:aws:backup:eu-west-1:999999999999:backup-vault:antecede-prod';
const ownVault = 'arn:aws:backup:eu-west-1:111122223333:backup-vault:antecede-prod';
const copiesAre = (...states: [day: number, State: string, StatusMessage?: string][]) =>
  backup.set(`${region}/copy-jobs?destinationVaultArn=${encodeURIComponent(otherVault)}`, {
    CopyJobs: states.map(([day, State, StatusMessage]) => ({
      State,
      StatusMessage,
      ResourceArn: 'arn:aws:s3:::files',
      CreationDate: Date.UTC(2026, 10, day, 3, 17) / 1000,
    })),
  });

const named = (name: string, message: string) => Object.assign(new Error(message), { name });
const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/c';
const domain = { name: 'search.antecede.test', certificateArn };
const topic = 'arn:aws:sns:us-east-1:111122223333:alarms';

function stackHas(
  StackName: string,
  outputs: Record<string, string>,
  StackStatus: 'CREATE_COMPLETE' | 'ROLLBACK_COMPLETE' = 'CREATE_COMPLETE',
) {
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({
    OutputKey,
    OutputValue,
  }));
  const stack = { StackName, CreationTime: new Date(0), StackStatus };
  cloudFormation
    .on(DescribeStacksCommand, { StackName })
    .resolves({ Stacks: [{ ...stack, Outputs }] });
}

function certificateIs(Status: 'ISSUED' | 'PENDING_VALIDATION', ...names: string[]) {
  const Certificate = { Status, SubjectAlternativeNames: names };
  acm.on(DescribeCertificateCommand).resolves({ Certificate });
}

const identityIs = (VerifiedForSendingStatus: boolean) =>
  ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus });
const concurrencyIs = (ConcurrentExecutions: number) =>
  lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions } });
const queryDomain = 'abc123.lambda-url.us-east-1.on.aws';
const queryUrlIs = (domain: string) =>
  lambda
    .on(GetFunctionUrlConfigCommand, { FunctionName: 'antecede-prod-query-index' })
    .resolves({ FunctionUrl: `https://${domain}/` });
const secretsAre = (...names: string[]) =>
  ssm.on(DescribeParametersCommand).resolves({
    Parameters: names.map((name) => ({ Name: `antecede-prod-${name}` })),
  });
const trialIs = (tried: TriedModel) => invocationIs(JSON.stringify(tried));
const invocationIs = (Payload: string, failed: { FunctionError?: string } = {}) =>
  lambda.on(InvokeCommand, { FunctionName: 'antecede-prod-try-model' }).resolves({
    ...failed,
    Payload: Object.assign(Buffer.from(Payload), { transformToString: () => Payload }),
  });
const subscriptionIs = (SubscriptionArn: string) =>
  sns
    .on(ListSubscriptionsByTopicCommand, { TopicArn: topic })
    .resolves({ Subscriptions: [{ Endpoint: testSettings.alertEmail, SubscriptionArn }] });

/** An account where nothing is missing, with the environment already deployed. */
beforeEach(() => {
  for (const mock of [sts, cloudFormation, acm, ses, lambda, ssm, sns, kms]) mock.reset();
  sts.on(GetCallerIdentityCommand).resolves({ Account: testSettings.account });
  cloudFormation
    .on(DescribeStacksCommand)
    .rejects(named('ValidationError', 'Stack with id … does not exist'));
  stackHas('CDKToolkit', { BootstrapVersion: '25' });
  stackHas('antecede-prod-data', {
    SenderRecord1: 'a._domainkey.antecede.test CNAME a.dkim',
  });
  stackHas('antecede-prod-assistant', {});
  stackHas('antecede-prod-watch', { AlarmTopic: topic });
  certificateIs('ISSUED', domain.name);
  identityIs(true);
  ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true });
  concurrencyIs(1000);
  lambda
    .on(GetFunctionUrlConfigCommand)
    .rejects(named('ResourceNotFoundException', 'The resource you requested does not exist.'));
  secretsAre('stripe', 'openai');
  trialIs({ answers: ['gpt-5.5'] });
  subscriptionIs(`${topic}:1`);
  backup.clear();
  backup.set(`${region}/backup-vaults/antecede-prod-backups`, { EncryptionKeyArn: 'arn:key' });
  backup.set(`${region}/account-settings`, {
    ResourceTypeManagementPreference: { DynamoDB: true },
  });
  backup.set('eu-west-1/backup-vaults/antecede-prod', { Locked: true, MinRetentionDays: 35 });
  copiesAre();
  kms.on(DescribeKeyCommand).resolves({ KeyMetadata: { KeyId: 'k', KeyManager: 'CUSTOMER' } });
});

const check = (changes: Partial<SettingsFile> = {}) =>
  preflight('prod', parseSettings({ ...testSettings, domain, ...changes }, 'test'), clients);
const about = (findings: readonly Finding[], subject: string) =>
  findings.find((finding) => finding.subject === subject);

test('all findings are ok in an account where nothing is missing', async () => {
  const { findings, dataOnly } = await check();
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
  expect(findings.map(({ subject }) => subject)).toEqual([
    'Account',
    'Bootstrap',
    'Certificate',
    'Mail domain',
    'Mail',
    'Concurrency',
    'Query URL',
    'Cluster',
    'Vault',
    'Secrets',
    'Assistant',
    'Alarms',
  ]);
  expect(dataOnly).toBe(false);
});

test('with credentials of another account nothing else is checked', async () => {
  sts.on(GetCallerIdentityCommand).resolves({ Account: '999999999999' });
  expect((await check()).findings).toEqual([
    {
      level: 'stop',
      subject: 'Account',
      text: 'The credentials are those of 999999999999, the settings name 111122223333.',
    },
  ]);
  expect(cloudFormation.calls()).toEqual([]);
});

const mail = testSettings.mail;
const noStack = (StackName: string) =>
  cloudFormation
    .on(DescribeStacksCommand, { StackName })
    .rejects(named('ValidationError', `Stack with id ${StackName} does not exist`));
const noIdentity = () =>
  ses.on(GetEmailIdentityCommand).rejects(named('NotFoundException', 'no such identity'));

test.each<[string, () => unknown, Partial<SettingsFile>, Finding['level'], string, string]>([
  [
    'no bootstrap',
    () => noStack('CDKToolkit'),
    {},
    'stop',
    'Bootstrap',
    'npx cdk bootstrap aws://111122223333/us-east-1',
  ],
  [
    'an old bootstrap',
    () => stackHas('CDKToolkit', { BootstrapVersion: '5' }),
    {},
    'stop',
    'Bootstrap',
    'too long ago',
  ],
  [
    'no certificate',
    () => acm.on(DescribeCertificateCommand).rejects(named('ResourceNotFoundException', 'none')),
    {},
    'stop',
    'Certificate',
    'There is no arn:aws:acm',
  ],
  [
    'a certificate that waits',
    () => certificateIs('PENDING_VALIDATION', domain.name),
    {},
    'stop',
    'Certificate',
    'PENDING_VALIDATION',
  ],
  [
    'a certificate of another name',
    () => certificateIs('ISSUED', 'other.test'),
    {},
    'stop',
    'Certificate',
    'for other.test, not for search.antecede.test',
  ],
  [
    'a wildcard certificate',
    () => certificateIs('ISSUED', '*.antecede.test'),
    {},
    'ok',
    'Certificate',
    'search.antecede.test',
  ],
  [
    'a sender that waits for DNS',
    () => identityIs(false),
    {},
    'stop',
    'Mail domain',
    'a._domainkey.antecede.test CNAME a.dkim',
  ],
  [
    'another domain than the one that was made',
    () => {},
    { mail: { from: 'no-reply@other.test' } },
    'stop',
    'Mail domain',
    'aws sesv2 create-email-identity --email-identity other.test',
  ],
  [
    'a domain that is to be made where another was used',
    () => stackHas('antecede-prod-data', {}),
    {},
    'stop',
    'Mail domain',
    'set mail.domain to "existing"',
  ],
  [
    'a cluster that the settings no longer have',
    () => stackHas('antecede-prod-cluster', {}),
    {},
    'note',
    'Cluster',
    'aws cloudformation delete-stack --stack-name antecede-prod-cluster',
  ],
  [
    'a domain that SES knows from elsewhere',
    () => noStack('antecede-prod-data'),
    {},
    'stop',
    'Mail domain',
    'set mail.domain to "existing"',
  ],
  [
    'a domain that SES should know and does not',
    noIdentity,
    { mail: { ...mail, domain: 'existing' } },
    'stop',
    'Mail domain',
    'set mail.domain to "create"',
  ],
  [
    'the sandbox of SES',
    () => ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: false }),
    { mail: { ...mail, sandboxRecipients: ['ada@antecede.test'] } },
    'note',
    'Mail',
    'ada@antecede.test (mail.sandboxRecipients) can get mail, and nobody else',
  ],
  [
    'recipients of a sandbox that was left',
    () => undefined,
    { mail: { ...mail, sandboxRecipients: ['ada@antecede.test'] } },
    'note',
    'Mail',
    'empty mail.sandboxRecipients',
  ],
  [
    'a new account’s ten functions at a time',
    () => concurrencyIs(10),
    {},
    'note',
    'Concurrency',
    'request a higher quota',
  ],
  [
    'builds that take them all',
    () => concurrencyIs(10),
    { segmentsAtOnce: 10 },
    'stop',
    'Concurrency',
    'set at most 5',
  ],
  [
    'instances for visitors that the account cannot keep',
    () => concurrencyIs(110),
    { visitorConcurrency: 10, essentialConcurrency: 5 },
    'stop',
    'Concurrency',
    '45 cannot be kept for single functions',
  ],
  [
    'an address of the query function that the account cannot keep instances for',
    () => concurrencyIs(110),
    { queryUrl: { concurrency: 50 } },
    'stop',
    'Concurrency',
    '50 cannot be kept for single functions',
  ],
  [
    'an address of the query function that is not there yet',
    () => undefined,
    { queryUrl: { concurrency: 50 } },
    'note',
    'Query URL',
    'Deploy once',
  ],
  [
    'one that CloudFront does not use yet',
    () => queryUrlIs(queryDomain),
    { queryUrl: { concurrency: 50 } },
    'note',
    'Query URL',
    `set queryUrl.domain to "${queryDomain}"`,
  ],
  [
    'one that it uses',
    () => queryUrlIs(queryDomain),
    { queryUrl: { concurrency: 50, domain: queryDomain } },
    'ok',
    'Query URL',
    queryDomain,
  ],
  [
    'one that is not there, for CloudFront to use',
    () => undefined,
    { queryUrl: { concurrency: 50, domain: queryDomain } },
    'stop',
    'Query URL',
    'leave it out of the first deployment',
  ],
  [
    'another one than CloudFront shall use',
    () => queryUrlIs('other.lambda-url.us-east-1.on.aws'),
    { queryUrl: { concurrency: 50, domain: queryDomain } },
    'stop',
    'Query URL',
    'set it to "other.lambda-url.us-east-1.on.aws"',
  ],
  [
    'what a cluster will cost',
    () => undefined,
    {
      cluster: {
        managed: { rows: 1_000_000, instance: 'r7g.large', nodes: 3, diskGb: 100 },
      },
    },
    'note',
    'Cluster',
    '426 USD a month in us-east-1, used or not: 3 nodes of r7g.large, 300 GB of disk.',
  ],
  [
    'a cluster that exists',
    () => undefined,
    {
      cluster: {
        endpoint: 'https://shared.antecede.test',
        arn: 'arn:aws:es:us-east-1:111122223333:domain/shared',
      },
    },
    'ok',
    'Cluster',
    'https://shared.antecede.test',
  ],
  [
    'a vault for backups that is missing',
    () => backup.delete(`${region}/backup-vaults/antecede-prod-backups`),
    { vault: { copyTo: otherVault } },
    'stop',
    'Vault',
    'create-backup-vault --backup-vault-name antecede-prod-backups',
  ],
  [
    'a vault with a key that other accounts cannot use',
    () => kms.on(DescribeKeyCommand).resolves({ KeyMetadata: { KeyId: 'k', KeyManager: 'AWS' } }),
    { vault: { copyTo: otherVault } },
    'stop',
    'Vault',
    'with a key of your own',
  ],
  [
    'a region in which tables cannot be copied',
    () => backup.set(`${region}/account-settings`, {}),
    { vault: { copyTo: otherVault } },
    'stop',
    'Vault',
    'aws backup update-region-settings',
  ],
  [
    'a vault of another account to which nothing was copied yet',
    () => undefined,
    { vault: { copyTo: otherVault } },
    'note',
    'Vault',
    'a day after the deployment',
  ],
  [
    'a vault of another account that refuses the newest copies',
    () => copiesAre([24, 'COMPLETED'], [25, 'COMPLETED'], [25, 'FAILED', 'Access denied']),
    { vault: { copyTo: otherVault } },
    'note',
    'Vault',
    '1 of 2 copies to arn:aws:backup:eu-west-1:999999999999:backup-vault:antecede-prod failed on 2026-11-25: Access denied (arn:aws:s3:::files)',
  ],
  [
    'a vault of another account that takes copies again',
    () => copiesAre([24, 'FAILED'], [25, 'COMPLETED'], [25, 'RUNNING']),
    { vault: { copyTo: otherVault } },
    'ok',
    'Vault',
    '2 copies',
  ],
  [
    'a vault of this account that does not exist',
    () => backup.delete('eu-west-1/backup-vaults/antecede-prod'),
    { vault: { copyTo: ownVault } },
    'stop',
    'Vault',
    `There is no vault ${ownVault}`,
  ],
  [
    'a vault whose lock refuses backups of 35 days',
    () =>
      backup.set('eu-west-1/backup-vaults/antecede-prod', { Locked: true, MinRetentionDays: 90 }),
    { vault: { copyTo: ownVault } },
    'stop',
    'Vault',
    'takes backups of 90 to',
  ],
  [
    'a vault of this account, which goes with it',
    () => undefined,
    { vault: { copyTo: ownVault } },
    'note',
    'Vault',
    'who takes over the account takes the backups',
  ],
  [
    'keys that nobody has set',
    () => secretsAre(),
    {},
    'note',
    'Secrets',
    'Not set: stripe, openai',
  ],
  [
    'a secret that was deleted',
    () => secretsAre('stripe'),
    {},
    'note',
    'Secrets',
    'Not set: openai',
  ],
  [
    'a key of the assistant that is refused',
    () => trialIs({ model: 'gpt-5.5', isRefused: true, text: 'not_set_up, 401, invalid_api_key' }),
    {},
    'stop',
    'Assistant',
    'refuses gpt-5.5 (not_set_up, 401, invalid_api_key)',
  ],
  [
    'a provider of models that is down',
    () => trialIs({ model: 'qwen3', isRefused: false, text: 'provider_unavailable, 503' }),
    { assistant: { model: 'qwen3', endpoint: 'https://models.antecede.test/v1', api: 'chat' } },
    'note',
    'Assistant',
    'https://models.antecede.test/v1 does not answer now',
  ],
  [
    'an assistant without a key',
    () => trialIs({ isUnset: true }),
    {},
    'note',
    'Assistant',
    'It has no key yet',
  ],
  [
    'a model elsewhere, which must not get the key of the present one',
    () => trialIs({ isOtherEndpoint: true }),
    { assistant: { model: 'qwen3', endpoint: 'https://models.antecede.test/v1', api: 'chat' } },
    'note',
    'Assistant',
    'not sent to https://models.antecede.test/v1',
  ],
  [
    'an installation that cannot ask its model yet',
    () => lambda.on(InvokeCommand).rejects(named('ResourceNotFoundException', 'no function')),
    {},
    'note',
    'Assistant',
    'asked by the next deployment',
  ],
  [
    'a function that fails to ask',
    () => invocationIs('{"errorMessage":"out of memory"}', { FunctionError: 'Unhandled' }),
    {},
    'note',
    'Assistant',
    'try-model failed',
  ],
  [
    'an address that has not confirmed its alarms',
    () => subscriptionIs('PendingConfirmation'),
    {},
    'note',
    'Alarms',
    'nobody gets alarms',
  ],
])('%s is told', async (_, happens, changes, level, subject, text) => {
  happens();
  const finding = about((await check(changes)).findings, subject);
  expect(finding?.level).toBe(level);
  expect(finding?.text).toContain(text);
});

test('the first time, only the stack Data is deployed: it makes the sender that Cognito asks for', async () => {
  noStack('antecede-prod-data');
  noStack('antecede-prod-watch');
  noIdentity();
  const { findings, dataOnly } = await check();
  expect(findings.filter(({ level }) => level === 'stop')).toEqual([]);
  expect(dataOnly).toBe(true);
  const existing: Partial<SettingsFile> = { mail: { ...mail, domain: 'existing' } };
  identityIs(true);
  expect((await check(existing)).dataOnly).toBe(false);
});

test('a stack whose creation failed counts as missing', async () => {
  stackHas('antecede-prod-data', {}, 'ROLLBACK_COMPLETE');
  noIdentity();
  expect((await check()).dataOnly).toBe(true);
});

test('a refused request fails the check', async () => {
  lambda.on(GetAccountSettingsCommand).rejects(named('AccessDeniedException', 'not allowed'));
  await expect(check()).rejects.toThrow('not allowed');
});

test('AWS Backup is asked with a signature, and says what it has, what is missing and what it refuses', async () => {
  const asked: [string | undefined, string | undefined][] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push([url, headers.authorization]);
    if (url?.startsWith('/copy-jobs?')) return response.end('{"CopyJobs":[]}');
    const type = url === '/none' ? 'ResourceNotFoundException' : 'AccessDeniedException';
    return response.writeHead(400, { 'x-amzn-errortype': `${type}:http://x` }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = askBackupAs(new STSClient({ region, credentials }), () => `http://127.0.0.1:${port}`);
  expect(await ask('eu-west-1', '/copy-jobs?destinationVaultArn=a%3Ab')).toEqual({ CopyJobs: [] });
  expect(asked[0]).toEqual([
    '/copy-jobs?destinationVaultArn=a%3Ab',
    expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d+\/eu-west-1\/backup\//),
  ]);
  expect(await ask('eu-west-1', '/none')).toBeUndefined();
  await expect(ask('eu-west-1', '/refused')).rejects.toThrow(
    expect.objectContaining({ name: 'AccessDeniedException' }),
  );
  server.close();
});
