import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServices } from '#local/aws/open-services.ts';
import type { Service } from '#local/aws/service.ts';
import { openAccess } from '#local/iam/access.ts';
import { openCredentials } from '#local/iam/credentials.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

const root = join(import.meta.dirname, '../..');

/** The local cloud's name of a service, by the SDK's package. */
const services: Record<string, string> = {
  'client-cognito-identity-provider': 'cognito-idp',
  'client-dynamodb': 'dynamodb',
  'client-kms': 'kms',
  'client-lambda': 'lambda',
  'client-s3': 's3',
  'client-scheduler': 'scheduler',
  'client-sesv2': 'ses',
  'client-sfn': 'states',
  'client-sqs': 'sqs',
  'client-ssm': 'ssm',
  'client-sts': 'sts',
  'lib-dynamodb': 'dynamodb',
};

/** What the document client's commands are called on the wire. */
const documentCommands: Record<string, string> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  TransactWrite: 'TransactWriteItems',
};

/** Operations behind functions of the SDK's helpers. */
const sdkHelpers: Record<string, string[]> = {
  createPresignedPost: ['s3:PostObject'],
  Upload: [
    's3:PutObject',
    's3:CreateMultipartUpload',
    's3:UploadPart',
    's3:CompleteMultipartUpload',
    's3:AbortMultipartUpload',
  ],
};

/** Operations that Amplify calls, by the function that the web app imports. */
const amplify: Record<string, string[]> = {
  confirmResetPassword: ['ConfirmForgotPassword'],
  confirmSignIn: ['RespondToAuthChallenge'],
  confirmSignUp: ['ConfirmSignUp'],
  fetchAuthSession: ['GetTokensFromRefreshToken'],
  fetchMFAPreference: ['GetUser'],
  resendSignUpCode: ['ResendConfirmationCode'],
  resetPassword: ['ForgotPassword'],
  setUpTOTP: ['AssociateSoftwareToken'],
  signIn: ['InitiateAuth', 'RespondToAuthChallenge'],
  signOut: ['RevokeToken'],
  signUp: ['SignUp'],
  updateMFAPreference: ['SetUserMFAPreference', 'GetUser'],
  updatePassword: ['ChangePassword'],
  updateUserAttribute: ['UpdateUserAttributes'],
  verifyTOTPSetup: ['VerifySoftwareToken'],
};

/**
 * Grants without an operation of the same name: S3 and Lambda have other names for actions, a condition check is
 * part of a transaction, maps of workflows stop their items, and the local cloud hands messages of queues to functions,
 * without calls.
 */
const actionsWithoutOperation =
  /^(s3|lambda|logs|iam|cloudwatch):|^dynamodb:ConditionCheckItem$|^states:StopExecution$|^sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes|GetQueueUrl|ChangeMessageVisibility)$/;

/** Text of the sources below some folders, without unit tests. */
const sources = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: (name) => /node_modules|\.test\.ts$/.test(name) }).map(
    (file) => readFileSync(join(root, file), 'utf8'),
  );
const everything = (...patterns: string[]) =>
  globSync(patterns, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));

/** Operations of the SDK commands and helpers that a source imports. */
function importedBy(source: string): string[] {
  const found: string[] = [];
  for (const [, names = '', library = ''] of source.matchAll(
    /import (?:type )?\{([^}]*)\} from '@aws-sdk\/([\w-]+)'/g,
  )) {
    for (const [name] of names.matchAll(/\w+/g)) {
      found.push(...(sdkHelpers[name] ?? []));
      const command = /^(\w+)Command$/.exec(name)?.[1];
      const service = services[library];
      if (!command || !service) continue;
      const operation =
        library === 'lib-dynamodb' ? (documentCommands[command] ?? command) : command;
      found.push(`${service}:${operation}`);
    }
  }
  return found;
}

/** Operations of Amplify's functions that a source imports. */
function amplifyCallsOf(source: string): string[] {
  const [, names = ''] = /import \{([^}]*)\} from 'aws-amplify\/auth'/.exec(source) ?? [];
  return [...names.matchAll(/(?<!type )\b[a-z]\w+/g)]
    .map(([name]) => name)
    .filter((name) => name !== 'type')
    .flatMap((name) => {
      const operations = amplify[name];
      if (!operations) throw new Error(`which operations does Amplify call for ${name}?`);
      return operations.map((operation) => `cognito-idp:${operation}`);
    });
}

/** Actions that the templates grant. */
function grantedActions(): string[] {
  const templates = synthesize('local');
  const policies = [
    ...resourcesOf(templates, 'AWS::IAM::Policy').map(
      ({ Properties }) => Properties.PolicyDocument,
    ),
    ...resourcesOf(templates, 'AWS::IAM::Role').flatMap(({ Properties }) =>
      (Properties.Policies ?? []).map(
        (policy: { PolicyDocument: unknown }) => policy.PolicyDocument,
      ),
    ),
  ];
  const actions = policies.flatMap(({ Statement }) =>
    [Statement].flat().flatMap(({ Action }: { Action: string | string[] }) => [Action].flat()),
  );
  return [...new Set(actions)].filter((action) => !actionsWithoutOperation.test(action));
}

let implemented: Service[];
beforeAll(async () => {
  const opened = await openServices({
    dataDir: mkdtempSync(join(tmpdir(), 'operations-')),
    clock: { now: Date.now, onChange: () => {} } as never,
    region: 'us-east-1',
    account: '000000000000',
    credentials: openCredentials('test', []),
    access: openAccess(new Map(), () => undefined),
    roles: new Map(),
    functions: [],
    failureQueues: new Map(),
    renew() {},
    invoke: async () => ({}),
    onFault: () => {},
  });
  implemented = opened.all.filter((service) => 'operations' in service);
  close = async () => {
    await Promise.all(opened.all.map((service) => service.close()));
  };
});
let close = async () => {};
afterAll(() => close());

const operationsOf = ({ name, operations }: Service) =>
  Object.keys(operations).map((operation) => `${name}:${operation}`);

/** Whether a service of the local cloud is written as operations. */
const isCovered = (operation: string) =>
  implemented.some(({ name }) => operation.startsWith(`${name}:`));

/** Operations that the product's code and its operator's tools use. */
const demanded = () => [
  ...sources('functions/**/*.ts', 'ops/catalog/**/*.ts', 'packages/cli/**/*.ts').flatMap(
    importedBy,
  ),
  ...sources('web/**/*.ts').flatMap(amplifyCallsOf),
];

test('every demanded operation exists', () => {
  const there = new Set(implemented.flatMap(operationsOf));
  const missing = [...demanded(), ...grantedActions()].filter(
    (operation) => isCovered(operation) && !there.has(operation),
  );
  expect([...new Set(missing)]).toEqual([]);
});

test('every operation is demanded: by the product, its first start or its tests', () => {
  const asked = new Set(demanded());
  // Tools without the SDK name operations as text: `cognito(origin, 'ConfirmSignUp', …)`.
  const tools = everything(
    'tests/{api,e2e,faults,bench,drills}/**/*.ts',
    'packages/local/bootstrap/*.ts',
  );
  for (const source of tools) {
    for (const operation of importedBy(source)) asked.add(operation);
    for (const [, name] of source.matchAll(/['.:]([A-Z]\w+)['?]/g))
      for (const service of implemented) asked.add(`${service.name}:${name}`);
  }
  const idle = implemented.flatMap(operationsOf).filter((operation) => !asked.has(operation));
  expect(idle).toEqual([]);
});
