import { scanPart } from '#engine';
import { datasetSource } from '#functions/datasets/index.ts';
import { buildFiles } from '../build-files.ts';
import { reportProgress } from '../build-progress.ts';
import { guardDataset } from '../dataset-gone-error.ts';
import { type BuildRef, beginPiece, endPiece, setPiece } from '../indexes.ts';
import { buildFolder, getObject, putObject } from '../indexes-bucket.ts';
import { readJson, requireBuild } from '../open-build.ts';
import { plannedParts } from '../planned-parts.ts';

interface PartInput extends BuildRef {
  /** Of the part. */
  number: number;
}

/** Of a dataset that is too large for the plan step alone: finds the rows of one part. */
export async function handler({ index_id, build_id, number }: PartInput): Promise<void> {
  const build = { index_id, build_id };
  const folder = buildFolder(await requireBuild(build));
  const scanKey = folder + buildFiles.partScan(number);
  const planned = await readJson(folder + buildFiles.parts, plannedParts);
  if (!planned) throw new Error(`Build ${build_id} has no parts`);
  const { dataset, parts, rangeBytes, reading } = planned;
  const part = parts[number]!;
  if (!(await getObject(scanKey))) {
    await beginPiece(build, 'planning', number);
    const source = guardDataset(datasetSource(dataset.key, dataset));
    const onBytes = reportProgress(parts.length, (bytes: number) =>
      setPiece(build, number, { bytes }),
    );
    const scan = await scanPart(source, part, { rangeBytes, reading, onBytes });
    await putObject(scanKey, JSON.stringify(scan));
  }
  await endPiece(build, number, { bytes: part.to - part.from });
}
