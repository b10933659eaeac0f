import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import * as engine from '#engine';
import { openContainer } from '#engine/file/container.ts';
import { SEED } from '../corpus/csv-file.ts';
import { type Dataset, indexFolder, rolesOf } from '../corpus/dataset.ts';
import { fileSource } from '../file-source.ts';
import { secondsSince } from '../timing.ts';
import { buildOneSegment, type SegmentTask } from './build-one-segment.ts';
import type { Share } from './segment-worker.ts';

/** Seconds of each step, and sizes of the files. */
export interface BuildFigures {
  readonly csvMb: number;
  readonly planSeconds: number;
  readonly trainSeconds: number;
  readonly segmentSeconds: number;
  readonly publishSeconds: number;
  readonly seconds: number;
  /** Processor time of all threads, which depends less on other work on the machine. */
  readonly cpuSeconds: number;
  readonly rows: number;
  readonly terms: number;
  /** Bytes per row of model and segments without the stored rows, and the model's part of them. */
  readonly indexBytesPerRow: number;
  readonly modelBytesPerRow: number;
  readonly storedBytesPerRow: number;
  readonly card: object;
}

/** Number of segments built in parallel, like the product does. */
const THREADS = 2;

/** Builds all segments of a plan: a single one in this thread, several in worker threads. */
async function buildSegments(csv: string, folder: string, plan: engine.DatasetPlan): Promise<void> {
  const task = { csv, folder, plan };
  if (plan.ranges.length === 1) return buildOneSegment(task, 0);
  const ended = Array.from({ length: THREADS }, async (_, first) => {
    const worker = new Worker(new URL('./segment-worker.ts', import.meta.url), {
      workerData: { ...task, first, step: THREADS } satisfies SegmentTask & Share,
    });
    await once(worker, 'exit');
  });
  await Promise.all(ended);
}

/** Builds an index of a dataset with the same steps as the product. */
export async function measure(dataset: Dataset): Promise<BuildFigures> {
  const { csv } = dataset;
  const folder = indexFolder(dataset);
  mkdirSync(folder, { recursive: true });
  const source = await fileSource(csv);
  const roles = await rolesOf(dataset);
  const at = (file: string) => path.join(folder, file);
  const begun = process.cpuUsage();
  const startedAt = performance.now();
  const plan = await engine.plan(source, roles);
  const planSeconds = secondsSince(startedAt);
  const trained = await engine.train(source, plan, { seed: SEED });
  writeFileSync(at('model.bin'), trained.bytes);
  const trainSeconds = secondsSince(startedAt) - planSeconds;
  await buildSegments(csv, folder, plan);
  const segmentSeconds = secondsSince(startedAt) - planSeconds - trainSeconds;
  const written = async (fileName: string) => ({
    fileName,
    source: await fileSource(at(fileName)),
  });
  const manifest = await engine.publish(
    await written('model.bin'),
    await Promise.all(plan.ranges.map((_, segment) => written(`segment-${segment}.bin`))),
  );
  writeFileSync(at('manifest.json'), engine.serializeManifest(manifest));
  const seconds = secondsSince(startedAt);
  const { user, system } = process.cpuUsage(begun);
  const files = [manifest.model, ...manifest.segments];
  const stored = await storedBytes(manifest.segments.map(({ fileName }) => at(fileName)));
  const all = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return {
    csvMb: source.sizeBytes / 1e6,
    planSeconds,
    trainSeconds,
    segmentSeconds,
    publishSeconds: seconds - planSeconds - trainSeconds - segmentSeconds,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    rows: manifest.rowCount,
    terms: manifest.card.terms,
    indexBytesPerRow: (all - stored) / manifest.rowCount,
    modelBytesPerRow: manifest.model.sizeBytes / manifest.rowCount,
    storedBytesPerRow: stored / manifest.rowCount,
    card: manifest.card,
  };
}

/** Bytes of the sections with stored rows. */
async function storedBytes(segments: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const segment of segments) {
    const file = await openContainer(await fileSource(segment), segment, 'segment');
    for (const name of ['rows', 'rowIndex', 'tokens', 'tokenLengths'])
      bytes += file.sizeBytes(name);
  }
  return bytes;
}
