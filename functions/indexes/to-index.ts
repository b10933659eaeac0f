import { publicOrigin } from '#core/runtime/config.ts';
import { fileNameOf } from '#functions/datasets/index.ts';
import type { BuildOutcome } from '#shared/build-outcomes.ts';
import { isCatalog } from '#shared/catalogs.ts';
import type { BuildProgress, Index } from '#shared/contract/indexes.ts';
import type { WorkDone } from '#tables/indexes.ts';
import { type IndexRecord, sourceOf, statusOf } from './indexes.ts';

/** Endpoint of an index, to which `/query`, `/vectors` and `/dictionary` are appended. */
export const apiEndpoint = (indexId: string) => `${publicOrigin()}/api/v1/indexes/${indexId}`;

/** The share of a build's time at which each stage begins. Training and indexing advance with their rows. */
const stagePercent = {
  queued: 0,
  planning: 1,
  training: 5,
  indexing: 30,
  loading: 60,
  publishing: 92,
};

/** Progress of the newest build as customers see it, from what its steps have reported. */
export function progressOf(record: IndexRecord): BuildProgress {
  const { stage, rows_total, rows_trained, pieces = {}, done, placement } = record.build;
  const { rows: published, rejects: leftOut } = record;
  if (stage === 'done') return { stage, percent: 100, rows: published, rejects: leftOut };
  const datasetBytes = sourceOf(record).dataset_size;
  const sum = (amount: keyof WorkDone) =>
    Object.values(pieces).reduce(
      (total, piece) => total + (piece[amount] ?? 0),
      done?.[amount] ?? 0,
    );
  const [rows, rejects] = [sum('rows'), sum('rejects')];
  const part = (amount: number) => Math.min(1, amount / Math.max(1, rows_total));
  let percent = stagePercent[stage];
  const bytes = Math.min(datasetBytes, sum('bytes'));
  if (stage === 'planning') percent += (4 * bytes) / Math.max(1, datasetBytes);
  if (stage === 'training') percent += 20 * part(rows_trained);
  // Loading takes as long as indexing.
  if (stage === 'indexing') percent += (placement === 'cluster' ? 30 : 60) * part(rows + rejects);
  if (stage === 'loading') percent += 30 * part(sum('loaded'));
  return {
    stage,
    percent: Math.round(percent),
    rows,
    rejects,
    placement,
    read: stage === 'planning' ? { bytes, of: datasetBytes } : undefined,
  };
}

/** How the newest build of an index stands. */
export function buildOutcome({ failure, build_started_at }: IndexRecord): BuildOutcome {
  if (failure) return 'failed';
  return build_started_at ? 'running' : 'done';
}

/** An index record as customers see it. */
export function toIndex(record: IndexRecord): Index {
  return {
    item_id: record.item_id,
    name: record.name,
    created_at: record.created_at,
    modified_at: record.modified_at,
    author: record.author,
    status: statusOf(record),
    builtin: isCatalog(record.item_id),
    version: '1.0',
    api_endpoint: apiEndpoint(record.item_id),
    dataset_name: fileNameOf(record.dataset_key),
    dataset_size: record.dataset_size,
    rows: record.rows,
    columns_role: record.columns_role,
    columns_type: record.columns_type,
    vector_dimensions: record.vector_dimensions,
    columns_use: record.columns_use,
    columns_data: record.columns_data,
    progress: progressOf(record),
    failure: record.failure,
  };
}
