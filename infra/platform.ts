import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { Permission, Setting } from '#shared/permissions.ts';
import type {
  BucketName,
  EncryptionKeyName,
  FunctionName,
  QueueName,
  ScheduleSetName,
  SecretName,
  StateMachineName,
  TableName,
} from '#shared/resources.ts';
import type { Wildcard } from './constructs/acknowledge.ts';
import type { Needs } from './permissions.ts';

/** The resources of the stack `Data`. */
export interface DataResources {
  tables: Record<TableName, Table>;
  buckets: Record<BucketName, Bucket>;
  queues: Record<QueueName, Queue>;
  /** Messages that failed five times: of queues without one of their own, and of those that have one. */
  deadLetters: { ofAll: Queue } & Partial<Record<QueueName, Queue>>;
  /** What functions were to do that nobody waits for, and that failed three times. */
  failedJobs: Queue;
  encryptionKeys: Record<EncryptionKeyName, Key>;
  /** Without those of what the environment does not use. */
  secrets: Partial<Record<SecretName, SecretParameter>>;
  /** SES identity and configuration set, and the one address that mail is sent from. */
  sender: {
    arn: string;
    /** Recipients that SES authorises like senders while the account is in its sandbox. */
    recipientArns: readonly string[];
    configurationSetArn: string;
    configurationSetName: string;
    address: string;
  };
}

/** An encrypted parameter that the operator makes. It is known by its name: CloudFormation makes none that are encrypted. */
export interface SecretParameter {
  name: string;
  arn: string;
}

/** The OpenSearch cluster. The local one has no ARN: it asks for no credentials. */
export interface ClusterAddress {
  address: string;
  arn?: string;
  /** The domain, if the app makes it. */
  owner?: Construct;
}

/** Schedules that staff change at run time. */
export interface ReminderSchedules {
  /** Prefix of all their names, before a hyphen. */
  prefix: string;
  arns: string[];
  /** The role that invokes their function. */
  roleArn: string;
}

/** One statement, with the environment variable that names the resource. */
export interface Part {
  variable?: [name: string, value: string];
  statement?: PolicyStatementProps;
  wildcards?: Wildcard[];
}

/** Makes the part of one permission: `action` is `dynamodb:GetItem`, `resource` is `Accounts`. */
export type Grant = (action: string, resource: string) => Part;

/** `dynamodb` of `dynamodb:GetItem Accounts`. */
export type Service = Permission extends `${infer Name}:${string}` ? Name : never;

/** What can be granted, by service. Those whose resources do not exist yet are missing. */
export type Grants = { readonly [Name in Service]?: Grant };

/**
 * What functions are made with while the platform is built: those of the user pool, of the workflow, and those that the
 * platform itself needs.
 */
export interface Foundation {
  /** Folder that holds the code of all functions: see `bundle.ts`. */
  assetsDir: string;
  /** What each function needs, by its name. */
  needs: ReadonlyMap<string, Needs>;
  /** Permissions that can be granted by now. */
  grants: Grants;
  queues: DataResources['queues'];
  failedJobs: Queue;
  settings: Partial<Record<Setting, string>>;
  /**
   * Origin of the app, as in links of mails: `https://search.example.com`. While the user pool is created it is
   * known only if it does not come from CloudFront.
   */
  publicOrigin: string | undefined;
}

/** What all other functions are made with. */
export interface Platform extends Foundation {
  /** Gets the log lines of searches. */
  searchRecorder: LambdaFunction;
}

/** What the stack `Data` made, and what is known by name before it is made. */
export interface FoundationResources extends DataResources {
  cluster: ClusterAddress | undefined;
  /** ARNs of functions that others invoke. */
  functionArns: Record<FunctionName, string>;
}

/** Resources that stacks make of the foundation. */
export interface PlatformResources {
  userPool: UserPool;
  stateMachines: Record<StateMachineName, StateMachine>;
  schedules: Record<ScheduleSetName, ReminderSchedules>;
}
