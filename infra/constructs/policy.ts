import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Need } from '#infra/permissions.ts';
import type {
  ClusterAddress,
  FoundationResources,
  Grant,
  Grants,
  Part,
  PlatformResources,
  ReminderSchedules,
  SecretParameter,
  Service,
} from '#infra/platform.ts';
import type { Permission } from '#shared/permissions.ts';
import {
  type BucketName,
  type EncryptionKeyName,
  envName,
  type FunctionName,
  type QueueName,
  type ScheduleSetName,
  type SecretName,
  type StateMachineName,
  type TableName,
} from '#shared/resources.ts';
import { sourceRolePrefix } from '#shared/sources.ts';
import { tableSchemas } from '#tables/tables.ts';
import type { Wildcard } from './acknowledge.ts';

/** IAM statements for a function's permissions, and the environment variables that name the resources. */
export interface Policy {
  statements: PolicyStatement[];
  variables: Record<string, string>;
  /** Wildcards in the statements, each with its reason. */
  wildcards: Wildcard[];
}

/** Reasons for granting all keys with a prefix: which keys exist is known only at run time. */
const prefixReasons: Record<string, string> = {
  'org/*': 'Files of organizations. The function first checks that the key is of the caller’s.',
  'data-catalog/*': 'Files of the catalogues, which every organization may read.',
  'patent-documents/*': 'Published patents, which everybody may read.',
  '*': 'The bucket holds one kind of object, builds or archives, which are named at run time.',
};

/** Turns permissions into a policy. Throws for a service that cannot be granted yet. */
export function policyOf(
  functionName: string,
  permissions: readonly Need<Permission>[],
  grants: Grants,
): Policy {
  const parts = permissions.map(({ name, source }) => {
    const [action = '', resource = ''] = name.split(' ');
    const grant = grants[action.split(':')[0] as Service];
    if (!grant) {
      throw new Error(`${functionName} needs ${name} (${source}), which is made after it`);
    }
    return grant(action, resource);
  });
  return {
    statements: parts.flatMap(({ statement }) =>
      statement ? [new PolicyStatement(statement)] : [],
    ),
    variables: Object.fromEntries(parts.flatMap(({ variable }) => (variable ? [variable] : []))),
    wildcards: parts.flatMap(({ wildcards }) => wildcards ?? []),
  };
}

/** What functions may be granted from the start. */
export const foundationGrants = (resources: FoundationResources): Grants => ({
  dynamodb: (action, name) => tablePart(action, resources.tables[name as TableName], name),
  s3: (action, resource) => bucketPart(action, resource, resources.buckets),
  sqs: (action, name) => queuePart(action, name, resources.queues[name as QueueName]),
  kms: (action, name) =>
    encryptionKeyPart(action, name, resources.encryptionKeys[name as EncryptionKeyName]),
  ses: (action) => senderPart(action, resources.sender),
  ssm: (action, name) => secretPart(action, name, resources.secrets[name as SecretName]),
  es: (action) => clusterPart(action, resources.cluster),
  sts: (action) => sourceRolesPart(action),
  lambda: (action, name) =>
    functionPart(action, name, resources.functionArns[name as FunctionName]),
});

export const userPoolGrants = (pool: PlatformResources['userPool']): Grants => ({
  'cognito-idp': (action) => userPoolPart(action, pool),
});

export const workflowGrants = (machines: PlatformResources['stateMachines']): Grants => ({
  states: (action, name) => stateMachinePart(action, name, machines[name as StateMachineName]),
});

export const scheduleGrants = (schedules: PlatformResources['schedules']): Grants => {
  const grant: Grant = (action, name) =>
    schedulePart(action, name, schedules[name as ScheduleSetName]);
  return { scheduler: grant, iam: grant };
};

function tablePart(action: string, { tableArn, tableName }: Table, name: string): Part {
  const indexArns =
    action === 'dynamodb:Query'
      ? tableSchemas[name as TableName].indexes.map((index) => `${tableArn}/index/${index}`)
      : [];
  return {
    variable: [envName('table', name), tableName],
    statement: { actions: [action], resources: [tableArn, ...indexArns] },
  };
}

function bucketPart(
  action: string,
  resource: string,
  buckets: FoundationResources['buckets'],
): Part {
  const [, name, prefix] = /^(\w+)\/(.+)$/.exec(resource) as unknown as [
    string,
    BucketName,
    string,
  ];
  const bucket = buckets[name];
  const arn = bucket.bucketArn;
  const variable: Part['variable'] = [envName('bucket', name), bucket.bucketName];
  if (action === 's3:ListBucket') {
    const conditions = { StringLike: { 's3:prefix': [prefix] } };
    return { variable, statement: { actions: [action], resources: [arn], conditions } };
  }
  return {
    variable,
    statement: { actions: [action], resources: [`${arn}/${prefix}`] },
    wildcards: [{ owner: bucket, arn, suffix: `/${prefix}`, reason: prefixReasons[prefix]! }],
  };
}

