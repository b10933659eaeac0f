import * as engine from '#engine';
import { buildFiles } from '#functions/domain/build-files.ts';
import { DatasetGoneError, guardDataset } from '#functions/domain/dataset-gone-error.ts';
import { type BuildPlan, readJson, requireBuild } from '#functions/domain/open-build.ts';
import { findDataset } from '#functions/domain/own-files.ts';
import { datasetSource } from '#functions/store/datasets-bucket.ts';
import {
  type BuildRef,
  type IndexRecord,
  setRowsTotal,
  setStage,
  sourceOf,
} from '#functions/store/indexes.ts';
import { buildFolder, putObject } from '#functions/store/indexes-bucket.ts';

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
  await setRowsTotal(build, planned.plan.recordCount);
  return { ...build, ranges: planned.plan.ranges.map((_, segment) => ({ segment })) };
}

async function plan(record: IndexRecord, planKey: string): Promise<BuildPlan> {
  const { dataset_key, columns_role } = sourceOf(record);
  const file = await findDataset(record.org_id, dataset_key);
  if (!file) throw new DatasetGoneError();
  const columns = Object.entries(columns_role).map(([name, role]) => ({ name, role }));
  const planned: BuildPlan = {
    dataset: { key: dataset_key, sizeBytes: file.sizeBytes, eTag: file.eTag },
    plan: await engine.plan(guardDataset(datasetSource(dataset_key, file)), columns, {
      rangeBytes: Math.max(minRangeBytes, Math.ceil(file.sizeBytes / maxSegments)),
    }),
  };
  await putObject(planKey, JSON.stringify(planned));
  return planned;
}
