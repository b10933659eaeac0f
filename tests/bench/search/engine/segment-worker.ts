/** Builds some segments in a worker thread, which stays warm like an instance of the product's function. */
import { workerData } from 'node:worker_threads';
import { buildOneSegment, type SegmentTask } from './build-one-segment.ts';

/** The segments of a worker: every `step`-th one from `first`. */
export interface Share {
  readonly first: number;
  readonly step: number;
}

const { first, step, ...task } = workerData as SegmentTask & Share;
for (let segment = first; segment < task.plan.ranges.length; segment += step) {
  await buildOneSegment(task, segment);
}
