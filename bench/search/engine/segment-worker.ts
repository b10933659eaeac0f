/** Builds one segment in a thread of its own. */
import { workerData } from 'node:worker_threads';
import { buildOneSegment, type SegmentTask } from './build-one-segment.ts';

await buildOneSegment(workerData as SegmentTask);
