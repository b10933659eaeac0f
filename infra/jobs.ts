import type { QueueName, StateMachineName } from '#shared/resources.ts';
import type { FunctionSettings, Grants } from './grants.ts';

/** Functions that no route leads to. The key is also the file in `functions/jobs/` and the function's name. */
export const jobNames = [
  'plan-build',
  'train-model',
  'build-segment',
  'publish-index',
  'notify-build',
  'fail-build',
  'sweep-builds',
  'load-catalog',
  'send-mail',
  'word-account-mail',
  'limit-attempts',
  'close-accounts',
  'end-sessions',
  'export-person',
  'erase-person',
  'refuse-request',
] as const;
export type JobName = (typeof jobNames)[number];

/**
 * What makes a job run. `operator`: somebody with the right to invoke it, nothing else. `no-route`: a
 * request to the API that no route takes.
 */
type Trigger =
  | { workflow: StateMachineName }
  | { queue: QueueName; batchSize: number }
  | { everyMinutes: number }
  | {
      userPool: readonly (
        | 'preSignUp'
        | 'preAuthentication'
        | 'customMessage'
        | 'postConfirmation'
      )[];
    }
  | 'operator'
  | 'no-route';

export interface JobSettings extends FunctionSettings {
  stack: 'Identity' | 'Indexing' | 'Mail' | 'Accounts';
  trigger: Trigger;
  timeoutSeconds: number;
}

/** Settings of one job. `File` is `typeof import('#functions/jobs/<name>.ts')`: a missing file or handler does not compile. */
function job<_File extends { handler: (...input: never[]) => Promise<unknown> }>(
  settings: JobSettings,
): JobSettings {
  return settings;
}

const workflow = { stack: 'Indexing', trigger: { workflow: 'IndexBuild' } } as const;
/** Memory for one segment's columns and postings; with it come two vCPUs. The longest a function can run. */
const heavy = { ...workflow, memoryMb: 3008, timeoutSeconds: 900 } as const;
/** What every step needs that reads the dataset: it, the build's files, and the record to report to. */
const datasetToIndex: Grants = {
  tables: { Indexes: ['GetItem', 'UpdateItem'] },
  buckets: {
    Datasets: { GetObject: ['org/*', 'data-catalog/*'] },
    Indexes: { GetObject: ['*'], PutObject: ['*'] },
  },
};

/** What counting attempts needs. */
const attemptGrants: Grants = { tables: { Activity: ['GetItem', 'UpdateItem'] } };

