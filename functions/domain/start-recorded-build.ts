import { logger } from '#functions/runtime/log.ts';
import { startBuild } from '#functions/store/index-build.ts';
import type { BuildRef } from '#functions/store/indexes.ts';

/** The record says that a build is due. If it cannot be started now, `sweep-builds` starts it later. */
export async function startRecordedBuild(build: BuildRef) {
  try {
    await startBuild(build);
    // Whoever knows the request learns the build, whose id all further lines have.
    logger.info('build started', { ...build });
  } catch (error) {
    logger.error('build not started yet', { index: build.index_id, error: error as Error });
  }
}
