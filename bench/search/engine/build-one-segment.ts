import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openModel } from '#engine/concept/model.ts';
import type { DatasetPlan } from '#engine/csv/plan.ts';
import { readBatches } from '#engine/csv/read.ts';
import { buildSegment } from '#engine/segment/build.ts';
import { fileSource } from '../file-source.ts';

/** Input of a segment build. Plain data, because it is sent to worker threads. */
export interface SegmentTask {
  readonly csv: string;
  /** Contains the model; the segment is written there. */
  readonly folder: string;
  readonly plan: DatasetPlan;
  readonly segment: number;
}

/** Builds one segment of a plan and writes it. */
export async function buildOneSegment({ csv, folder, plan, segment }: SegmentTask): Promise<void> {
  const model = await openModel(await fileSource(path.join(folder, 'model.bin')));
  const rows = readBatches(await fileSource(csv), plan, plan.ranges[segment]!);
  // Several segments have one thread each; a single one may use all.
  const options = plan.ranges.length > 1 ? { threads: 1 } : {};
  const { bytes } = await buildSegment(rows, model, plan.schema, options);
  writeFileSync(path.join(folder, `segment-${segment}.bin`), bytes);
}
