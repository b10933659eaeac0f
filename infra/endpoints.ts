import type { ApiHandler } from '#functions/request/lambda.ts';
import type { EndpointName } from '#shared/contract/contract.ts';
import type { FunctionSettings } from './grants.ts';

/** Stacks that hold endpoints, by domain, so that none comes near CloudFormation's 500 resources. */
export type EndpointStack = 'Edge' | 'Accounts' | 'Search';

interface EndpointOptions extends FunctionSettings {
  stack: EndpointStack;
}

declare const proven: unique symbol;

/** Options of the endpoint `Name`, whose handler is known to exist. Only `endpoint()` makes them. */
export interface EndpointSettings<Name extends EndpointName = EndpointName>
  extends EndpointOptions {
  readonly [proven]: Name;
}

/**
 * Settles one endpoint. `File` is `typeof import('#functions/api/<name>.ts')`: a type, so infra loads
 * nothing of functions, yet a missing file or another endpoint's handler does not compile.
 */
function endpoint<Name extends EndpointName, _File extends { handler: ApiHandler<Name> }>(
  options: EndpointOptions,
): EndpointSettings<Name> {
  return options as EndpointSettings<Name>;
}

const smallMb = 512;
/** A query scans vectors: give it one whole vCPU, and nearly all the time API Gateway waits. */
const search = {
  stack: 'Search',
  memoryMb: 1769,
  timeoutSeconds: 29,
  settings: ['QUERIES_PER_SECOND', 'QUERY_BURST'],
} as const;

