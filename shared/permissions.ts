import type {
  EncryptionKeyName,
  FunctionName,
  QueueName,
  ScheduleSetName,
  SecretName,
  StateMachineName,
  TableName,
} from './resources.ts';

/**
 * A permission is a text of an IAM action and a resource by its logical name: `dynamodb:GetItem Accounts`.
 * Functions name a permission where they use a resource, as a literal. The deployment grants each function
 * the literals in the code that it reaches: see `infra/permissions.ts`. There is no word for "everything",
 * so a wildcard cannot be granted by accident.
 */
export type Permission =
  | TablePermission
  | BucketPermission
  | QueuePermission
  | EncryptionKeyPermission
  | StateMachinePermission
  | UserPoolPermission
  | SenderPermission
  | SecretPermission
  | SchedulePermission
  | ClusterPermission
  | FunctionPermission
  | SourceRolePermission;

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'Scan'
  | 'ConditionCheckItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem';

/** `Query` includes the table's indexes. Transactions need the single actions only. */
export type TablePermission<Name extends TableName = TableName> = `dynamodb:${TableAction} ${Name}`;

/** Objects by bucket and prefix of their keys. A bucket that holds one kind of object has no prefixes to tell apart. */
type Objects =
  | 'Datasets/org/*'
  | 'Datasets/data-catalog/*'
  | 'Datasets/patent-documents/*'
  | 'Indexes/*'
  | 'Reports/made/*'
  | 'Reports/exports/*'
  | 'Reports/judged/*'
  | 'Exports/*'
  | 'Exports/searches/*';

/**
 * `PutObject` covers beginning and completing a multipart upload, too. `ListBucket` is bound to listing
 * below the prefix.
 */
export type BucketPermission =
  `s3:${'GetObject' | 'PutObject' | 'DeleteObject' | 'DeleteObjectVersion' | 'ListBucket' | 'ListMultipartUploadParts' | 'AbortMultipartUpload'} ${Objects}`;

export type QueuePermission = `sqs:SendMessage ${QueueName}`;

/** Only with an encryption context that names `org` and `index`. */
export type EncryptionKeyPermission = `kms:${'Encrypt' | 'Decrypt'} ${EncryptionKeyName}`;

export type StateMachinePermission =
  `states:${'StartExecution' | 'DescribeExecution'} ${StateMachineName}`;

export type UserPoolPermission =
  `cognito-idp:${'AdminGetUser' | 'ListUsers' | 'AdminCreateUser' | 'AdminDeleteUser' | 'AdminUserGlobalSignOut' | 'AdminSetUserMFAPreference' | 'AdminUpdateUserAttributes'} Users`;

/** As the environment's sender, nobody else. */
export type SenderPermission = 'ses:SendEmail Sender';

/** Of an encrypted parameter. */
export type SecretPermission = `ssm:GetParameter ${SecretName}`;

/** Schedules that are changed at run time. `PassRole` is for the one role in which they invoke their function. */
export type SchedulePermission =
  | `scheduler:${'GetSchedule' | 'UpdateSchedule'} ${ScheduleSetName}`
  | `iam:PassRole ${ScheduleSetName}`;

/** Requests to the OpenSearch cluster, by their HTTP method. Without a cluster nothing is granted. */
export type ClusterPermission = `es:ESHttp${'Get' | 'Put' | 'Post' | 'Delete'} Cluster`;

/** Roles of customers that let us read their buckets, and only together with an external id. */
export type SourceRolePermission = 'sts:AssumeRole SourceRoles';

export type FunctionPermission = `lambda:InvokeFunction ${FunctionName}`;

/** Environment variables beside those of resources. A function gets those that its code reads with `setting()`. */
export const settings = [
  'USER_POOL_ID',
  'USER_POOL_CLIENT_ID',
  'USER_POOL_ENDPOINT',
  'PARTNER_SITE_URL',
  'SALES_EMAIL',
  'BLOG_URL',
  'SOCIAL_URLS',
  'POSTAL_ADDRESS',
  'COUNT_PAGE_VIEWS',
  'MAIL_CONFIGURATION_SET',
  'ORIGIN_SECRET',
  'QUERIES_PER_SECOND',
  'QUERIES_BY_URL',
  'QUERY_URL_FOR_PROGRAMS',
  'QUERY_BURST',
  'ATTEMPT_LIMITS',
  'STRIPE_ENDPOINT',
  'STRIPE_PUBLISHABLE_KEY',
  'BREACHED_PASSWORDS_ENDPOINT',
  'ASSISTANT_MODEL',
  'REPORT_JUDGE',
  'EMBEDDER',
  'CLUSTER_FROM_ROWS',
  'CLUSTER_PROCESSORS',
  'SEARCH_MEMORY_MB',
  'COMMIT',
  'WEBHOOKS_TO_LOOPBACK',
  'ACCOUNT_ID',
  'SEGMENTS_AT_ONCE',
  'BUILDS_AT_ONCE',
  'CANARY_INDEX',
  'CANARY_TEXT',
] as const;
export type Setting = (typeof settings)[number];
