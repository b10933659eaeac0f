import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build as bundle } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openModel } from './concept/model.ts';
import { trainModel } from './concept/train.ts';
import { planDataset } from './csv/plan.ts';
import { readBatches } from './csv/read.ts';
import { seededRandom } from './random.ts';
import { buildSegment } from './segment/build.ts';
import { memorySource } from './source.ts';

const ROWS = 9_000;
const WORDS = 8_000;

/**
 * Enough rows and distinct words that the engine starts threads, and that the first passes use only some of the rows.
 */
function corpus(): string {
  const random = seededRandom(11);
  const word = () => `w${Math.floor(WORDS * random() ** 2)}`;
  const lines = Array.from({ length: ROWS }, (_, i) => {
    return `${i},${Array.from({ length: 20 }, word).join(' ')}`;
  });
  return ['id,text', ...lines].join('\n');
}

/** The steps that start threads. */
const steps = { openModel, trainModel, buildSegment };

const source = memorySource(new TextEncoder().encode(corpus()));

async function build(threads: number, { openModel, trainModel, buildSegment } = steps) {
  const plan = await planDataset(source, [
    { name: 'id', role: 'metadata' },
    { name: 'text', role: 'index' },
  ]);
  const rows = () => readBatches(source, plan, plan.ranges[0]!);
  const { bytes, summary } = await trainModel(rows(), plan.schema, {
    seed: 1,
    threads,
    dimensions: 64,
  });
  const model = await openModel(memorySource(bytes));
  const segment = await buildSegment(rows(), model, plan.schema, { threads });
  expect(summary.terms).toBeGreaterThan(4_000);
  return [Buffer.from(bytes), Buffer.from(segment.bytes)] as const;
}

let files: Awaited<ReturnType<typeof build>>;
beforeAll(async () => {
  files = await build(1);
});

const directory = mkdtempSync(path.join(tmpdir(), 'threads-'));
afterAll(() => rmSync(directory, { recursive: true }));

it.each([2, 3])('trains and builds the same bytes on %i threads as on one', async (threads) => {
  const again = await build(threads);
  expect(again[0].equals(files[0])).toBe(true);
  expect(again[1].equals(files[1])).toBe(true);
});

it('does so when it is bundled for AWS, which gives other names to what other threads are given', async () => {
  const outfile = path.join(directory, 'steps.mjs');
  await bundle({
    stdin: {
      contents: `
        export { openModel } from './concept/model.ts';
        export { trainModel } from './concept/train.ts';
        export { buildSegment } from './segment/build.ts';`,
      resolveDir: import.meta.dirname,
    },
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
  });
  const again = await build(2, await import(outfile));
  expect(again[0].equals(files[0])).toBe(true);
  expect(again[1].equals(files[1])).toBe(true);
});
