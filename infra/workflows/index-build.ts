import type { JobName } from '#infra/jobs.ts';

/** What another try cannot change: the file stays as it is, and a newer build has taken over for good. */
const permanent = ['DatasetError', 'DatasetGoneError', 'StaleBuildError'];
/** The process died or was too slow. A second time may be luck, a third would be hope. */
const crashed = ['Lambda.Unknown', 'States.Timeout', 'Runtime.ExitError', 'Sandbox.Timedout'];

/** Everything else may pass by itself: throttling, a network that hiccups, Lambda's own errors. */
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

const catchAll = [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'fail-build' }];

/**
 * The build of an index in Amazon States Language. Input `{ index_id, build_id }`. Each task gets the
 * state whole and returns it whole; `build-segment` gets `{ build, range }`, one of `$.ranges`, and
 * what it returns is gathered in `$.segments`. Steps are idempotent, so a retry repeats one of them.
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
  return {
    Comment: 'plan → train → segments → publish → notify',
    StartAt: 'plan-build',
    TimeoutSeconds: 6 * 60 * 60,
    States: {
      'plan-build': { ...task('plan-build'), Catch: catchAll, Next: 'train-model' },
      'train-model': { ...task('train-model'), Catch: catchAll, Next: 'build-segments' },
      'build-segments': {
        Type: 'Map',
        ItemsPath: '$.ranges',
        ItemSelector: { 'build.$': '$', 'range.$': '$$.Map.Item.Value' },
        MaxConcurrency: segmentsAtOnce,
        ItemProcessor: {
          ProcessorConfig: { Mode: 'INLINE' },
          StartAt: 'build-segment',
          States: { 'build-segment': { ...task('build-segment'), End: true } },
        },
        ResultPath: '$.segments',
        Catch: catchAll,
        Next: 'publish-index',
      },
      'publish-index': { ...task('publish-index'), Catch: catchAll, Next: 'notify-build' },
      // No Catch: the index serves already, a mail that was not sent does not make it a failure. But
      // nobody else would tell the customer, so it is tried for more than an hour.
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
