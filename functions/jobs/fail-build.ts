import { endFailedBuild } from '#functions/domain/end-failed-build.ts';
import { requireBuild } from '#functions/domain/open-build.ts';
import { logger } from '#functions/runtime/log.ts';
import type { BuildRef } from '#functions/store/indexes.ts';

interface FailedState extends BuildRef {
  /** The error from Step Functions: its name, and Lambda's JSON about it. */
  error: { Error: string; Cause?: string };
}

/** Errors whose message is written for the customer. */
const customerErrors = ['DatasetError', 'DatasetGoneError', 'IndexTooLargeError'];

const ourFault =
  'The index could not be built because of a problem on our side. Please try again later; if it happens again, write to us and name the index.';

/** Runs when a step has finally failed. The version published before keeps serving. */
export async function handler({ index_id, build_id, error }: FailedState): Promise<BuildRef> {
  const build = { index_id, build_id };
  if (error.Error === 'StaleBuildError') return build;
  logger.error('build failed', { ...build, error: error.Error, cause: error.Cause });
  const reason = customerErrors.includes(error.Error) ? messageOf(error.Cause) : ourFault;
  const record = await requireBuild(build);
  // The build has ended already: a step published it and its answer was lost, or an earlier try recorded
  // the failure.
  if (record.build_started_at) await endFailedBuild(record, reason, new Date());
  return build;
}

function messageOf(cause: string | undefined): string {
  const { errorMessage } = JSON.parse(cause ?? '{}') as { errorMessage?: string };
  return errorMessage ?? ourFault;
}
