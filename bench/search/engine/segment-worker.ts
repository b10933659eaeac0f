/** Builds one segment in a worker thread. */
import { workerData } from 'node:worker_threads';
import { buildOneSegment, type SegmentTask } from './build-one-segment.ts';

await buildOneSegment(workerData as SegmentTask);
