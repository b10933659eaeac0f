import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Need } from '#infra/permissions.ts';
import { type Resources, required } from '#infra/resources.ts';
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
import { tableSchemas } from '#tables/tables.ts';
import type { Wildcard } from './acknowledge.ts';

/** IAM statements for a function's permissions, and the environment variables that name the resources. */
export interface Policy {
  statements: PolicyStatement[];
  variables: Record<string, string>;
  /** Wildcards in the statements, each with its reason. */
  wildcards: Wildcard[];
}

/** One statement, with the environment variable that names the resource. */
interface Part {
  variable?: [name: string, value: string];
  statement?: PolicyStatementProps;
  wildcards?: Wildcard[];
}

/** Creates the part of one permission: `action` is `dynamodb:GetItem`, `resource` is `Accounts`. */
type PartMaker = (action: string, resource: string, resources: Resources) => Part;

/** Reasons for granting all keys with a prefix: which keys exist is known only at run time. */
const prefixReasons: Record<string, string> = {
  'org/*': 'Files of organisations. The function first checks that the key is of the caller’s.',
  'data-catalog/*': 'Files of the catalogues, which every organisation may read.',
  'patent-documents/*': 'Published patents, which everybody may read.',
  '*': 'The bucket holds one kind of object, builds or archives, which are named at run time.',
};

/** Turns permissions into a policy. Throws if a permission names a resource that no earlier stack created. */
export function policyOf(
  functionName: string,
  permissions: readonly Need<Permission>[],
  resources: Resources,
): Policy {
  const parts = permissions.map(({ name, source }) => {
    const [action = '', resource = ''] = name.split(' ');
    try {
      return makers[action.split(':')[0] as keyof typeof makers](action, resource, resources);
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`${functionName} needs ${name} (${source}): ${message}`, { cause: error });
    }
  });
  return {
    statements: parts.flatMap(({ statement }) =>
      statement ? [new PolicyStatement(statement)] : [],
    ),
    variables: Object.fromEntries(parts.flatMap(({ variable }) => (variable ? [variable] : []))),
    wildcards: parts.flatMap(({ wildcards }) => wildcards ?? []),
  };
}

const makers = {
  dynamodb: tablePart,
  s3: bucketPart,
  sqs: queuePart,
  kms: encryptionKeyPart,
  states: stateMachinePart,
  'cognito-idp': userPoolPart,
  ses: senderPart,
  secretsmanager: secretPart,
  scheduler: schedulePart,
  iam: schedulePart,
  es: clusterPart,
  lambda: functionPart,
} satisfies Record<string, PartMaker>;

function tablePart(action: string, resource: string, resources: Resources): Part {
  const name = resource as TableName;
  const { tableArn, tableName } = resources.tables[name];
  const indexArns =
    action === 'dynamodb:Query'
      ? tableSchemas[name].indexes.map((index) => `${tableArn}/index/${index}`)
      : [];
  return {
    variable: [envName('table', name), tableName],
    statement: { actions: [action], resources: [tableArn, ...indexArns] },
  };
}

function bucketPart(action: string, resource: string, resources: Resources): Part {
  const [, name, prefix] = /^(\w+)\/(.+)$/.exec(resource) as unknown as [
    string,
    BucketName,
    string,
  ];
  const bucket = resources.buckets[name];
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

function queuePart(action: string, name: string, resources: Resources): Part {
  const { queueArn, queueUrl } = resources.queues[name as QueueName].queue;
  return {
    variable: [envName('queue', name), queueUrl],
    statement: { actions: [action], resources: [queueArn] },
  };
}

function encryptionKeyPart(action: string, name: string, resources: Resources): Part {
  const { keyArn } = resources.encryptionKeys[name as EncryptionKeyName];
  return {
    variable: [envName('encryptionKey', name), keyArn],
    statement: {
      actions: [action],
      resources: [keyArn],
      // Without this encryption context, a ciphertext could be moved to another organisation's or index's record.
      conditions: {
        Null: { 'kms:EncryptionContext:org': 'false', 'kms:EncryptionContext:index': 'false' },
      },
    },
  };
}

function stateMachinePart(action: string, name: string, resources: Resources): Part {
  const machine = required(resources.stateMachines, 'the state machine')[name as StateMachineName];
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

function userPoolPart(action: string, _resource: string, resources: Resources): Part {
  const pool = required(resources.userPool, 'the user pool');
  return {
    variable: ['USER_POOL_ID', pool.userPoolId],
    statement: { actions: [action], resources: [pool.userPoolArn] },
  };
}

function senderPart(action: string, _resource: string, resources: Resources): Part {
  const { arn, recipientArns, configurationSetArn, address } = resources.sender;
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
function secretPart(action: string, name: string, resources: Resources): Part {
  const secret = resources.secrets[name as SecretName];
  if (!secret) return {};
  const { secretArn } = secret;
  return {
    variable: [envName('secret', name), secretArn],
    statement: { actions: [action], resources: [secretArn] },
  };
}

/** Without a cluster, a function that could use one gets nothing. */
function clusterPart(action: string, _resource: string, { cluster }: Resources): Part {
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

function schedulePart(action: string, name: string, resources: Resources): Part {
  const schedules = required(resources.schedules, 'the schedules')[name as ScheduleSetName];
  const variable: Part['variable'] = [envName('scheduleSet', name), schedules.prefix];
  if (action !== 'iam:PassRole') {
    return { variable, statement: { actions: [action], resources: schedules.arns } };
  }
  const conditions = { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } };
  return { variable, statement: { actions: [action], resources: [schedules.roleArn], conditions } };
}

function functionPart(action: string, name: string, resources: Resources): Part {
  const arn = required(resources.functionArns, 'the names of functions')[name as FunctionName];
  return {
    variable: [envName('function', name), arn],
    statement: { actions: [action], resources: [arn] },
  };
}
