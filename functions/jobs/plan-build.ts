import * as engine from '#engine';
import { buildFiles } from '#functions/domain/build-files.ts';
import { DatasetGoneError, guardDataset } from '#functions/domain/dataset-gone-error.ts';
import { normalizeDataset, normalizedSource } from '#functions/domain/normalize-dataset.ts';
import { type BuildPlan, readJson, requireBuild } from '#functions/domain/open-build.ts';
import { findDataset } from '#functions/domain/own-files.ts';
import { IndexTooLargeError, placeIndex } from '#functions/domain/place-index.ts';
import { optionalSetting, setting } from '#functions/runtime/config.ts';
import { datasetSource } from '#functions/store/datasets-bucket.ts';
import {
  type BuildPlacement,
  type BuildRef,
  type IndexRecord,
  setPlanned,
  setStage,
  sourceOf,
} from '#functions/store/indexes.ts';
import { buildFolder, folderOf, putObject } from '#functions/store/indexes-bucket.ts';

/** Segments of one build at most: their numbers travel in the state of the workflow (256 KB). */
const maxSegments = 1000;
const minRangeBytes = 64 << 20;

/** First step: checks the dataset and cuts it into ranges of whole rows, one segment each. */
export async function handler({ index_id, build_id }: BuildRef) {
  const build = { index_id, build_id };
  const record = await requireBuild(build);
  await setStage(build, 'planning');
  const planKey = buildFolder(record) + buildFiles.plan;
  const planned = (await readJson<BuildPlan>(planKey)) ?? (await plan(record, planKey));
  const placement = placementOf(planned.plan);
  await setPlanned(build, planned.plan.recordCount, placement);
  const ranges = planned.plan.ranges.map((_, segment) => ({ segment }));
  return { ...build, ranges, loads: placement === 'cluster' ? ranges : [] };
}

/**
 * Where searches will find the index: in functions if they can hold it, else on the cluster. An installation may set
 * from how many rows on the cluster is preferred.
 * @throws IndexTooLargeError if it can be served by neither, before it is built
 */
function placementOf({ recordCount, sizeBytes, ranges }: engine.DatasetPlan): BuildPlacement {
  const size = { rows: recordCount, textBytes: sizeBytes, segments: ranges.length };
  const isHeld = placeIndex(size, Number(setting('SEARCH_MEMORY_MB'))) !== 'nowhere';
  // Absent without a cluster.
  const fromRows = optionalSetting('CLUSTER_FROM_ROWS');
  if (isHeld && recordCount < Number(fromRows || Number.POSITIVE_INFINITY)) return 'functions';
  if (fromRows) return 'cluster';
  throw new IndexTooLargeError(size);
}

async function plan(record: IndexRecord, planKey: string): Promise<BuildPlan> {
  const { dataset_key, columns_role, chosen_types = {}, reading } = sourceOf(record);
  const file = await findDataset(record.org_id, dataset_key);
  if (!file) throw new DatasetGoneError();
  const source = guardDataset(datasetSource(dataset_key, file));
  const columns = Object.entries(columns_role).map(([name, role]) => ({
    name,
    role,
    type: Object.hasOwn(chosen_types, name) ? chosen_types[name] : undefined,
  }));
  const planAs = (from: engine.ByteSource) =>
    engine.plan(from, columns, {
      reading,
      rangeBytes: Math.max(minRangeBytes, Math.ceil(from.sizeBytes / maxSegments)),
    });
  const planOther = async (encoding: engine.Encoding) => {
    const folder = folderOf(planKey);
    const normalized = await normalizeDataset(folder, source, encoding);
    return { normalized, plan: await planAs(normalizedSource(folder, normalized)) };
  };
  const planUtf8 = async () => {
    const plan = await planAs(source);
    if (plan.notUtf8At === undefined || reading?.encoding) return { plan };
    // What was looked at was ASCII; this is where it is not.
    const encoding = await engine.detectEncoding(source, [plan.notUtf8At]);
    return encoding === 'utf-8' ? { plan } : planOther(encoding);
  };
  const encoding = reading?.encoding ?? (await engine.detectEncoding(source));
  const planned: BuildPlan = {
    dataset: { key: dataset_key, sizeBytes: file.sizeBytes, eTag: file.eTag },
    ...(await (encoding === 'utf-8' ? planUtf8() : planOther(encoding))),
  };
  await putObject(planKey, JSON.stringify(planned));
  return planned;
}
