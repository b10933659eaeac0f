import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#core/runtime/ids.ts';
import { logger } from '#core/runtime/log.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { FORMAT_VERSION } from '#engine';
import { fileNameOf } from '#functions/datasets/index.ts';
import { providerStaff } from '#shared/audit-actions.ts';
import {
  catalogOwner,
  type IndexRecord,
  listRunningBuilds,
  putRebuild,
  StaleBuildError,
} from './indexes.ts';
import { getRenewedFormat, listOldIndexes, putRenewedFormat } from './outdated-indexes.ts';
import { startRecordedBuild } from './start-recorded-build.ts';

/** Builds at a time, with those of customers: a new account runs 10 functions at once. */
const buildsAtOnce = 4;
/** Well below the 15 minutes that a function has, and after which the next run goes on. */
const longestMs = 600_000;
const pauseMs = 5000;

/**
 * Builds indexes of an earlier format version again, a few at a time: when one is through, the next begins. Their searches
 * answer `Busy` until the new version is published. Nobody gets a mail.
 */
export async function renewIndexes(now: Date): Promise<void> {
  if ((await getRenewedFormat()) === FORMAT_VERSION) return;
  const old = await listOldIndexes(FORMAT_VERSION);
  if (old.length === 0) {
    await putRenewedFormat(FORMAT_VERSION);
    return;
  }
  const waiting = old.filter((record) => !record.build_started_at);
  for (let waited = 0; waiting.length > 0 && waited < longestMs; waited += pauseMs) {
    if (waited > 0) await sleep(pauseMs);
    const at = new Date(now.getTime() + waited);
    const free = buildsAtOnce - (await listRunningBuilds(at)).length;
    for (const record of waiting.splice(0, Math.max(0, free))) {
      try {
        await renew(record, at);
      } catch (error) {
        // The others do not wait for it.
        logger.error('index not built again', { index: record.item_id, error: error as Error });
      }
    }
  }
}

async function renew(record: IndexRecord, now: Date): Promise<void> {
  const build = { index_id: record.item_id, build_id: newId('bld') };
  // Of the version that serves: a later build with other settings may have failed. Documents stay those that serve then.
  const source = {
    dataset_key: record.dataset_key,
    dataset_size: record.dataset_size,
    columns_role: record.columns_role,
    columns_data: record.columns_data,
    chosen_types: record.chosen_types,
    columns_use: record.columns_use,
    embed: record.embed,
    vector_weight: record.vector_weight,
    reading: record.reading,
  };
  const rebuild = { build_id: build.build_id, renewed_for: FORMAT_VERSION, source };
  try {
    await putRebuild(record, rebuild, entryOf(record, now), now);
  } catch (error) {
    // Somebody was faster.
    if (error instanceof StaleBuildError) return;
    throw error;
  }
  logger.info('index built again for its format', { ...build });
  await startRecordedBuild(build);
}

/** Catalogues have no trail. */
function entryOf({ item_id, org_id, name, dataset_key }: IndexRecord, now: Date) {
  if (org_id === catalogOwner) return [];
  const actor = { orgId: org_id, user: { item_id: 'staff', full_name: providerStaff } };
  const details = { dataset: fileNameOf(dataset_key) };
  return [
    auditEntry(
      actor,
      { action: 'index.rebuild-started', object: { id: item_id, name }, details },
      now,
    ),
  ];
}
