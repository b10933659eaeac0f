import type { Access } from '#shared/contract/endpoint.ts';
import type {
  BucketName,
  EncryptionKeyName,
  QueueName,
  StateMachineName,
  TableName,
} from '#shared/resources.ts';

/**
 * What one function may do, as data: IAM actions without their service prefix, by resource name.
 * There is no word for "everything", so a wildcard cannot be granted by accident.
 */
export interface Grants {
  /** `Query` includes the table's indexes. Transactions need the single actions only. */
  tables?: { [Name in TableName]?: readonly TableAction[] };
  /** Key prefixes by action. `ListBucket` is bound to listing below its prefixes. */
  buckets?: {
    [Name in BucketName]?: { [Action in BucketAction]?: readonly KeyPrefixes[Name][] };
  };
  queues?: { [Name in QueueName]?: readonly 'SendMessage'[] };
  /** Only with an encryption context that names `org` and `index`. */
  encryptionKeys?: { [Name in EncryptionKeyName]?: readonly ('Encrypt' | 'Decrypt')[] };
  stateMachines?: {
    [Name in StateMachineName]?: readonly ('StartExecution' | 'DescribeExecution')[];
  };
  userPool?: readonly (
    | 'AdminGetUser'
    | 'AdminCreateUser'
    | 'AdminDeleteUser'
    | 'AdminUserGlobalSignOut'
  )[];
  /** As the environment's sender, nobody else. */
  ses?: readonly 'SendEmail'[];
}

type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'ConditionCheckItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem';

/** `PutObject` covers beginning and completing a multipart upload, too. */
type BucketAction =
  | 'GetObject'
  | 'PutObject'
  | 'DeleteObject'
  | 'ListBucket'
  | 'ListMultipartUploadParts'
  | 'AbortMultipartUpload';

/** Where keys may begin. A bucket that holds one kind of object has no prefixes to tell apart. */
interface KeyPrefixes {
  Datasets: 'org/*' | 'data-catalog/*';
  Indexes: '*';
  Exports: '*';
}

/** Environment variables beside those of granted resources, by their names. */
export type Setting =
  | 'USER_POOL_ID'
  | 'USER_POOL_CLIENT_ID'
  | 'USER_POOL_ENDPOINT'
  | 'PARTNER_SITE_URL'
  | 'SALES_EMAIL'
  | 'BLOG_URL'
  | 'POSTAL_ADDRESS'
  | 'QUERIES_PER_SECOND'
  | 'QUERY_BURST'
  | 'ATTEMPT_LIMITS';

/** What every deployed function states about itself. */
export interface FunctionSettings {
  /** 1,769 MB is one whole vCPU. */
  memoryMb: number;
  timeoutSeconds?: number;
  grants: Grants;
  settings?: readonly Setting[];
  /** Source files that are started as worker threads; each becomes `<name>.mjs` beside the handler. */
  workers?: readonly string[];
}

/** What establishing the principal reads, whatever the endpoint does afterwards. */
export const grantsOfAccess: Record<Access, Grants> = {
  public: {},
  token: {},
  user: { tables: { Accounts: ['GetItem'] } },
  member: { tables: { Accounts: ['GetItem'] } },
  admin: { tables: { Accounts: ['GetItem'] } },
  'api-key': { tables: { Indexes: ['GetItem', 'UpdateItem'], Accounts: ['UpdateItem'] } },
  'upload-token': { tables: { Datasets: ['GetItem'], Accounts: ['GetItem'] } },
};
