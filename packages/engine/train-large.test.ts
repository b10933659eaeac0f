import { expect, test } from 'vitest';
import * as engine from './engine.ts';

const rowCount = 60_000;
const row = (number: number) =>
  `${number},"Row ${number % 97}, ${'with many common words '.repeat(10)}"`;
const csv = Buffer.from(
  `id,text\n${Array.from({ length: rowCount }, (_, i) => row(i)).join('\n')}`,
);

test('of a file that is too large to be read, training reads the beginning of each range', async () => {
  const { read, sizeBytes } = engine.memorySource(csv);
  const offsets: number[] = [];
  const source: engine.ByteSource = {
    sizeBytes,
    read: (offset, length) => {
      offsets.push(offset);
      return read(offset, length);
    },
  };
  const plan = await engine.plan(
    source,
    [
      { name: 'id', role: 'metadata' },
      { name: 'text', role: 'index' },
    ],
    { rangeBytes: Math.ceil(sizeBytes / 2) },
  );
  offsets.length = 0;
  const { summary } = await engine.train(source, plan, {
    seed: 1,
    dimensions: 8,
    maxSampledRows: 500,
    threads: 1,
    maxReadBytes: 1_000_000,
  });
  expect(offsets).toEqual(plan.ranges.map(({ start }) => start));
  expect(summary.rows).toBeGreaterThan(rowCount / 4);
  expect(summary.rows).toBeLessThan((3 * rowCount) / 4);
});
