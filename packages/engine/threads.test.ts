import { expect, it } from 'vitest';
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

it('trains and builds the same bytes on one, two and three threads', async () => {
  const source = memorySource(new TextEncoder().encode(corpus()));
  const plan = await planDataset(source, [
    { name: 'id', role: 'metadata' },
    { name: 'text', role: 'index' },
  ]);
  const rows = () => readBatches(source, plan, plan.ranges[0]!);
  const build = async (threads: number) => {
    const { bytes, summary } = await trainModel(rows(), plan.schema, {
      seed: 1,
      threads,
      dimensions: 64,
    });
    const model = await openModel(memorySource(bytes));
    const segment = await buildSegment(rows(), model, plan.schema, { threads });
    expect(summary.terms).toBeGreaterThan(4_000);
    return [Buffer.from(bytes), Buffer.from(segment.bytes)] as const;
  };
  const [model, segment] = await build(1);
  for (const threads of [2, 3]) {
    const again = await build(threads);
    expect(again[0].equals(model)).toBe(true);
    expect(again[1].equals(segment)).toBe(true);
  }
});
