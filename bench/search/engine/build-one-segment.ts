import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openModel } from '#engine/concept/model.ts';
import type { DatasetPlan } from '#engine/csv/plan.ts';
import { readBatches } from '#engine/csv/read.ts';
import { buildSegment } from '#engine/segment/build.ts';
import { fileSource } from '../file-source.ts';

/** What a segment is built from, as it can be sent to another thread. */
export interface SegmentTask {
  readonly csv: string;
  /** Holds the model, and gets the segment. */
  readonly folder: string;
  readonly plan: DatasetPlan;
  readonly segment: number;
}

/** Builds one segment of a plan and writes it. */
export async function buildOneSegment({ csv, folder, plan, segment }: SegmentTask): Promise<void> {
  const model = await openModel(await fileSource(path.join(folder, 'model.bin')));
  const rows = readBatches(await fileSource(csv), plan, plan.ranges[segment]!);
  // Of several segments each has a thread; a single one may have all.
  const options = plan.ranges.length > 1 ? { threads: 1 } : {};
  const { bytes } = await buildSegment(rows, model, plan.schema, options);
  writeFileSync(path.join(folder, `segment-${segment}.bin`), bytes);
}
