import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Grants } from '#infra/grants.ts';
import { type Resources, required } from '#infra/resources.ts';
import {
  type BucketName,
  buckets,
  encryptionKeys,
  envName,
  queues,
  stateMachines,
  tables,
} from '#shared/resources.ts';
import { tableSchemas } from '#tables/tables.ts';
import type { Wildcard } from './acknowledge.ts';

/** What a function's grants come to: IAM statements, and the environment variables that name what is granted. */
export interface Policy {
  statements: PolicyStatement[];
  variables: Record<string, string>;
  /** Wildcards in the statements, each with its reason. */
  wildcards: Wildcard[];
}

/** One statement, with the variable by which the function knows the resource. */
interface Part {
  variable: [name: string, value: string];
  statement: PolicyStatementProps;
  wildcards?: Wildcard[];
}

/** Why a function is granted all keys of a prefix: which exist is known only at run time. */
const prefixReasons = {
  'org/*': 'Files of organisations. The function first checks that the key is of the caller’s.',
  'data-catalog/*': 'Files of the catalogues, which every organisation may read.',
  '*': 'The bucket holds one kind of object, builds or archives, which are named at run time.',
};

/** Turns grants into policy. Throws when something is granted that no earlier stack made. */
export function policyOf(
  functionName: string,
  grants: readonly Grants[],
  resources: Resources,
): Policy {
  const parts = grants.flatMap((grant) => [
    ...tableParts(grant, resources),
    ...bucketParts(grant, resources),
    ...queueParts(grant, resources),
    ...keyParts(grant, resources),
    ...stateMachineParts(grant, resources, functionName),
    ...personParts(grant, resources, functionName),
  ]);
  return {
    statements: parts.map((part) => new PolicyStatement(part.statement)),
    variables: Object.fromEntries(parts.map((part) => part.variable)),
    wildcards: parts.flatMap((part) => part.wildcards ?? []),
  };
}

function* tableParts(grant: Grants, resources: Resources): Generator<Part> {
  for (const name of tables) {
    const actions = grant.tables?.[name];
    if (!actions) continue;
    const { tableArn, tableName } = resources.tables[name];
    const variable: Part['variable'] = [envName('table', name), tableName];
    yield {
      variable,
      statement: { actions: prefixed('dynamodb', actions), resources: [tableArn] },
    };
    const indexArns = tableSchemas[name].indexes.map((i) => `${tableArn}/index/${i}`);
    if (actions.includes('Query') && indexArns.length > 0) {
      yield { variable, statement: { actions: ['dynamodb:Query'], resources: indexArns } };
    }
  }
}

function* bucketParts(grant: Grants, resources: Resources): Generator<Part> {
  for (const name of buckets) {
    const bucket = resources.buckets[name];
    const arn = bucket.bucketArn;
    const variable: Part['variable'] = [envName('bucket', name), bucket.bucketName];
    for (const [action, prefixes] of prefixesByAction(grant, name)) {
      const actions = prefixed('s3', [action]);
      if (action === 'ListBucket') {
        const conditions = { StringLike: { 's3:prefix': prefixes } };
        yield { variable, statement: { actions, resources: [arn], conditions } };
      } else {
        yield {
          variable,
          statement: { actions, resources: prefixes.map((prefix) => `${arn}/${prefix}`) },
          wildcards: prefixes.map((prefix) => ({
            owner: bucket,
            arn,
            suffix: `/${prefix}`,
            reason: prefixReasons[prefix],
          })),
        };
      }
    }
  }
}

function prefixesByAction(grant: Grants, name: BucketName) {
  const actions: Record<string, readonly (keyof typeof prefixReasons)[]> =
    grant.buckets?.[name] ?? {};
  return Object.entries(actions);
}

function* queueParts(grant: Grants, resources: Resources): Generator<Part> {
  for (const name of queues) {
    const actions = grant.queues?.[name];
    if (!actions) continue;
    const { queueArn, queueUrl } = resources.queues[name].queue;
    yield {
      variable: [envName('queue', name), queueUrl],
      statement: { actions: prefixed('sqs', actions), resources: [queueArn] },
    };
  }
}

function* keyParts(grant: Grants, resources: Resources): Generator<Part> {
  for (const name of encryptionKeys) {
    const actions = grant.encryptionKeys?.[name];
    if (!actions) continue;
    const { keyArn } = resources.encryptionKeys[name];
    yield {
      variable: [envName('encryptionKey', name), keyArn],
      statement: {
        actions: prefixed('kms', actions),
        resources: [keyArn],
        // A ciphertext that is not bound to its organisation and index could be moved to another's record.
        conditions: {
          Null: { 'kms:EncryptionContext:org': 'false', 'kms:EncryptionContext:index': 'false' },
        },
      },
    };
  }
}

function* stateMachineParts(
  grant: Grants,
  resources: Resources,
  functionName: string,
): Generator<Part> {
  for (const name of stateMachines) {
    const actions = grant.stateMachines?.[name] ?? [];
    if (actions.length === 0) continue;
    const machine = required(resources.stateMachines, `state machine ${name}`, functionName)[name];
    const variable: Part['variable'] = [envName('stateMachine', name), machine.stateMachineArn];
    if (actions.includes('StartExecution')) {
      const on = [machine.stateMachineArn];
      yield { variable, statement: { actions: ['states:StartExecution'], resources: on } };
    }
    if (actions.includes('DescribeExecution')) {
      const wildcard = executionsOf(machine);
      const on = [`${wildcard.arn}${wildcard.suffix}`];
      yield {
        variable,
        statement: { actions: ['states:DescribeExecution'], resources: on },
        wildcards: [wildcard],
      };
    }
  }
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

/** The user pool and the sender: things there is one of. */
function* personParts(grant: Grants, resources: Resources, functionName: string): Generator<Part> {
  if (grant.userPool) {
    const pool = required(resources.userPool, 'the user pool', functionName);
    yield {
      variable: ['USER_POOL_ID', pool.userPoolId],
      statement: {
        actions: prefixed('cognito-idp', grant.userPool),
        resources: [pool.userPoolArn],
      },
    };
  }
  if (grant.ses) {
    const { arn, address } = resources.sender;
    yield {
      variable: ['MAIL_FROM', address],
      statement: {
        actions: prefixed('ses', grant.ses),
        resources: [arn],
        conditions: { StringEquals: { 'ses:FromAddress': address } },
      },
    };
  }
}

function prefixed(service: string, actions: readonly string[]): string[] {
  return actions.map((action) => `${service}:${action}`);
}
