import * as z from 'zod';
import { datasetPlan } from '#engine';
import { datasetSource } from '#functions/datasets/index.ts';
import { buildFiles } from './build-files.ts';
import { guardDataset } from './dataset-gone-error.ts';
import { type BuildRef, getIndex, type IndexRecord, StaleBuildError } from './indexes.ts';
import { buildFolder, getObject } from './indexes-bucket.ts';
import { normalizedDataset, normalizedSource } from './normalize-dataset.ts';

/** A dataset and its version. */
export const datasetVersion = z.object({ key: z.string(), sizeBytes: z.int(), eTag: z.string() });

/** The result of the plan step: how to read the dataset, and its version. */
export const buildPlan = z.object({
  dataset: datasetVersion,
  /** The dataset as UTF-8, if it is in another encoding. */
  normalized: normalizedDataset.optional(),
  plan: datasetPlan,
  /** Batches of changes of the serving version that the dataset has. */
  batches: z.int().optional(),
  /** Estimated distinct terms of all segments; absent if the dataset is too small for them to matter. */
  terms: z.int().optional(),
  /** Estimated bytes of the different codes and names of all columns; absent as well. */
  codeBytes: z.int().optional(),
});

export type BuildPlan = z.infer<typeof buildPlan>;

/** The record of a build that is still the newest of its index. Throws `StaleBuildError` otherwise. */
export async function requireBuild(build: BuildRef): Promise<IndexRecord> {
  const record = await getIndex(build.index_id);
  if (record?.build_id !== build.build_id) {
    throw new StaleBuildError(build.index_id, build.build_id);
  }
  return record;
}

/** A JSON file of a build, or `undefined` when its step has not finished. */
export async function readJson<T>(key: string, form: z.ZodType<T>): Promise<T | undefined> {
  const bytes = await getObject(key);
  return bytes && form.parse(JSON.parse(Buffer.from(bytes).toString()));
}

/** A build whose plan step is done: its folder and its plan. */
export async function readPlannedBuild(build: BuildRef) {
  const record = await requireBuild(build);
  const folder = buildFolder(record);
  const planned = await readJson(folder + buildFiles.plan, buildPlan);
  if (!planned) throw new Error(`Build ${build.build_id} has no plan`);
  return { record, folder, ...planned };
}

/** The same, with the dataset in UTF-8 at the planned version. */
export async function openPlannedBuild(build: BuildRef) {
  const { record, folder, plan, dataset, normalized } = await readPlannedBuild(build);
  const source = normalized
    ? normalizedSource(folder, normalized)
    : guardDataset(datasetSource(dataset.key, dataset));
  return { record, folder, plan, source };
}
