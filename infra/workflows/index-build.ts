import type { JobName } from '#infra/jobs.ts';

/** Errors that a retry cannot change: the file stays the same, and a newer build has taken over. */
const permanent = ['DatasetError', 'DatasetGoneError', 'IndexTooLargeError', 'StaleBuildError'];
/** The process died or was too slow. One retry may help; more hardly would. */
const crashed = ['Lambda.Unknown', 'States.Timeout', 'Runtime.ExitError', 'Sandbox.Timedout'];

/** Other errors may be temporary: throttling, network failures, Lambda's own errors. */
const retry = [
  { ErrorEquals: permanent, MaxAttempts: 0 },
  { ErrorEquals: crashed, IntervalSeconds: 5, MaxAttempts: 1 },
  {
    ErrorEquals: ['States.ALL'],
    IntervalSeconds: 2,
    BackoffRate: 2,
    MaxAttempts: 3,
    JitterStrategy: 'FULL',
  },
];

/** A run of a function loads what it can. */
const loadRetry = [
  { ErrorEquals: ['MoreToLoadError'], IntervalSeconds: 1, BackoffRate: 1, MaxAttempts: 90 },
  ...retry,
];

const catchAll = [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'fail-build' }];

/**
 * The build of an index in Amazon States Language. Input `{ index_id, build_id }`. Each task gets the whole
 * state and returns it; `build-segment` gets `{ build, range }` with one of `$.ranges`, and its results are
 * collected in `$.segments`. `load-segment` is the same for `$.loads`, and `scan-part` for `$.parts`, which `plan-build`
 * returns instead of a plan for a dataset that one function cannot read in time; it then runs again to join them. Steps
 * are idempotent, so a retry repeats one of them.
 *
 * @param arn gives the function of a job
 * @param segmentsAtOnce how many segments are built at a time
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
    ItemSelector: { 'build.$': '$', 'range.$': '$$.Map.Item.Value' },
    MaxConcurrency: segmentsAtOnce,
    ItemProcessor: {
      ProcessorConfig: { Mode: 'INLINE' },
      StartAt: job,
      States: { [job]: { ...task(job), Retry: retries, End: true } },
    },
    Catch: catchAll,
  });
  return {
    Comment: 'plan (→ parts → plan) → train → segments → load → publish → notify',
    StartAt: 'plan-build',
    TimeoutSeconds: 24 * 60 * 60,
    States: {
      'plan-build': { ...task('plan-build'), Catch: catchAll, Next: 'is-planned' },
      'is-planned': {
        Type: 'Choice',
        Choices: [{ Variable: '$.parts', IsPresent: true, Next: 'scan-parts' }],
        Default: 'train-model',
      },
      'scan-parts': {
        ...each('$.parts', 'scan-part', retry),
        ResultPath: '$.scanned',
        Next: 'join-parts',
      },
      'join-parts': { ...task('plan-build'), Catch: catchAll, Next: 'train-model' },
      'train-model': { ...task('train-model'), Catch: catchAll, Next: 'build-segments' },
      'build-segments': {
        ...each('$.ranges', 'build-segment', retry),
        ResultPath: '$.segments',
        Next: 'load-segments',
      },
      // No items if functions hold the index.
      'load-segments': {
        ...each('$.loads', 'load-segment', loadRetry),
        ResultPath: '$.loaded',
        Next: 'publish-index',
      },
      'publish-index': { ...task('publish-index'), Catch: catchAll, Next: 'notify-build' },
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
      failed: {
        Type: 'Fail',
        Error: 'BuildFailed',
        Cause: 'The index record says why and what to do.',
      },
    },
  };
}
