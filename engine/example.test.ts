import { expect, test } from 'vitest';
import { openModel } from './concept/model.ts';
import { trainModel } from './concept/train.ts';
import { planDataset } from './csv/plan.ts';
import { readBatches } from './csv/read.ts';
import { publishIndex } from './publish.ts';
import { openIndex } from './query/open.ts';
import type { ColumnSpec } from './schema.ts';
import { buildSegment } from './segment/build.ts';
import { memorySource } from './source.ts';

const csv = [
  'id,text',
  '1,Lift of an airfoil at high speed',
  '2,Heat transfer in a boundary layer at high speed',
  '3,Bread is baked in a hot oven',
].join('\n');

test('the example of docs/engine.md builds an index and searches it', async () => {
  const source = memorySource(new TextEncoder().encode(csv));
  const columns: ColumnSpec[] = [
    { name: 'id', role: 'metadata' },
    { name: 'text', role: 'index' },
  ];
  const plan = await planDataset(source, columns);
  const whole = { ...plan.ranges[0]!, end: plan.sizeBytes };
  const trained = await trainModel(readBatches(source, plan, whole), plan.schema, { seed: 1 });
  const model = await openModel(memorySource(trained.bytes));
  const rows = readBatches(source, plan, plan.ranges[0]!);
  const segment = await buildSegment(rows, model, plan.schema);
  const files = new Map([
    ['model.bin', memorySource(trained.bytes)],
    ['segment-0.bin', memorySource(segment.bytes)],
  ]);
  const written = (fileName: string) => ({ fileName, source: files.get(fileName)! });
  const manifest = await publishIndex(written('model.bin'), [written('segment-0.bin')]);
  const index = await openIndex(manifest, async (fileName) => files.get(fileName)!);
  const { hits } = await index.search({ text: 'airfoil at high speed', limit: 100 });
  expect(hits[0]!.row).toEqual({ id: '1' });
});
