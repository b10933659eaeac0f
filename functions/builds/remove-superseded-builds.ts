import { logger } from '#functions/runtime/log.ts';
import { getIndex } from '#functions/store/indexes.ts';
import { removeFolder } from '#functions/store/indexes-bucket.ts';
import {
  forgetSupersededBuild,
  listSupersededBuilds,
  type SupersededBuild,
} from '#functions/store/superseded-builds.ts';

/**
 * Queries that began before a build was superseded go on reading it, and a step of it that was given up
 * may still write. No function runs for longer than a quarter of an hour.
 */
const graceMs = 60 * 60_000;

/** Removes the files of builds that nobody can be using any more. */
export async function removeSupersededBuilds(now: Date): Promise<void> {
  for (const build of await listSupersededBuilds(new Date(now.getTime() - graceMs))) {
    try {
      await remove(build);
    } catch (error) {
      logger.error('superseded build not removed', { ...build, error: error as Error });
    }
  }
}

async function remove(build: SupersededBuild) {
  const record = await getIndex(build.index_id);
  // A build that was taken for failed may have been published all the same, by a step thought dead.
  const serves = record?.manifest_key?.startsWith(build.folder);
  if (!serves) await removeFolder(build.folder);
  await forgetSupersededBuild(build);
  logger.info(serves ? 'build serves after all' : 'superseded build removed', { ...build });
}
