import * as z from 'zod';
import { type PartScan, partScan, partsOf } from '#engine';
import { readingSchema } from '#shared/reading.ts';
import { buildFiles } from './build-files.ts';
import { DatasetGoneError } from './dataset-gone-error.ts';
import { putObject } from './indexes-bucket.ts';
import { type BuildPlan, datasetVersion, readJson } from './open-build.ts';
import { planSizes, rangeBytesOf } from './plan-sizes.ts';

/** How a large dataset is planned: the parts that are scanned, each by its own step, and its version. */
export const plannedParts = z.object({
  dataset: datasetVersion,
  reading: readingSchema.optional(),
  rangeBytes: z.int(),
  parts: z.array(z.object({ from: z.int(), to: z.int() })),
});

export type PlannedParts = z.infer<typeof plannedParts>;

/** Cuts a dataset into parts, once in a build. Throws if it was replaced since. */
export async function cutDataset(
  folder: string,
  dataset: BuildPlan['dataset'],
  reading: PlannedParts['reading'],
): Promise<PlannedParts> {
  const key = folder + buildFiles.parts;
  const cut = await readJson(key, plannedParts);
  if (cut && cut.dataset.eTag !== dataset.eTag) throw new DatasetGoneError();
  if (cut) return cut;
  const rangeBytes = rangeBytesOf(dataset.sizeBytes);
  const parts = partsOf(dataset.sizeBytes, planSizes.partBytes, rangeBytes);
  const planned = { dataset, reading, rangeBytes, parts };
  await putObject(key, JSON.stringify(planned));
  return planned;
}

/** What was found in all parts; undefined if some were not scanned yet. */
export async function scansOf(
  folder: string,
  { parts }: PlannedParts,
): Promise<PartScan[] | undefined> {
  const scans = await Promise.all(
    parts.map((_, part) => readJson(folder + buildFiles.partScan(part), partScan)),
  );
  const found = scans.filter((scan) => scan !== undefined);
  return found.length === parts.length ? found : undefined;
}
