import type { JobName } from '#functions/features.ts';

/** Errors that a retry cannot change: the file stays the same, and a newer build has taken over. */
const permanent = ['DatasetError', 'DatasetGoneError', 'IndexTooLargeError', 'StaleBuildError'];
/** The process died or was too slow. One retry may help; more hardly would. */
const crashed = ['Lambda.Unknown', 'States.Timeout', 'Runtime.ExitError', 'Sandbox.Timedout'];

/**
 * Lambda has no instance left, or a store is asked too much, also after the tries of its client. A new account runs ten
 * functions at once, and others want them, too: hours of work are not given up for that.
 */
const throttled = [
  'Lambda.TooManyRequestsException',
  'Lambda.ServiceException',
  'ProvisionedThroughputExceededException',
  'ServiceUnavailable',
  'SlowDown',
  'ThrottlingException',
];

/** Other errors may be temporary: network failures, say. */
const retry = [
  { ErrorEquals: permanent, MaxAttempts: 0 },
  { ErrorEquals: crashed, IntervalSeconds: 5, MaxAttempts: 1 },
  {
    ErrorEquals: throttled,
    IntervalSeconds: 2,
    BackoffRate: 2,
    MaxDelaySeconds: 60,
    MaxAttempts: 20,
    JitterStrategy: 'FULL',
  },
  {
    ErrorEquals: ['States.ALL'],
    IntervalSeconds: 2,
    BackoffRate: 2,
    MaxAttempts: 3,
    JitterStrategy: 'FULL',
  },
];

/**
 * A run of a function loads what it can, or waits a minute for the cluster to merge or to copy what was loaded: four hours
 * in total, for shards of five million rows.
 */
const loadRetry = [
  { ErrorEquals: ['MoreToLoadError'], IntervalSeconds: 1, BackoffRate: 1, MaxAttempts: 240 },
  ...retry,
];

const errorTo = (next: string) => [
  { ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: next },
];
const catchAll = errorTo('fail-build');

const failed = {
  Type: 'Fail',
  Error: 'BuildFailed',
  Cause: 'The index record says why and what to do.',
};

/**
 * Other builds of the organization come first. It asks after five seconds, then less and less often, every two minutes in the
 * end: over a week the history of an execution, which ends at 25,000 events, takes that.
 */
const turnRetry = [
  {
    ErrorEquals: ['NotYourTurnError'],
    IntervalSeconds: 5,
    BackoffRate: 1.2,
    MaxDelaySeconds: 120,
    MaxAttempts: 6000,
  },
  ...retry,
];

/**
 * The build of an index in Amazon States Language. Input `{ index_id, build_id }`. Each task gets the whole state and
 * returns it, with a list of numbers that `plan-build` adds: `parts`, instead of a plan, of a dataset that one function
 * cannot read in time; it then runs again to join them. Else `segments`, and `loads`, the same list, if the index goes to
 * the cluster. For each number a map starts an execution `{ index_id, build_id, number }`. Steps are idempotent, so a
 * retry repeats one of them.
 *
 * @param arn gives the function of a job
 * @param segmentsAtOnce how many parts and segments are worked on at a time
 */
export function indexBuild(arn: (job: JobName) => string, segmentsAtOnce: number) {
  const task = (job: JobName) => ({
    Type: 'Task',
    Resource: arn(job),
    TimeoutSeconds: 900,
    Retry: retry,
  });
  const each = (items: string, job: JobName, retries: typeof loadRetry) => ({
    Type: 'Map',
    ItemsPath: items,
    ItemSelector: {
      'index_id.$': '$.index_id',
      'build_id.$': '$.build_id',
      'number.$': '$$.Map.Item.Value',
    },
    MaxConcurrency: segmentsAtOnce,
    ItemProcessor: {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      StartAt: job,
      States: {
        [job]: { ...task(job), Retry: retries, Catch: errorTo(`fail-${job}`), End: true },
        // Here, because the map's own error does not say what went wrong.
        [`fail-${job}`]: { ...task('fail-build'), Next: `failed-${job}` },
        [`failed-${job}`]: failed,
      },
    },
    ResultPath: null,
    Catch: catchAll,
  });
  return {
    Comment: 'plan (→ parts → plan) → train → segments (→ load) → publish → notify',
    StartAt: 'plan-build',
    TimeoutSeconds: 7 * 24 * 60 * 60,
    States: {
      'plan-build': {
        ...task('plan-build'),
        Retry: turnRetry,
        Catch: catchAll,
        Next: 'is-planned',
      },
      'is-planned': {
        Type: 'Choice',
        Choices: [{ Variable: '$.parts', IsPresent: true, Next: 'scan-parts' }],
        Default: 'train-model',
      },
      'scan-parts': { ...each('$.parts', 'scan-part', retry), Next: 'join-parts' },
      'join-parts': { ...task('plan-build'), Catch: catchAll, Next: 'train-model' },
      'train-model': { ...task('train-model'), Catch: catchAll, Next: 'build-segments' },
      'build-segments': { ...each('$.segments', 'build-segment', retry), Next: 'is-built' },
      'is-built': {
        Type: 'Choice',
        Choices: [{ Variable: '$.loads', IsPresent: true, Next: 'load-segments' }],
        Default: 'publish-index',
      },
      'load-segments': { ...each('$.loads', 'load-segment', loadRetry), Next: 'publish-index' },
      'publish-index': {
        ...task('publish-index'),
        Retry: loadRetry,
        Catch: catchAll,
        Next: 'notify-build',
      },
      // Without Catch: the index already serves, so a failed mail does not fail the build. The customer has
      // no other notice, so the mail is retried for more than an hour.
      'notify-build': {
        ...task('notify-build'),
        Retry: [
          { ErrorEquals: permanent, MaxAttempts: 0 },
          { ErrorEquals: ['States.ALL'], IntervalSeconds: 5, BackoffRate: 2, MaxAttempts: 10 },
        ],
        End: true,
      },
      'fail-build': { ...task('fail-build'), Next: 'failed' },
      failed,
    },
  };
}