function queuePart(action: string, name: string, { queueArn, queueUrl }: Queue): Part {
  return {
    variable: [envName('queue', name), queueUrl],
    statement: { actions: [action], resources: [queueArn] },
  };
}

function encryptionKeyPart(action: string, name: string, { keyArn }: Key): Part {
  return {
    variable: [envName('encryptionKey', name), keyArn],
    statement: {
      actions: [action],
      resources: [keyArn],
      // Without this encryption context, a ciphertext could be moved to another organization's or index's record.
      conditions: {
        Null: { 'kms:EncryptionContext:org': 'false', 'kms:EncryptionContext:index': 'false' },
      },
    },
  };
}

function stateMachinePart(action: string, name: string, machine: StateMachine): Part {
  const variable: Part['variable'] = [envName('stateMachine', name), machine.stateMachineArn];
  if (action === 'states:StartExecution') {
    return { variable, statement: { actions: [action], resources: [machine.stateMachineArn] } };
  }
  const wildcard = executionsOf(machine);
  return {
    variable,
    statement: { actions: [action], resources: [`${wildcard.arn}${wildcard.suffix}`] },
    wildcards: [wildcard],
  };
}

function executionsOf(machine: StateMachine): Wildcard {
  const arn = Stack.of(machine).formatArn({
    service: 'states',
    resource: 'execution',
    resourceName: machine.stateMachineName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  const reason = 'Executions of this workflow only; they are named when they start.';
  return { owner: machine, arn, suffix: ':*', reason };
}

function userPoolPart(action: string, pool: UserPool): Part {
  return {
    variable: ['USER_POOL_ID', pool.userPoolId],
    statement: { actions: [action], resources: [pool.userPoolArn] },
  };
}

function senderPart(
  action: string,
  { arn, recipientArns, configurationSetArn, address }: FoundationResources['sender'],
): Part {
  return {
    variable: ['MAIL_FROM', address],
    statement: {
      actions: [action],
      // SES asks for the configuration set, too, and in its sandbox for the recipient's identity.
      resources: [arn, ...recipientArns, configurationSetArn],
      conditions: { StringEquals: { 'ses:FromAddress': address } },
    },
  };
}

/** Without the secret, a function that could read it gets nothing. */
function secretPart(action: string, name: string, secret: SecretParameter | undefined): Part {
  if (!secret) return {};
  return {
    variable: [envName('secret', name), secret.name],
    // The key of Systems Manager, with which it is encrypted, lets all who may read parameters use it for them.
    statement: { actions: [action], resources: [secret.arn] },
  };
}

/** Without a cluster, a function that could use one gets nothing. */
function clusterPart(action: string, cluster: ClusterAddress | undefined): Part {
  if (!cluster) return {};
  const { address, arn, owner } = cluster;
  const variable: Part['variable'] = ['CLUSTER_URL', address];
  if (!arn) return { variable };
  return {
    variable,
    statement: { actions: [action], resources: [`${arn}/*`] },
    wildcards: [
      {
        owner,
        arn,
        suffix: '/*',
        reason: 'Indexes on the cluster, which are named when they are built.',
      },
    ],
  };
}

/** Roles of customers: of any account, by the beginning of their names, and never without an external id. */
function sourceRolesPart(action: string): Part {
  const arn = `arn:aws:iam::*:role/${sourceRolePrefix}`;
  return {
    statement: {
      actions: [action],
      resources: [`${arn}*`],
      conditions: { Null: { 'sts:ExternalId': 'false' } },
    },
    wildcards: [
      {
        arn,
        suffix: '*',
        reason:
          'Roles that customers make in their accounts for us to read a bucket. Each trusts the external id of its organization.',
      },
    ],
  };
}

function schedulePart(action: string, name: string, schedules: ReminderSchedules): Part {
  const variable: Part['variable'] = [envName('scheduleSet', name), schedules.prefix];
  if (action !== 'iam:PassRole') {
    return { variable, statement: { actions: [action], resources: schedules.arns } };
  }
  const conditions = { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } };
  return { variable, statement: { actions: [action], resources: [schedules.roleArn], conditions } };
}

function functionPart(action: string, name: string, arn: string): Part {
  return {
    variable: [envName('function', name), arn],
    statement: { actions: [action], resources: [arn] },
  };
}
