import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parseManifest } from '../manifest.ts';
import { openIndex } from '../query/open.ts';
import { memorySource } from '../source.ts';

const file = (name: string) => readFile(new URL(`./${name}`, import.meta.url));

/**
 * An index written by format version 1. A later reader opens it with the same answers or refuses
 * it by its version; it must never misread it. `node engine/golden/write.ts` writes it anew, which
 * is right only together with a new format version.
 */
it('opens an index of format version 1', async () => {
  const manifest = parseManifest((await file('manifest.json')).toString());
  const index = await openIndex(manifest, async (name) => memorySource(await file(`${name}.bin`)));
  const filters = [{ column: 'date', operator: '>' as const, value: '2019' }];
  const { hits } = await index.search({ text: 'bread oven', limit: 9, filters, explain: true });
  expect(hits.length).toBe(4);
  expect(hits[0]).toMatchObject({
    row: { id: '3', title: 'Baking sourdough bread', date: '2021-07-03', code: 'A21D' },
    passage: { start: 0 },
  });
  expect(index.vector('bread').length).toBe(manifest.card.dimensions);
  expect(index.dictionary('bread', 3).length).toBeGreaterThan(0);
});
