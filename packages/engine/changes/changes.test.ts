import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planDataset } from '../csv/plan.ts';
import { openIndex } from '../opening/open.ts';
import type { SearchIndex } from '../query/search-index.ts';
import { memorySource } from '../source.ts';
import { buildFromCsv } from '../test-corpus.ts';
import { changedCsv, readGiven } from './changed-csv.ts';
import { type Changes, parseChanges, serializeChanges } from './changes.ts';
import { type CellUpdates, IndexWriter } from './writer.ts';

const TOPICS = ['wind turbine', 'bee hive', 'solar panel', 'water pump', 'steam engine'];
const textOf = (n: number) =>
  `A ${TOPICS[n % TOPICS.length]} with part ${n % 7} and a ${TOPICS[(n >> 2) % TOPICS.length]} beside it`;
type Row = readonly [id: string, text: string, year: string];
const rowOf = (id: number, n: number): Row => [`DOC-${id}`, textOf(n), String(2000 + (n % 9))];

const FIRST = 300;
const originals = Array.from({ length: FIRST }, (_, i) => rowOf(i, i));
const csvOf = (rows: readonly Row[]) =>
  ['id,text,year', ...rows.map((row) => row.join(','))].join('\n');

/** Built once: each store has its own map of the files, and nobody writes into one of them. */
const original = buildFromCsv(csvOf(originals), { text: 'index' }, 6_000);

/** A store of the files of an index, and its changes. */
async function changeable() {
  const built = await original;
  const files = new Map(built.files);
  const read = new Set<string>();
  const open = async (fileName: string) => {
    const source = memorySource(files.get(fileName)!);
    return {
      ...source,
      read: (offset: number, length: number) => {
        read.add(fileName);
        return source.read(offset, length);
      },
    };
  };
  const writer = await IndexWriter.open(built.manifest, open);
  let now: Changes | undefined;
  let folder = 0;
  return {
    manifest: built.manifest,
    index: await openIndex(built.manifest, open),
    open,
    /** Names of the files that have been read since this was last asked. */
    filesRead: () => {
      const names = [...read];
      read.clear();
      return names;
    },
    now: () => now!,
    async apply(
      upserts: readonly Row[],
      deletes: readonly string[],
      updates: readonly CellUpdates[] = [],
    ) {
      const batch = { upserts, updates, deletes };
      const written = await writer.write(now, 'id', batch, `change-${folder++}/`);
      for (const [name, bytes] of written.files) files.set(name, bytes);
      now = parseChanges(serializeChanges(written.changes), built.manifest);
      return written.removed;
    },
  };
}

/** All rows of an index, as a list says them. */
async function rowsOf(index: SearchIndex): Promise<string[]> {
  const { hits, totalFound } = await index.search({
    text: '',
    limit: 1_000,
    fields: ['id', 'text', 'year'],
  });
  expect(hits).toHaveLength(totalFound);
  return hits.map(({ row }) => [row.id, row.text, row.year].join(',')).toSorted();
}

const change = fc.record({
  upserts: fc.array(fc.tuple(fc.nat(FIRST + 40), fc.nat(500)), { maxLength: 30 }),
  deletes: fc.array(fc.nat(FIRST + 40), { maxLength: 20 }),
  updates: fc.array(fc.tuple(fc.nat(FIRST + 40), fc.nat(8)), { maxLength: 10 }),
});

