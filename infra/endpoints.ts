import type { ApiHandler } from '#functions/runtime/lambda.ts';
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
const search = { stack: 'Search', memoryMb: 1769, timeoutSeconds: 29 } as const;

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
      tables: { Accounts: ['GetItem', 'Query', 'PutItem', 'DeleteItem'] },
      userPool: ['AdminGetUser', 'AdminCreateUser'],
      queues: { Mail: ['SendMessage'] },
    },
  }),
  'get-user': endpoint<'get-user', typeof import('#functions/api/get-user.ts')>({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: {},
  }),
  'update-user': endpoint<'update-user', typeof import('#functions/api/update-user.ts')>({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: { tables: { Accounts: ['Query', 'UpdateItem', 'ConditionCheckItem'] } },
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
      tables: { Accounts: ['Query', 'DeleteItem', 'ConditionCheckItem'] },
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
      tables: { Accounts: ['PutItem', 'UpdateItem'], Indexes: ['PutItem', 'UpdateItem'] },
      encryptionKeys: { ApiKeys: ['Encrypt'] },
    },
  }),
  'get-organization': endpoint<
    'get-organization',
    typeof import('#functions/api/get-organization.ts')
  >({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: { tables: { Indexes: ['Query'] }, encryptionKeys: { ApiKeys: ['Decrypt'] } },
  }),
  'update-organization': endpoint<
    'update-organization',
    typeof import('#functions/api/update-organization.ts')
  >({
    stack: 'Accounts',
    memoryMb: smallMb,
    grants: { tables: { Accounts: ['UpdateItem'] } },
  }),

  'create-upload': endpoint<'create-upload', typeof import('#functions/api/create-upload.ts')>({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Datasets: ['PutItem'] },
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
      tables: { Datasets: ['Query'] },
      buckets: { Datasets: { ListBucket: ['org/*'], GetObject: ['org/*', 'data-catalog/*'] } },
    },
  }),
  'delete-dataset-file': endpoint<
    'delete-dataset-file',
    typeof import('#functions/api/delete-dataset-file.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Datasets: ['DeleteItem'] },
      buckets: { Datasets: { GetObject: ['org/*'], DeleteObject: ['org/*'] } },
    },
  }),

  'list-index-keys': endpoint<
    'list-index-keys',
    typeof import('#functions/api/list-index-keys.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: { tables: { Indexes: ['Query'] }, encryptionKeys: { ApiKeys: ['Decrypt'] } },
  }),
  'create-index-key': endpoint<
    'create-index-key',
    typeof import('#functions/api/create-index-key.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Indexes: ['GetItem', 'PutItem', 'UpdateItem'] },
      encryptionKeys: { ApiKeys: ['Encrypt'] },
    },
  }),
  'delete-index-key': endpoint<
    'delete-index-key',
    typeof import('#functions/api/delete-index-key.ts')
  >({
    stack: 'Search',
    memoryMb: smallMb,
    grants: { tables: { Indexes: ['GetItem', 'DeleteItem', 'UpdateItem'] } },
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
      tables: { Indexes: ['PutItem', 'UpdateItem'] },
      buckets: { Datasets: { GetObject: ['org/*'] } },
      encryptionKeys: { ApiKeys: ['Encrypt'] },
      stateMachines: { IndexBuild: ['StartExecution'] },
    },
  }),
  'rebuild-index': endpoint<'rebuild-index', typeof import('#functions/api/rebuild-index.ts')>({
    stack: 'Search',
    memoryMb: smallMb,
    grants: {
      tables: { Indexes: ['GetItem', 'UpdateItem'] },
      buckets: { Datasets: { GetObject: ['org/*'] } },
      stateMachines: { IndexBuild: ['StartExecution'] },
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
};
