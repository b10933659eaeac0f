import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as engine from './engine.ts';

const csv = [
  'id,text',
  '1,Lift of an airfoil at high speed',
  '2,Heat transfer in a boundary layer at high speed',
  '3,Bread is baked in a hot oven',
].join('\n');

test('the example of docs/engine.md builds an index and searches it', async () => {
  const source = engine.memorySource(new TextEncoder().encode(csv));
  const columns: engine.ColumnSpec[] = [
    { name: 'id', role: 'metadata' },
    { name: 'text', role: 'index' },
  ];
  const plan = await engine.plan(source, columns);
  const trained = await engine.train(source, plan, { seed: 1 });
  const model = { fileName: 'model.bin', source: engine.memorySource(trained.bytes) };
  const built = await engine.build(source, plan, 0, model);
  const segment = { fileName: 'segment-0.bin', source: engine.memorySource(built.bytes) };
  const manifest = await engine.publish(model, [segment]);
  const files = new Map([model, segment].map((file) => [file.fileName, file.source]));
  const index = await engine.open(manifest, async (fileName) => files.get(fileName)!);
  const { hits } = await index.search({ text: 'airfoil at high speed', limit: 100 });
  expect(hits[0]!.row).toEqual({ id: '1' });
});

test('the documentation shows this example', async () => {
  const page = await readFile(new URL('../../docs/engine.md', import.meta.url), 'utf8');
  const [, shown] = /```ts\n([\s\S]*?)```/.exec(page)!;
  const own = await readFile(new URL(import.meta.url), 'utf8');
  expect(own).toContain(shown!.replace(/^(?=.)/gm, '  '));
});
