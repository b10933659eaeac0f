import { expect, it } from 'vitest';
import { estimateCodes, estimateTerms, memorySource, plan, publish } from './engine.ts';
import type { IndexShape } from './opening/open-memory.ts';
import { seededRandom } from './random.ts';
import { buildFromCsv } from './test-corpus.ts';

const ROWS = 1_000;
const random = seededRandom(3);

/** Estimated from the beginnings of the ranges, and what the segments have. */
async function termsOf(rowOf: (row: number) => string) {
  const csv = ['id,text', ...Array.from({ length: ROWS }, (_, i) => `${i},${rowOf(i)}`)].join('\n');
  const source = memorySource(new TextEncoder().encode(csv));
  const columns = [
    { name: 'id', role: 'metadata' },
    { name: 'text', role: 'index' },
  ] as const;
  const planned = await plan(source, columns, { rangeBytes: 5_000 });
  const estimated = await estimateTerms(source, planned);
  const estimatedCodes = await estimateCodes(source, planned);
  const shapes: IndexShape[] = [];
  const built = await buildFromCsv(csv, { id: 'metadata', text: 'index' }, 5_000);
  const file = (fileName: string) => ({
    fileName,
    source: memorySource(built.files.get(fileName)!),
  });
  await publish(
    file(built.manifest.model.fileName),
    built.manifest.segments.map(({ fileName }) => file(fileName)),
    { requireServable: (shape) => shapes.push(shape) },
  );
  const { terms, codeBytes = 0 } = shapes[0]!;
  return { estimated, terms, estimatedCodes, codeBytes };
}

it('estimates a term for each row if all differ', async () => {
  const { estimated, terms, estimatedCodes, codeBytes } = await termsOf((i) => `tok${i}x`);
  expect(terms).toBe(ROWS);
  expect(estimated).toBeGreaterThanOrEqual(ROWS);
  expect(estimated).toBeLessThan(1.1 * ROWS);
  // All ids differ, too.
  expect(estimatedCodes).toBeGreaterThan(0.95 * codeBytes);
  expect(estimatedCodes).toBeLessThan(1.1 * codeBytes);
});

it('does not underestimate a vocabulary that grows slowly', async () => {
  const word = () => `w${Math.floor(random() ** 4 * 20_000)}x`;
  const { estimated, terms } = await termsOf(() => Array.from({ length: 6 }, word).join(' '));
  expect(estimated).toBeGreaterThanOrEqual(0.95 * terms);
  expect(estimated).toBeLessThan(3 * terms);
});