it('finds, counts and lists exactly the rows that batches of changes leave', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (batches) => {
      const store = await changeable();
      expect(store.manifest.segments.length).toBeGreaterThan(1);
      const rows = new Map(originals.map((row) => [row[0], row]));
      const paged = await openIndex(store.manifest, store.open, {
        smallBytes: 0,
        residentBytes: 0,
      });
      for (const { upserts, deletes, updates } of batches) {
        const changed = upserts.map(([id, n]) => rowOf(id, n));
        const keys = deletes.map((id) => `doc-${id}`);
        const touched = new Set([
          ...changed.map(([id]) => id),
          ...keys.map((id) => id.toUpperCase()),
        ]);
        const known = [...touched].filter((id) => rows.has(id)).length;
        expect(await store.apply(changed, keys)).toBe(known);
        for (const id of touched) rows.delete(id);
        for (const row of changed) rows.set(row[0], row);
        const years = updates
          .map(([id, n]) => [`DOC-${id}`, undefined, `19${90 + n}`] as const)
          .filter(([id]) => rows.has(id));
        await store.apply([], [], years);
        for (const [id, , year] of years) rows.set(id, [id, rows.get(id)![1], year]);
      }
      const all = [...rows.values()];
      for (const index of [store.index, paged]) {
        const changed = await index.changed(store.now());
        expect(await rowsOf(changed)).toEqual(all.map((row) => row.join(',')).toSorted());
        expect(store.now().rowCount).toBe(all.length);
        for (const [t, topic] of TOPICS.entries()) {
          const filter = { column: 'year', operator: '<' as const, value: '2005' };
          for (const filters of [[], [filter]]) {
            const facets = [{ column: 'year', interval: 'year' as const }];
            const found = await changed.search({
              text: topic,
              limit: 1_000,
              filters,
              facets,
              fields: ['id', 'text'],
            });
            const matches = all.filter(
              ([, text, year]) =>
                topic.split(' ').some((word) => text.includes(word)) &&
                (filters.length === 0 || Number(year) < 2005),
            );
            const shown = new Set(found.hits.map(({ row }) => `${row.id},${row.text}`));
            // Few matches are filled up with rows that are near in meaning.
            for (const [id, text] of matches) expect(shown).toContain(`${id},${text}`);
            const alive = new Set(all.map(([id, text]) => `${id},${text}`));
            for (const hit of shown) expect(alive).toContain(hit);
            const counted = found.facets![0]!.counts.reduce((sum, { count }) => sum + count, 0);
            expect(counted).toBe(found.totalFound);
            expect(t).toBeLessThan(TOPICS.length);
          }
        }
        // The index as it was is not touched.
        expect(await rowsOf(index)).toEqual(originals.map((row) => row.join(',')).toSorted());
      }
    }),
    { numRuns: 4 },
  );
});

it('ranks changed rows as if they had been built with the index', async () => {
  const store = await changeable();
  const fresh = Array.from({ length: 40 }, (_, i) => rowOf(FIRST + i, i * 3));
  for (const row of fresh) await store.apply([row], []);
  await store.apply(
    [],
    originals.slice(0, 40).map(([id]) => id),
  );
  expect(store.now().deltas.length).toBeLessThan(8);
  const changed = await store.index.changed(store.now());
  const asked = { text: 'bee hive beside a steam engine', limit: 50, explain: true };
  const { hits } = await changed.search({ ...asked, fields: ['id', 'text'] });
  // Rows with the same text have the same score, wherever they are.
  const scores = Map.groupBy(hits, ({ row }) => row.text);
  for (const alike of scores.values()) {
    expect(new Set(alike.map(({ score }) => score)).size).toBe(1);
    expect(new Set(alike.map(({ explanation }) => JSON.stringify(explanation))).size).toBe(1);
  }
  const ids = hits.map(({ row }) => Number(row.id!.slice(4)));
  // Their words are those of the index; others would ask for a new build.
  const wordsOf = ({ deltas }: Changes) =>
    deltas.reduce((sum, { newWords, words }) => [sum[0]! + newWords, sum[1]! + words], [0, 0]);
  expect(store.now().newWordsOfIndex).toBeLessThan(0.2);
  const [before = 0] = wordsOf(store.now());
  await store.apply([['other', 'Quarks bind gluons beneath hadron spectra', '2001']], []);
  expect(wordsOf(store.now())[0]).toBeGreaterThanOrEqual(before + 5);
  // In meaning, too: the rows before were like those of the index, which are like each other.
  const { deltas, nearnessOfIndex } = store.now();
  expect(nearnessOfIndex).toBeGreaterThan(0.9);
  expect(deltas[0]!.nearness).toBeGreaterThan(0.9 * nearnessOfIndex!);
  // A row whose text the index has, and the one whose words it does not know: the mean of 1 and 0.
  expect(deltas.at(-1)!.nearness).toBeCloseTo(0.5);
  expect(ids.some((id) => id >= FIRST)).toBe(true);
  expect(ids.some((id) => id < FIRST)).toBe(true);
});

