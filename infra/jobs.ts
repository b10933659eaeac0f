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
] as const;
export type JobName = (typeof jobNames)[number];

/** What makes a job run. `operator`: somebody with the right to invoke it, nothing else. */
type Trigger =
  | { workflow: StateMachineName }
  | { queue: QueueName; batchSize: number }
  | { everyMinutes: number }
  | { userPool: 'customMessage' }
  | 'operator';

export interface JobSettings extends FunctionSettings {
  stack: 'Identity' | 'Indexing' | 'Mail';
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
  'word-account-mail': job<typeof import('#functions/jobs/word-account-mail.ts')>({
    stack: 'Identity',
    trigger: { userPool: 'customMessage' },
    memoryMb: 512,
    // Cognito waits no longer.
    timeoutSeconds: 5,
    grants: {},
  }),
};