/** Every endpoint of the contract: where it is deployed, what it needs, what it may do. */
export const endpoints: { [Name in EndpointName]: EndpointSettings<Name> } = {
  'get-health': endpoint<'get-health', typeof import('#functions/api/get-health.ts')>({
    stack: 'Edge',
    memoryMb: smallMb,
    grants: {},
  }),
  'get-config': endpoint<'get-config', typeof import('#functions/api/get-config.ts')>({
    stack: 'Edge',
    memoryMb: smallMb,
    grants: {},
    settings: [
      'USER_POOL_ID',
      'USER_POOL_CLIENT_ID',
      'USER_POOL_ENDPOINT',
      'PARTNER_SITE_URL',
      'SALES_EMAIL',
      'BLOG_URL',
      'POSTAL_ADDRESS',
    ],
  }),
  'get-openapi': endpoint<'get-openapi', typeof import('#functions/api/get-openapi.ts')>({
    stack: 'Edge',
    memoryMb: smallMb,
    grants: {},
  }),

  'create-user': endpoint<'create-user', typeof import('#functions/api/create-user.ts')>({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: {
      tables: {
        Accounts: ['GetItem', 'Query', 'PutItem', 'DeleteItem', 'ConditionCheckItem'],
        Activity: ['GetItem', 'PutItem', 'UpdateItem'],
      },
      userPool: ['AdminGetUser', 'AdminCreateUser'],
      queues: { Mail: ['SendMessage'] },
    },
    settings: ['ATTEMPT_LIMITS'],
  }),
  'get-user': endpoint<'get-user', typeof import('#functions/api/get-user.ts')>({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: {},
  }),
  'update-user': endpoint<'update-user', typeof import('#functions/api/update-user.ts')>({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: {
      tables: { Accounts: ['Query', 'UpdateItem', 'ConditionCheckItem'], Activity: ['PutItem'] },
    },
  }),
  'sign-out': endpoint<'sign-out', typeof import('#functions/api/sign-out.ts')>({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: { tables: { Accounts: ['UpdateItem'] }, userPool: ['AdminUserGlobalSignOut'] },
  }),
  'list-users': endpoint<'list-users', typeof import('#functions/api/list-users.ts')>({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: { tables: { Accounts: ['Query'] } },
  }),
  'remove-user': endpoint<'remove-user', typeof import('#functions/api/remove-user.ts')>({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: {
      tables: {
        Accounts: ['Query', 'PutItem', 'DeleteItem', 'ConditionCheckItem'],
        Activity: ['PutItem'],
      },
      userPool: ['AdminDeleteUser'],
    },
  }),
  'get-data-export': endpoint<
    'get-data-export',
    typeof import('#functions/api/get-data-export.ts')
  >({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: { tables: { Activity: ['GetItem'] }, buckets: { Exports: { GetObject: ['*'] } } },
  }),
  'request-data-export': endpoint<
    'request-data-export',
    typeof import('#functions/api/request-data-export.ts')
  >({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: { tables: { Activity: ['PutItem'] }, queues: { Exports: ['SendMessage'] } },
  }),
  'erase-user': endpoint<'erase-user', typeof import('#functions/api/erase-user.ts')>({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: {
      tables: {
        Accounts: ['Query', 'PutItem', 'DeleteItem', 'ConditionCheckItem'],
        Indexes: ['Query', 'BatchWriteItem'],
        Activity: ['PutItem'],
      },
      queues: { Erasures: ['SendMessage'] },
      userPool: ['AdminDeleteUser'],
    },
  }),
  'create-organization': endpoint<
    'create-organization',
    typeof import('#functions/api/create-organization.ts')
  >({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: {
      tables: {
        Accounts: ['PutItem', 'UpdateItem'],
        Indexes: ['PutItem', 'UpdateItem'],
        Activity: ['PutItem'],
      },
      encryptionKeys: { ApiKeys: ['Encrypt'] },
    },
  }),
  'get-organization': endpoint<
    'get-organization',
    typeof import('#functions/api/get-organization.ts')
  >({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: {
      tables: { Indexes: ['Query', 'BatchGetItem'] },
      encryptionKeys: { ApiKeys: ['Decrypt'] },
    },
  }),
  'update-organization': endpoint<
    'update-organization',
    typeof import('#functions/api/update-organization.ts')
  >({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: { tables: { Accounts: ['UpdateItem'], Activity: ['PutItem'] } },
  }),
  'list-audit': endpoint<'list-audit', typeof import('#functions/api/list-audit.ts')>({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: { tables: { Activity: ['Query'] } },
  }),

  'create-upload': endpoint<'create-upload', typeof import('#functions/api/create-upload.ts')>({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Datasets: ['PutItem'], Activity: ['PutItem'] },
      buckets: { Datasets: { PutObject: ['org/*'] } },
    },
  }),
  'get-dataset-files': endpoint<
    'get-dataset-files',
    typeof import('#functions/api/get-dataset-files.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Datasets: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
      buckets: { Datasets: { ListBucket: ['org/*'], GetObject: ['org/*', 'data-catalog/*'] } },
    },
  }),
  'list-datasets': endpoint<'list-datasets', typeof import('#functions/api/list-datasets.ts')>({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Datasets: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
      buckets: { Datasets: { ListBucket: ['org/*'], GetObject: ['org/*'] } },
    },
  }),
  'create-dataset': endpoint<'create-dataset', typeof import('#functions/api/create-dataset.ts')>({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Datasets: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
      buckets: { Datasets: { ListBucket: ['org/*'], GetObject: ['org/*'] } },
    },
  }),
  'delete-datasets': endpoint<
    'delete-datasets',
    typeof import('#functions/api/delete-datasets.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Datasets: ['PutItem', 'DeleteItem'], Activity: ['PutItem'] },
      buckets: { Datasets: { GetObject: ['org/*'], DeleteObject: ['org/*'] } },
    },
  }),
  'delete-dataset-file': endpoint<
    'delete-dataset-file',
    typeof import('#functions/api/delete-dataset-file.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Datasets: ['PutItem', 'DeleteItem'], Activity: ['PutItem'] },
      buckets: { Datasets: { GetObject: ['org/*'], DeleteObject: ['org/*'] } },
    },
  }),

  'create-cli-upload': endpoint<
    'create-cli-upload',
    typeof import('#functions/api/create-cli-upload.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Datasets: ['PutItem'], Activity: ['PutItem'] },
      buckets: { Datasets: { PutObject: ['org/*'] } },
    },
  }),
  'get-cli-upload': endpoint<'get-cli-upload', typeof import('#functions/api/get-cli-upload.ts')>({
    stack: 'Search',
    memoryMb: smallMb,
    grants: { buckets: { Datasets: { ListMultipartUploadParts: ['org/*'] } } },
  }),
  'create-part-urls': endpoint<
    'create-part-urls',
    typeof import('#functions/api/create-part-urls.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: { buckets: { Datasets: { PutObject: ['org/*'] } } },
  }),
  'complete-cli-upload': endpoint<
    'complete-cli-upload',
    typeof import('#functions/api/complete-cli-upload.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    // S3 may take minutes to join thousands of parts; the tool asks again until it has.
    timeoutSeconds: 29,
    grants: {
      tables: { Datasets: ['PutItem', 'UpdateItem'] },
      buckets: {
        Datasets: {
          GetObject: ['org/*'],
          PutObject: ['org/*'],
          ListMultipartUploadParts: ['org/*'],
        },
      },
    },
  }),
  'abort-cli-upload': endpoint<
    'abort-cli-upload',
    typeof import('#functions/api/abort-cli-upload.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Datasets: ['DeleteItem'] },
      buckets: { Datasets: { AbortMultipartUpload: ['org/*'] } },
    },
  }),

  'list-index-keys': endpoint<
    'list-index-keys',
    typeof import('#functions/api/list-index-keys.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Indexes: ['Query', 'BatchGetItem'] },
      encryptionKeys: { ApiKeys: ['Decrypt'] },
    },
  }),
  'create-index-key': endpoint<
    'create-index-key',
    typeof import('#functions/api/create-index-key.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Indexes: ['GetItem', 'PutItem', 'UpdateItem'], Activity: ['PutItem'] },
      encryptionKeys: { ApiKeys: ['Encrypt'] },
    },
  }),
  'delete-index-key': endpoint<
    'delete-index-key',
    typeof import('#functions/api/delete-index-key.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Indexes: ['GetItem', 'DeleteItem', 'UpdateItem'], Activity: ['PutItem'] },
    },
  }),

  'list-indexes': endpoint<'list-indexes', typeof import('#functions/api/list-indexes.ts')>({
    stack: 'Search',
    memoryMb: smallMb,
    grants: { tables: { Indexes: ['GetItem', 'BatchGetItem', 'Query'] } },
  }),
  'create-index': endpoint<'create-index', typeof import('#functions/api/create-index.ts')>({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Indexes: ['PutItem', 'UpdateItem'], Activity: ['PutItem'] },
      buckets: { Datasets: { GetObject: ['org/*'] } },
      encryptionKeys: { ApiKeys: ['Encrypt'] },
      stateMachines: { IndexBuild: ['StartExecution'] },
    },
  }),
  'rebuild-index': endpoint<'rebuild-index', typeof import('#functions/api/rebuild-index.ts')>({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Indexes: ['GetItem', 'UpdateItem'], Activity: ['PutItem'] },
      buckets: { Datasets: { GetObject: ['org/*'] } },
      stateMachines: { IndexBuild: ['StartExecution'] },
    },
  }),

  'get-index-quality': endpoint<
    'get-index-quality',
    typeof import('#functions/api/get-index-quality.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Indexes: ['GetItem'] },
      buckets: { Indexes: { GetObject: ['*'] } },
    },
  }),
  'list-index-rejects': endpoint<
    'list-index-rejects',
    typeof import('#functions/api/list-index-rejects.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Indexes: ['GetItem'] },
      buckets: { Indexes: { GetObject: ['*'] } },
    },
  }),

  'query-index': endpoint<'query-index', typeof import('#functions/api/query-index.ts')>({
    ...search,
    grants: { buckets: { Indexes: { GetObject: ['*'] } } },
  }),
  'get-query-vector': endpoint<
    'get-query-vector',
    typeof import('#functions/api/get-query-vector.ts')
  >({
    ...search,
    grants: { buckets: { Indexes: { GetObject: ['*'] } } },
  }),
  'get-dictionary': endpoint<'get-dictionary', typeof import('#functions/api/get-dictionary.ts')>({
    ...search,
    grants: { buckets: { Indexes: { GetObject: ['*'] } } },
  }),

  'get-index-docs': endpoint<'get-index-docs', typeof import('#functions/api/get-index-docs.ts')>({
    stack: 'Search',
    memoryMb: smallMb,
    grants: { tables: { Indexes: ['GetItem'] } },
  }),
  'get-index-openapi': endpoint<
    'get-index-openapi',
    typeof import('#functions/api/get-index-openapi.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: { tables: { Indexes: ['GetItem'] } },
  }),
  'get-docs-markdown': endpoint<
    'get-docs-markdown',
    typeof import('#functions/api/get-docs-markdown.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: { tables: { Indexes: ['GetItem'] } },
  }),
  'get-llms-txt': endpoint<'get-llms-txt', typeof import('#functions/api/get-llms-txt.ts')>({
    stack: 'Search',
    memoryMb: smallMb,
    grants: { tables: { Indexes: ['BatchGetItem'] } },
  }),
};
