/** Builds one segment in a thread of its own. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import { openModel } from '#engine/concept/model.ts';
import type { DatasetPlan } from '#engine/csv/plan.ts';
import { readBatches } from '#engine/csv/read.ts';
import { buildSegment } from '#engine/segment/build.ts';
import { fileSource } from '../file-source.ts';

const { csv, folder, plan, segment } = workerData as {
  csv: string;
  folder: string;
  plan: DatasetPlan;
  segment: number;
};
const model = await openModel(await fileSource(path.join(folder, 'model.bin')));
const rows = readBatches(await fileSource(csv), plan, plan.ranges[segment]!);
// Of several segments each has a thread; a single one may have all.
const options = plan.ranges.length > 1 ? { threads: 1 } : {};
const { bytes } = await buildSegment(rows, model, plan.schema, options);
writeFileSync(path.join(folder, `segment-${segment}.bin`), bytes);
