import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { Setting } from '#shared/permissions.ts';
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
import type { QueueWithDeadLetters } from './constructs/queue.ts';
import type { Needs } from './permissions.ts';

/** Schedules that staff change at run time. */
export interface ReminderSchedules {
  /** Prefix of all their names, before a hyphen. */
  prefix: string;
  arns: string[];
  /** The role that invokes their function. */
  roleArn: string;
}

/** The resources that functions use. Each stack adds what it creates. */
export interface Resources {
  tables: Record<TableName, Table>;
  buckets: Record<BucketName, Bucket>;
  queues: Record<QueueName, QueueWithDeadLetters>;
  encryptionKeys: Record<EncryptionKeyName, Key>;
  /** Without those of what the environment does not use. */
  secrets: Partial<Record<SecretName, Secret>>;
  /** SES identity and configuration set, and the one address that mail is sent from. */
  sender: {
    arn: string;
    /** Recipients that SES authorises like senders while the account is in its sandbox. */
    recipientArns: readonly string[];
    configurationSetArn: string;
    configurationSetName: string;
    address: string;
  };
  /** The OpenSearch cluster, if the environment has one. The local one has no ARN: it asks for no credentials. */
  cluster?: {
    address: string;
    arn?: string;
    /** The domain, if the app makes it. */
    owner?: Construct;
  };
  userPool?: UserPool;
  stateMachines?: Record<StateMachineName, StateMachine>;
  /**
   * Origin of the app, as in links of mails: `https://search.example.com`. While the user pool is created it is
   * known only if it does not come from CloudFront.
   */
  publicOrigin?: string;
  schedules?: Record<ScheduleSetName, ReminderSchedules>;
  /** ARNs of functions that others invoke. Their names are known before they are made. */
  functionArns?: Record<FunctionName, string>;
  /** Gets the log lines of searches. */
  searchRecorder?: LambdaFunction;
  settings?: Partial<Record<Setting, string>>;
  /** What each function needs, by its name. */
  needs: ReadonlyMap<string, Needs>;
}

/** Returns the value. Throws if no earlier stack has set it. */
export function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`no earlier stack made ${what}`);
  return value;
}
