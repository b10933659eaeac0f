import { requireAttempt } from '#core/request/require-attempt.ts';
import { newId } from '#core/runtime/ids.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { fileNameOf, findOwnFile } from '#functions/datasets/index.ts';
import type { UserRecord } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { getIndex, putRebuild, StaleBuildError, sourceOf } from './indexes.ts';
import { startRecordedBuild } from './start-recorded-build.ts';

/**
 * Builds an index again from a dataset, with the choices of its last build, as the page does. It counts as a build.
 * @returns `waits` if it must be tried later: it is being built, or the organization has begun too many builds
 */
export async function rebuildFromDataset(
  indexId: string,
  actor: { orgId: string; user: UserRecord },
  datasetKey: string,
  now: Date,
): Promise<'begun' | 'waits' | 'gone'> {
  const record = await getIndex(indexId);
  const file = await findOwnFile(actor.orgId, datasetKey);
  if (record?.org_id !== actor.orgId || !file) return 'gone';
  if (record.build_started_at) return 'waits';
  const build_id = newId('bld');
  const last = sourceOf(record);
  const source = {
    dataset_key: datasetKey,
    dataset_size: file.sizeBytes,
    columns_role: last.columns_role,
    columns_data: last.columns_data,
    chosen_types: last.chosen_types,
    columns_use: last.columns_use,
    embed: last.embed,
    vector_weight: last.vector_weight,
    reading: last.reading,
  };
  const event = {
    action: 'index.rebuild-started',
    object: { id: record.item_id, name: record.name },
    details: { dataset: fileNameOf(datasetKey) },
  } as const;
  const rebuild = { build_id, notify_email: actor.user.email, source };
  try {
    await requireAttempt('build', actor.orgId, now);
    await putRebuild(record, rebuild, [auditEntry(actor, event, now)], now);
  } catch (error) {
    if (error instanceof StaleBuildError) return 'waits';
    if (error instanceof ProductError && error.code === 'TooManyAttempts') return 'waits';
    throw error;
  }
  await startRecordedBuild({ index_id: indexId, build_id });
  return 'begun';
}
