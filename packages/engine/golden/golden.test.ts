import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { IndexWriter } from '../changes/writer.ts';
import { openModel } from '../concept/model.ts';
import { CorruptFileError } from '../errors.ts';
import { FORMAT_VERSION, OLDEST_VERSION } from '../file/container.ts';
import { OutdatedIndexError, parseManifest } from '../manifest.ts';
import { openIndex } from '../opening/open.ts';
import { openSegment } from '../segment/open.ts';
import { memorySource } from '../source.ts';

/**
 * Indexes as every format version wrote them. Those that are read answer; older ones are refused because of their version and
 * never misread. When the format changes, raise FORMAT_VERSION and let `node packages/engine/golden/write.ts` add a folder. Never
 * rewrite an older one.
 */
const read = (version: number, name: string) =>
  readFile(new URL(`./version-${version}/${name}`, import.meta.url));
const folders = await readdir(new URL('.', import.meta.url));
const versions = folders.flatMap(
  (name) => /^version-(\d+)$/.exec(name)?.slice(1).map(Number) ?? [],
);

it('keeps an index of every format version', () => {
  const all = Array.from({ length: FORMAT_VERSION }, (_, i) => i + 1);
  expect(versions.toSorted((a, b) => a - b)).toEqual(all);
});

const isRead = (version: number) => version >= OLDEST_VERSION;

it.each(versions.filter(isRead))('answers from the index of version %i', async (version) => {
  const manifest = parseManifest((await read(version, 'manifest.json')).toString());
  const open = async (name: string) => memorySource(await read(version, `${name}.bin`));
  const files = new Map<string, Uint8Array>();
  const index = await openIndex(manifest, async (name) =>
    files.has(name) ? memorySource(files.get(name)!) : open(name),
  );
  const filters = [{ column: 'date', operator: '>' as const, value: '2019' }];
  const { hits } = await index.search({ text: 'bread oven', limit: 9, filters, explain: true });
  expect(new Set(hits.map((hit) => hit.row.id))).toEqual(new Set(['2', '3', '4', '5']));
  const [best, ...others] = hits;
  expect(best).toMatchObject({
    row: { id: '3', title: 'Baking sourdough bread', date: '2021-07-03', code: 'A21D' },
    passage: { start: 0 },
  });
  expect(best!.explanation!.terms.map((term) => term.term)).toEqual(
    expect.arrayContaining(['bread', 'oven']),
  );
  expect(best!.score).toBeGreaterThan(0.5);
  for (const hit of others) expect(hit.score).toBeLessThan(0.2);
  expect(Math.hypot(...(await index.vector('bread')))).toBeCloseTo(1, 5);
  expect((await index.dictionary('bread', 3)).length).toBeGreaterThan(0);

  // Changes are written in the present version, on the model that is there.
  const writer = await IndexWriter.open(manifest, open);
  const rye = ['7', 'Rye bread', 'Rye bread rises in a warm oven.', '2023-02-02', 'A21D'];
  const batch = { upserts: [rye], deletes: ['3'] };
  const { changes, ...written } = await writer.write(undefined, 'id', batch, 'change-0/');
  expect(written.removed).toBe(1);
  for (const [name, bytes] of written.files) files.set(name, bytes);
  const changed = await index.changed(changes);
  const found = await changed.search({ text: 'bread oven', limit: 9 });
  expect(found.hits.map((hit) => hit.row.id)).toEqual(['7', '6']);
});

it.each(versions.filter((version) => !isRead(version)))(
  'refuses the index of version %i and says what to do',
  async (version) => {
    const advice = new RegExp(`version ${version}; .*: build the index again from its dataset`);
    const manifest = (await read(version, 'manifest.json')).toString();
    expect(() => parseManifest(manifest)).toThrow(OutdatedIndexError);
    expect(() => parseManifest(manifest)).toThrow(advice);
    const model = openModel(memorySource(await read(version, 'model.bin')), 'model.bin');
    await expect(model).rejects.toThrow(CorruptFileError);
    await expect(model).rejects.toThrow(advice);
    const segment = memorySource(await read(version, 'segment-0.bin'));
    await expect(openSegment(segment, 'segment-0.bin', 5, 4)).rejects.toThrow(advice);
  },
);
