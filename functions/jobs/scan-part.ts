import { scanPart } from '#engine';
import { buildFiles } from '#functions/domain/build-files.ts';
import { guardDataset } from '#functions/domain/dataset-gone-error.ts';
import { readJson, requireBuild } from '#functions/domain/open-build.ts';
import { plannedParts } from '#functions/domain/planned-parts.ts';
import { datasetSource } from '#functions/store/datasets-bucket.ts';
import type { BuildRef } from '#functions/store/indexes.ts';
import { buildFolder, getObject, putObject } from '#functions/store/indexes-bucket.ts';

interface PartInput extends BuildRef {
  /** Of the part. */
  number: number;
}

/** Of a dataset that is too large for the plan step alone: finds the rows of one part. */
export async function handler({ index_id, build_id, number }: PartInput): Promise<void> {
  const build = { index_id, build_id };
  const folder = buildFolder(await requireBuild(build));
  const scanKey = folder + buildFiles.partScan(number);
  if (await getObject(scanKey)) return;
  const planned = await readJson(folder + buildFiles.parts, plannedParts);
  if (!planned) throw new Error(`Build ${build_id} has no parts`);
  const { dataset, parts, rangeBytes, reading } = planned;
  const source = guardDataset(datasetSource(dataset.key, dataset));
  const scan = await scanPart(source, parts[number]!, { rangeBytes, reading });
  await putObject(scanKey, JSON.stringify(scan));
}
