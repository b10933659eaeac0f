import { logger } from '#core/runtime/log.ts';
import { endFailedBuild } from '../end-failed-build.ts';
import { type BuildRef, getIndex } from '../indexes.ts';

interface FailedState extends BuildRef {
  /** The error from Step Functions: its name, and Lambda's JSON about it. */
  error: { Error: string; Cause?: string };
}

/** Errors whose message is written for the customer. */
const customerErrors = ['DatasetError', 'DatasetGoneError', 'IndexTooLargeError'];

const ourFault =
  'The index could not be built because of a problem on our side. Please try again later; if it happens again, write to us and name the index.';

/**
 * Runs when a step has finally failed: in the execution of a part or segment, which knows why, then in that of the build.
 * The version published before keeps serving.
 */
export async function handler({ index_id, build_id, error }: FailedState): Promise<BuildRef> {
  const build = { index_id, build_id };
  const record = await getIndex(index_id);
  // A newer build has begun, or this one has ended already: a step published it and its answer was lost, or the failure
  // was recorded before.
  if (record?.build_id !== build_id || !record.build_started_at) return build;
  logger.error('build failed', { ...build, error: error.Error, cause: error.Cause });
  const reason = customerErrors.includes(error.Error) ? messageOf(error.Cause) : ourFault;
  await endFailedBuild(record, reason, new Date());
  return build;
}

function messageOf(cause: string | undefined): string {
  const { errorMessage } = JSON.parse(cause ?? '{}') as { errorMessage?: string };
  return errorMessage ?? ourFault;
}
