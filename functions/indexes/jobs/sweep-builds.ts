import { logger } from '#core/runtime/log.ts';
import { removeFromCluster } from '../cluster-connection.ts';
import { clusterNameOf } from '../cluster-names.ts';
import { endFailedBuild } from '../end-failed-build.ts';
import { buildStatus, startBuild } from '../index-build.ts';
import { getIndex, type IndexRecord, listRunningBuilds } from '../indexes.ts';
import { removeFolder } from '../indexes-bucket.ts';
import { mailEndingKeys } from '../mail-ending-keys.ts';
import { renewIndexes } from '../renew-indexes.ts';
import {
  forgetSupersededBuild,
  listSupersededBuilds,
  type SupersededBuild,
} from '../superseded-builds.ts';

/** Younger builds are left alone: they may be between being written and being started. */
const graceMs = 60_000;

const gaveUp =
  'The index could not be built in time. Please try again; if it happens again, write to us and name the index.';

/**
 * Repairs abandoned builds: starts those that never began, ends those whose workflow ended without an
 * update, and removes the files of superseded ones. Tells of API keys that end. Then builds indexes of an earlier release again.
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
  try {
    await mailEndingKeys(now);
  } catch (error) {
    logger.error('ends of keys not told', { error: error as Error });
  }
  await renewIndexes(now);
}

async function lookAfter(record: IndexRecord, now: Date) {
  const build = { index_id: record.item_id, build_id: record.build_id };
  const status = await buildStatus(build);
  if (status === 'RUNNING') return;
  logger.warn('build without execution', { ...build, status });
  if (status === undefined) await startBuild(build);
  else await endFailedBuild(record, gaveUp, now);
}

/**
 * Queries that began before a build was superseded may still read it, and an abandoned step may still
 * write. No function runs for longer than a quarter of an hour.
 */
const supersededGraceMs = 60 * 60_000;

/** Folders of changed rows are below that of their build, and never on a cluster. */
const isOfChanges = (folder: string) => folder.includes('/changes/');

/** Removes the files of builds that nobody can be using any more. */
async function removeSupersededBuilds(now: Date): Promise<void> {
  for (const build of await listSupersededBuilds(new Date(now.getTime() - supersededGraceMs))) {
    try {
      await removeSuperseded(build);
    } catch (error) {
      logger.error('superseded build not removed', { ...build, error: error as Error });
    }
  }
}

async function removeSuperseded(build: SupersededBuild) {
  const record = await getIndex(build.index_id);
  // A build that counts as failed may still have been published by a late step.
  const serves = record?.manifest_key?.startsWith(build.folder);
  if (!serves) {
    if (!isOfChanges(build.folder)) await removeFromCluster(clusterNameOf(build.folder));
    await removeFolder(build.folder);
  }
  await forgetSupersededBuild(build);
  logger.info(serves ? 'build serves after all' : 'superseded build removed', { ...build });
}
