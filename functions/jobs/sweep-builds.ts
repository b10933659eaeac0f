import { endFailedBuild } from '#functions/builds/end-failed-build.ts';
import { removeSupersededBuilds } from '#functions/builds/remove-superseded-builds.ts';
import { logger } from '#functions/runtime/log.ts';
import { buildStatus, startBuild } from '#functions/store/index-build.ts';
import { type IndexRecord, listRunningBuilds } from '#functions/store/indexes.ts';

/** Younger builds are left alone: they may be between being written and being started. */
const graceMs = 60_000;

const gaveUp =
  'The index could not be built in time. Please try again; if it happens again, write to us and name the index.';

/**
 * Looks after builds that nobody works on: starts those that never began, ends those that ended without
 * a word, and removes what superseded ones have left.
 */
export async function handler(): Promise<void> {
  const now = new Date();
  for (const record of await listRunningBuilds(new Date(now.getTime() - graceMs))) {
    try {
      await lookAfter(record, now);
    } catch (error) {
      logger.error('build not looked after', { index: record.item_id, error: error as Error });
    }
  }
  await removeSupersededBuilds(now);
}

async function lookAfter(record: IndexRecord, now: Date) {
  const build = { index_id: record.item_id, build_id: record.build_id };
  const status = await buildStatus(build);
  if (status === 'RUNNING') return;
  logger.warn('build without execution', { ...build, status });
  if (status === undefined) await startBuild(build);
  else await endFailedBuild(record, gaveUp, now);
}
