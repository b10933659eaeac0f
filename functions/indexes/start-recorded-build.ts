import { logger } from '#core/runtime/log.ts';
import { startBuild } from './index-build.ts';
import type { BuildRef } from './indexes.ts';

/** The record says that a build is due. If it cannot be started now, `sweep-builds` starts it later. */
export async function startRecordedBuild(build: BuildRef) {
  try {
    await startBuild(build);
    // Leads from the request to the build, whose id all further lines have.
    logger.info('build started', { ...build });
  } catch (error) {
    logger.error('build not started yet', { index: build.index_id, error: error as Error });
  }
}
