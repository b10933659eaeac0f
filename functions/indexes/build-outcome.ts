import type { BuildOutcome } from '#shared/build-outcomes.ts';
import type { IndexRecord } from './indexes.ts';

/** How the newest build of an index stands. */
export function buildOutcome({ failure, build_started_at }: IndexRecord): BuildOutcome {
  if (failure) return 'failed';
  return build_started_at ? 'running' : 'done';
}
