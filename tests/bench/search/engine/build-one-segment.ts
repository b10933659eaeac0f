import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as engine from '#engine';
import { fileSource } from '../file-source.ts';

/** Input of segment builds. Plain data, because it is sent to worker threads. */
export interface SegmentTask {
  readonly csv: string;
  /** Contains the model; the segment is written there. */
  readonly folder: string;
  readonly plan: engine.DatasetPlan;
}

/** Builds one segment of a plan and writes it. */
export async function buildOneSegment(
  { csv, folder, plan }: SegmentTask,
  segment: number,
): Promise<void> {
  const fileName = 'model.bin';
  const model = { fileName, source: await fileSource(path.join(folder, fileName)) };
  // Several segments have one thread each; a single one may use all.
  const options = plan.ranges.length > 1 ? { threads: 1 } : {};
  const { bytes } = await engine.build(await fileSource(csv), plan, segment, model, options);
  writeFileSync(path.join(folder, `segment-${segment}.bin`), bytes);
}
