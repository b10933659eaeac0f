import { beforeEach, expect, test, vi } from 'vitest';
import * as bucket from '../indexes-bucket.ts';
import { KeptVectors } from './kept-vectors.ts';

vi.mock(import('../indexes-bucket.ts'), { spy: true });

const embedder = {
  api: 'openai',
  endpoint: 'https://models.invalid/v1',
  model: 'm',
  dimensions: 8,
  usdPerMillionTokens: 1,
} as const;

let stored: Map<string, Uint8Array>;
beforeEach(() => {
  stored = new Map();
  vi.mocked(bucket.getObject).mockImplementation(async (key) => stored.get(key));
  vi.mocked(bucket.putObject).mockImplementation(async (key, body) => {
    stored.set(key, body as Uint8Array);
  });
});

const vectorOf = (text: string) => Array.from({ length: 8 }, (_, i) => Math.sin(text.length + i));
const texts = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => 'x'.repeat(1 + ((from + i) % 40)) + (from + i));

/** Embeds texts as a step of a build does, in two batches. */
async function embed(folder: string, all: string[], before?: string, model = embedder) {
  const asked: string[] = [];
  const kept = await KeptVectors.open(model, folder, 0, before);
  const ask = async (missing: readonly string[]) => {
    asked.push(...missing);
    return missing.map(vectorOf);
  };
  const half = all.length >> 1;
  const vectors = [
    ...(await kept.of(all.slice(0, half), ask)),
    ...(await kept.of(all.slice(half), ask)),
  ];
  await kept.finish();
  return { asked, vectors };
}

test('only texts that no build has embedded are asked for, each once', async () => {
  const rows = [...texts(0, 5000), ...texts(0, 10)];
  const first = await embed('a/', rows);
  expect(first.asked).toEqual(texts(0, 5000));
  for (const [i, text] of rows.entries()) {
    for (const [d, x] of vectorOf(text).entries()) expect(first.vectors[i]![d]).toBeCloseTo(x, 1);
  }
  // Rows were removed at the beginning and added at the end.
  const second = await embed('b/', [...texts(100, 5000), ...texts(5000, 5050)], 'a/');
  expect(second.asked).toEqual(texts(5000, 5050));
  // Another model gives other vectors.
  const other = await embed('c/', texts(0, 10), 'a/', { ...embedder, model: 'n' as 'm' });
  expect(other.asked).toHaveLength(10);
});

test('a step that was interrupted goes on with what it has written', async () => {
  await embed('a/', texts(0, 9000));
  // The last file was not written.
  stored.delete(Array.from(stored.keys()).toSorted().at(-1)!);
  const { asked } = await embed('a/', texts(0, 9000));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThan(1000);
  const bytes = Array.from(stored.values()).reduce((sum, { length }) => sum + length, 0);
  expect(bytes).toBe(9000 * 28);
});