it('reads for a version only what is new since the one before, and ranks at once as later', async () => {
  const store = await changeable();
  const index = await openIndex(store.manifest, store.open, { smallBytes: 0 });
  await index.warm();
  await store.apply(
    Array.from({ length: 40 }, (_, i) => rowOf(FIRST + i, i)),
    [],
  );
  const asked = { text: 'bee hive beside a steam engine', limit: 50, fields: [] };
  await (await index.changed(store.now())).search(asked);
  await store.apply([rowOf(FIRST + 100, 1)], ['DOC-3']);
  store.filesRead();
  const changed = await index.changed(store.now());
  const first = await changed.search(asked);
  const { deltas, deleted } = store.now();
  expect(deltas).toHaveLength(2);
  expect(store.filesRead().toSorted()).toEqual(
    [deltas[1]!.segment.fileName, deleted!.fileName].toSorted(),
  );
  const fresh = await openIndex(store.manifest, store.open);
  await fresh.warm();
  const again = await fresh.changed(store.now());
  await again.warm();
  expect(first).toEqual(await again.search(asked));
});

it('finds rows that are longer than all that were built, and those after them', async () => {
  const store = await changeable();
  await store.index.warm();
  const long = `A bee hive ${'with a part beside '.repeat(6_000)} quark`;
  await store.apply([['DOC-L', long, '2001'], ...[0, 1, 2].map((i) => rowOf(FIRST + i, i))], []);
  await store.apply([rowOf(FIRST + 9, 1)], []);
  expect(store.now().deltas).toHaveLength(2);
  const changed = await store.index.changed(store.now());
  const found = await changed.search({ text: 'quark', limit: 3, fields: ['id'] });
  expect(found.hits[0]!.row).toEqual({ id: 'DOC-L' });
  const { hits } = await changed.search({ text: 'bee hive', limit: 300, fields: ['text'] });
  const alike = hits.filter(({ row }) => row.text === textOf(1));
  expect(alike.length).toBeGreaterThan(2);
  expect(new Set(alike.map(({ score }) => score)).size).toBe(1);
});

it('refuses rows without a key or text, and columns that hold no keys', async () => {
  const store = await changeable();
  await expect(store.apply([['', 'text', '']], [])).rejects.toThrow('Row 0 has no value in "id"');
  await expect(store.apply([['x', ' ', '2001']], [])).rejects.toThrow(/no text/);
  const unknown = [['DOC-999', undefined, '2001']] as const;
  await expect(store.apply([], [], unknown)).rejects.toThrow('No row has "DOC-999" in "id"');
});

it('leaves columns that an index does not store to the next build', async () => {
  const csv = 'id,text,note,year\na,A bee hive,kept,2001\nb,A water pump,"also, kept",2002\n';
  const { manifest, files } = await buildFromCsv(csv, { text: 'index', note: 'ignore' });
  const stored = new Map(files);
  const open = async (name: string) => memorySource(stored.get(name)!);
  const writer = await IndexWriter.open(manifest, open);
  const updates = [['B', undefined, undefined, '2003'] as const];
  const { changes, files: written } = await writer.write(
    undefined,
    'id',
    { upserts: [], updates, deletes: [] },
    'c/',
  );
  for (const [name, bytes] of written) stored.set(name, bytes);
  const source = memorySource(new TextEncoder().encode(csv));
  const columns = csv
    .slice(0, 17)
    .split(',')
    .map((name) => ({
      name,
      role: name === 'text' ? ('index' as const) : ('metadata' as const),
    }));
  const plan = await planDataset(source, columns);
  const given = await readGiven(serializeChanges(changes), open);
  let built = '';
  for await (const bytes of changedCsv(source, plan, given)) built += Buffer.from(bytes).toString();
  expect(built.trim().split('\n').slice(1)).toEqual([
    '"a","A bee hive","kept","2001"',
    '"b","A water pump","also, kept","2003"',
  ]);
});