/** Every job: what starts it, what it needs, what it may do. */
export const jobs: Record<JobName, JobSettings> = {
  'plan-build': job<typeof import('#functions/jobs/plan-build.ts')>({
    ...workflow,
    memoryMb: 1769,
    timeoutSeconds: 900,
    grants: datasetToIndex,
  }),
  'train-model': job<typeof import('#functions/jobs/train-model.ts')>({
    ...heavy,
    grants: datasetToIndex,
  }),
  'build-segment': job<typeof import('#functions/jobs/build-segment.ts')>({
    ...heavy,
    grants: datasetToIndex,
  }),
  'publish-index': job<typeof import('#functions/jobs/publish-index.ts')>({
    ...heavy,
    grants: {
      tables: { Indexes: ['GetItem', 'UpdateItem', 'PutItem'] },
      buckets: { Indexes: { GetObject: ['*'], PutObject: ['*'] } },
    },
  }),
  'notify-build': job<typeof import('#functions/jobs/notify-build.ts')>({
    ...workflow,
    memoryMb: 512,
    timeoutSeconds: 30,
    grants: {
      tables: { Indexes: ['GetItem'] },
      queues: { Mail: ['SendMessage'] },
    },
  }),
  'fail-build': job<typeof import('#functions/jobs/fail-build.ts')>({
    ...workflow,
    memoryMb: 512,
    timeoutSeconds: 30,
    grants: {
      tables: { Indexes: ['GetItem', 'UpdateItem', 'PutItem'] },
      queues: { Mail: ['SendMessage'] },
    },
  }),
  'sweep-builds': job<typeof import('#functions/jobs/sweep-builds.ts')>({
    stack: 'Indexing',
    trigger: { everyMinutes: 15 },
    memoryMb: 512,
    timeoutSeconds: 120,
    grants: {
      tables: { Indexes: ['Query', 'GetItem', 'UpdateItem', 'PutItem', 'DeleteItem'] },
      buckets: { Indexes: { ListBucket: ['*'], DeleteObject: ['*'] } },
      queues: { Mail: ['SendMessage'] },
      stateMachines: { IndexBuild: ['StartExecution', 'DescribeExecution'] },
    },
  }),
  'load-catalog': job<typeof import('#functions/jobs/load-catalog.ts')>({
    stack: 'Indexing',
    trigger: 'operator',
    memoryMb: 512,
    timeoutSeconds: 120,
    grants: {
      tables: { Indexes: ['GetItem', 'PutItem'] },
      buckets: { Datasets: { GetObject: ['data-catalog/*'] } },
      stateMachines: { IndexBuild: ['StartExecution'] },
    },
  }),
  'send-mail': job<typeof import('#functions/jobs/send-mail.ts')>({
    stack: 'Mail',
    trigger: { queue: 'Mail', batchSize: 5 },
    memoryMb: 512,
    timeoutSeconds: 30,
    grants: {
      tables: { Activity: ['UpdateItem'] },
      ses: ['SendEmail'],
    },
  }),
  'export-person': job<typeof import('#functions/jobs/export-person.ts')>({
    stack: 'Accounts',
    trigger: { queue: 'Exports', batchSize: 1 },
    memoryMb: 1024,
    timeoutSeconds: 300,
    grants: {
      tables: {
        Accounts: ['GetItem'],
        Datasets: ['Query'],
        Indexes: ['Query'],
        Activity: ['GetItem', 'Query', 'UpdateItem'],
      },
      buckets: {
        Datasets: { ListBucket: ['org/*'] },
        Exports: { PutObject: ['*'], ListBucket: ['*'], DeleteObject: ['*'] },
      },
      userPool: ['AdminGetUser'],
      queues: { Mail: ['SendMessage'] },
    },
  }),
  'erase-person': job<typeof import('#functions/jobs/erase-person.ts')>({
    stack: 'Accounts',
    trigger: { queue: 'Erasures', batchSize: 1 },
    memoryMb: 512,
    timeoutSeconds: 300,
    grants: {
      tables: {
        Accounts: ['GetItem', 'Query', 'DeleteItem', 'BatchWriteItem'],
        Datasets: ['Query', 'UpdateItem', 'BatchWriteItem'],
        Indexes: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
        Activity: ['Query', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
      },
      buckets: {
        Datasets: { ListBucket: ['org/*'], DeleteObject: ['org/*'] },
        Indexes: { ListBucket: ['*'], DeleteObject: ['*'] },
        Exports: { ListBucket: ['*'], DeleteObject: ['*'] },
      },
      userPool: ['AdminDeleteUser'],
      queues: { Mail: ['SendMessage'], Erasures: ['SendMessage'] },
    },
  }),
  'refuse-request': job<typeof import('#functions/jobs/refuse-request.ts')>({
    stack: 'Accounts',
    trigger: 'no-route',
    memoryMb: 256,
    timeoutSeconds: 5,
    grants: {},
  }),
  'word-account-mail': job<typeof import('#functions/jobs/word-account-mail.ts')>({
    stack: 'Identity',
    trigger: { userPool: ['customMessage'] },
    memoryMb: 512,
    // Cognito waits no longer.
    timeoutSeconds: 5,
    grants: attemptGrants,
    settings: ['ATTEMPT_LIMITS'],
  }),
  'limit-attempts': job<typeof import('#functions/jobs/limit-attempts.ts')>({
    stack: 'Identity',
    trigger: { userPool: ['preSignUp', 'preAuthentication'] },
    memoryMb: 512,
    // Cognito waits no longer.
    timeoutSeconds: 5,
    grants: attemptGrants,
    settings: ['ATTEMPT_LIMITS'],
  }),
  'close-accounts': job<typeof import('#functions/jobs/close-accounts.ts')>({
    stack: 'Accounts',
    trigger: { everyMinutes: 15 },
    memoryMb: 512,
    timeoutSeconds: 120,
    grants: {
      tables: { Accounts: ['Query', 'DeleteItem'] },
      userPool: ['AdminDeleteUser'],
    },
  }),
  'end-sessions': job<typeof import('#functions/jobs/end-sessions.ts')>({
    stack: 'Identity',
    trigger: { userPool: ['postConfirmation'] },
    memoryMb: 512,
    // Cognito waits no longer.
    timeoutSeconds: 5,
    grants: { tables: { Accounts: ['UpdateItem'] } },
  }),
};
