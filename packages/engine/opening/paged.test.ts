import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { CorruptFileError } from '../errors.ts';
import type { OpenOptions, SearchRequest } from '../query/search-index.ts';
import { seededRandom } from '../random.ts';
import { FEW_ROWS } from '../ranking-constants.ts';
import { SegmentSource } from '../search/sources/segments.ts';
import type { ByteSource } from '../source.ts';
import { type BuiltIndex, buildFromCsv, openFrom } from '../test-corpus.ts';
import { analyzeQuery } from '../words/analyze-query.ts';
import { lookUp, weighTerms } from '../words/terms.ts';
import { openIndex, openState } from './open.ts';

/** Searches of an index that is read page by page against those of one in memory. */
const ROWS = 2_500;
const random = seededRandom(5);
const word = () => `w${Math.floor(random() ** 3 * 900)}x`;
/** Words that are spelled alike. */
const ENDINGS = ['', 'ium', 'oxide', 'ates'];
const stems = Array.from({ length: 40 }, () =>
  Array.from({ length: 7 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join(''),
);
const form = () =>
  `${stems[Math.floor(random() * stems.length)]}${ENDINGS[Math.floor(random() * ENDINGS.length)]}`;
const words = (count: number) =>
  Array.from({ length: count }, (_, i) => (i % 8 === 7 ? form() : word())).join(' ');
const CSV = [
  'id,title,text,year',
  ...Array.from({ length: ROWS }, (_, i) => `${i},${words(3)},${words(30)},${2000 + (i % 20)}`),
].join('\n');

let built: BuiltIndex;
let sizeBytes: number;
beforeAll(async () => {
  built = await buildFromCsv(CSV, { text: 'index' }, 300_000);
  sizeBytes = Array.from(built.files.values()).reduce((sum, bytes) => sum + bytes.length, 0);
});

/** Opens the index with counters of its reads, and with a memory limit slightly below its size.
 * `change` may damage the bytes of a read.
 */
async function openPaged(
  change: (bytes: Uint8Array, read: number) => Uint8Array = (bytes) => bytes,
  residentBytes = sizeBytes - 1,
  bounds: Pick<OpenOptions, 'pageBytes' | 'sectionBytes'> = {},
) {
  const open = openFrom(built.files);
  const figures = { reads: 0, bytes: 0, most: 0, opened: 0 };
  let running = 0;
  const index = await openIndex(
    built.manifest,
    async (name): Promise<ByteSource> => {
      const file = await open(name);
      return {
        sizeBytes: file.sizeBytes,
        async read(offset, length) {
          figures.most = Math.max(figures.most, ++running);
          // Long reads take longer.
          for (let left = length; left > 0; left -= 4_096) {
            await new Promise((done) => setImmediate(done));
          }
          running--;
          // A file is opened by its first bytes.
          if (offset === 0) figures.opened++;
          const bytes = change(await file.read(offset, length), figures.reads++);
          figures.bytes += bytes.byteLength;
          return bytes;
        },
      };
    },
    { smallBytes: 0, residentBytes, ...bounds },
  );
  return { index, figures };
}

/** Has two words that are spelled like others. */
const SIMILAR_QUERY = `w1x w2x ${stems[3]} ${stems[5]}oxide`;
const QUERIES = ['w1x w2x w40x', 'w3x', 'w0x w5x w300x w17x', SIMILAR_QUERY, `${words(60)}`];

/** An index that ranks as a paged one, with all of it in memory. */
async function openRead() {
  const { index } = await openPaged(undefined, sizeBytes - 1, {
    pageBytes: Number.POSITIVE_INFINITY,
    sectionBytes: Number.POSITIVE_INFINITY,
  });
  await index.warm();
  return index;
}

const YEAR = [{ column: 'year', operator: '>' as const, value: '2008' }];

it('gives the hits and scores of an index that was read before', async () => {
  const state = await openState(built.manifest, openFrom(built.files));
  const { parts } = await state.open();
  const query = analyzeQuery(SIMILAR_QUERY, state.model.analyzer.main);
  const tables = [state.model.vocabulary, ...parts.map(({ lexicon }) => lexicon.terms)];
  await Promise.all(tables.map((table) => table.ensure(query.terms)));
  const entries = lookUp(
    parts.map(({ lexicon }) => lexicon),
    state.model.vocabulary,
    query.terms,
  );
  const terms = weighTerms(query, entries, state);
  const similar = (await state.encoder.similarWords()).of({ query, terms }, state.rowCount);
  expect(similar.filter(({ words: found }) => found.length > 0)).toHaveLength(2);
  const read = await openRead();
  for (const text of QUERIES) {
    for (const filters of [[], YEAR]) {
      const { index } = await openPaged();
      const request = { text, limit: 1_000, filters, fields: ['id'] };
      expect(await index.search(request)).toEqual(await read.search(request));
    }
  }
  const { index } = await openPaged();
  expect(await index.vector('w1x w2x')).toEqual(await built.index.vector('w1x w2x'));
});

it('gives rows in shared memory to one search at a time', async () => {
  const source = new SegmentSource(await openState(built.manifest, openFrom(built.files)));
  await source.counts(['w1x']);
  await source.prepare({ query: analyzeQuery('w1x', source.model.analyzer.main), terms: [] });
  {
    using rows = source.place();
    expect(rows.parts.length).toBe(built.manifest.segments.length);
    expect(() => source.place()).toThrow('Another search has rows in this memory.');
  }
  using again = source.place();
  expect(again.parts).toHaveLength(built.manifest.segments.length);
});

it('explains hits in the same way', async () => {
  const { index } = await openPaged();
  const request = { text: 'w1x w2x w4x w6x w8x', limit: 100, explain: true };
  expect(await index.search(request)).toEqual(await (await openRead()).search(request));
});

it('finds as many rows, however many hits are wanted', async () => {
  const { index } = await openPaged();
  for (const text of [...QUERIES, 'w899x', 'w77xx w3x', 'zzzz']) {
    for (const filters of [[], YEAR]) {
      const { totalFound } = await index.search({ text, limit: 10, filters });
      for (const limit of [1, 50, 200, 1_000]) {
        const { hits, ...more } = await index.search({ text, limit, filters, fields: [] });
        expect(more.totalFound, `${text}, ${limit}`).toBe(totalFound);
        expect(hits.length).toBe(Math.min(limit, totalFound));
      }
      // Where an index does not fit into memory, codes estimate how many of few rows are near in meaning.
      if (filters.length === 0 && !QUERIES.includes(text)) continue;
      expect((await built.index.search({ text, limit: 10, filters })).totalFound).toBe(totalFound);
    }
  }
});

it('finds, counts and lists the same rows before and after an index is in memory', async () => {
  const lines = Array.from(
    { length: FEW_ROWS + 100 },
    (_, i) => `${i},${words(6)},${2000 + (i % 20)}`,
  );
  const many = await buildFromCsv(['id,text,year', ...lines].join('\n'), { text: 'index' }, 60_000);
  // Few rows have the words from 600 on, and none those from 900 on.
  const text = fc
    .array(fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 600, max: 910 })), {
      minLength: 1,
      maxLength: 3,
    })
    .map((numbers) => numbers.map((number) => `w${number}x`).join(' '));
  const year = (operator: '<' | '=' | '!=') =>
    fc.integer({ min: 2000, max: 2019 }).map((value) => {
      return [{ column: 'year', operator, value: String(value) }];
    });
  const filters = fc.oneof(fc.constant([]), year('<'), year('='), year('!='));
  const limit = fc.constantFrom(1, 60, 1_000);
  for (const { manifest, files, index } of [built, many]) {
    await fc.assert(
      fc.asyncProperty(text, filters, limit, async (asked, given, most) => {
        const request = { text: asked, filters: given, limit: most, fields: [] };
        const first = async (more: Partial<SearchRequest>) => {
          const fresh = await openIndex(manifest, openFrom(files), { smallBytes: 0 });
          return fresh.search({ ...request, ...more });
        };
        const sort = { sort: 'rows' } as const;
        expect(await first(sort)).toEqual(await index.search({ ...request, ...sort }));
        const facets = { facets: [{ column: 'year', interval: 'year' }] } as const;
        const [paged, resident] = [
          await first(facets),
          await index.search({ ...request, ...facets }),
        ];
        expect(paged.totalFound).toBe(resident.totalFound);
        expect(paged.facets).toEqual(resident.facets);
        expect(paged.hits).toHaveLength(resident.hits.length);
      }),
      { numRuns: 15 },
    );
  }
});

it('fills up with the nearest rows where few that pass a filter have a word', async () => {
  // Half of the rows have the word, and others of its topic; those of the first years have the others at most.
  const lines = Array.from({ length: 2_400 }, (_, i) => {
    const topic = i % 20 < 10 && i % 7 > 0 ? words(6) : `wing rotor hull ${words(3)}`;
    return `${i},${i % 20 < 10 ? '' : 'glider '}${topic},${2000 + (i % 20)}`;
  });
  const { index } = await buildFromCsv(['id,text,year', ...lines].join('\n'), { text: 'index' });
  const filters = [{ column: 'year', operator: '<' as const, value: '2008' }];
  const { hits } = await index.search({ text: 'glider', filters, limit: 60, fields: ['id'] });
  expect(hits).toHaveLength(60);
  expect(hits.filter(({ row }) => Number(row.id) % 7 === 0).length).toBeGreaterThan(55);
});

it('reads a part of the files, in few requests', async () => {
  const { index, figures } = await openPaged();
  const { hits } = await index.search({ text: 'w3x w30x', limit: 10 });
  expect(hits).toHaveLength(10);
  expect(figures.bytes).toBeLessThan(sizeBytes);
  expect(figures.reads).toBeLessThanOrEqual(250);
  expect(figures.most).toBeLessThanOrEqual(32);
  const before = { ...figures };
  await index.search({ text: 'w3x w30x', limit: 10, fields: [] });
  // What was read stays in memory.
  expect(figures).toEqual(before);
});

it('adds related rows if few contain a query word, and finds misspelt words', async () => {
  const { index, figures } = await openPaged();
  for (const text of ['w899x', 'w77xx w3x', 'zzzz']) {
    const request = { text, limit: 300, fields: ['id'] };
    const paged = await index.search(request);
    const resident = await built.index.search(request);
    expect(paged.hits).toHaveLength(resident.hits.length);
    const ids = new Set(paged.hits.map(({ row }) => row.id));
    for (const { row } of resident.hits.slice(0, 10)) expect(ids).toContain(row.id);
  }
  expect(figures.bytes).toBeLessThan(sizeBytes);
});

it('returns all rows that pass a filter, for any query', async () => {
  const { index } = await openPaged();
  const filters = [{ column: 'year', operator: '=' as const, value: '2003' }];
  for (const text of ['w899x', 'w1x', 'zzzz']) {
    const { hits, totalFound } = await index.search({ text, limit: 200, filters });
    expect(hits).toHaveLength(ROWS / 20);
    expect(totalFound).toBe(ROWS / 20);
    expect(new Set(hits.map(({ row }) => row.year))).toEqual(new Set(['2003']));
  }
});

it('reads no table of all terms for a number that no row has', async () => {
  const bytesFor = async (text: string) => {
    const { index, figures } = await openPaged();
    // What every search reads, in reads that are joined as time allows.
    await index.search({ text: 'w3x', limit: 10, fields: [] });
    const before = figures.bytes;
    await index.search({ text, limit: 10, fields: [] });
    return figures.bytes - before;
  };
  expect(await bytesFor('1234567')).toBeLessThan(await bytesFor('zzzzzz'));
});

it('shares the reads of searches that begin together', async () => {
  const one = await openPaged();
  const request = { text: 'w3x w30x', limit: 10, fields: [] };
  await one.index.search(request);
  const two = await openPaged();
  await Promise.all([two.index.search(request), two.index.search(request)]);
  expect(two.figures.reads).toBe(one.figures.reads);
});

it('repeats failed and short reads', async () => {
  const expected = await (await openPaged()).index.search({ text: 'w3x w9x', limit: 20 });
  const failed = new Set<number>();
  const { index } = await openPaged((bytes, read) => {
    if (read % 5 === 2) {
      failed.add(read);
      throw new Error('socket hang up');
    }
    return read % 5 === 4 ? bytes.subarray(0, bytes.length >> 1) : bytes;
  });
  expect(await index.search({ text: 'w3x w9x', limit: 20 })).toEqual(expected);
  expect(failed.size).toBeGreaterThan(0);
});

it('names a damaged part, and reads it again for the next search', async () => {
  let isDamaged = false;
  const { index } = await openPaged((bytes) => {
    if (!isDamaged) return bytes;
    const changed = bytes.slice();
    changed[changed.length >> 1]! ^= 1;
    return changed;
  });
  isDamaged = true;
  const request = { text: 'w3x w9x', limit: 20 };
  await expect(index.search(request)).rejects.toThrow(CorruptFileError);
  isDamaged = false;
  expect((await index.search(request)).hits).toHaveLength(20);
});

it('becomes resident after the first search, and then reads stored rows only', async () => {
  const { index, figures } = await openPaged(undefined, sizeBytes);
  const request = { text: 'w3x w9x', limit: 20, fields: [] };
  await index.search(request);
  await eventually(async () =>
    expect(await index.search(request)).toEqual(await built.index.search(request)),
  );
  const before = { ...figures };
  await index.search({ text: 'w899x w8x w123x', limit: 300, fields: [] });
  expect(figures).toEqual(before);
});

it('starts over with empty memory when the pages of a large index reach the limit', async () => {
  const { index, figures } = await openPaged(undefined, 1);
  const request = { text: 'w3x w9x', limit: 20 };
  const first = await index.search(request);
  const before = figures.bytes;
  expect(await index.search(request)).toEqual(first);
  const { bytes } = figures;
  expect(await index.search(request)).toEqual(first);
  expect(figures.bytes - bytes).toBe(bytes - before);
  expect(bytes).toBeGreaterThan(before);
});

it('reads whole sections of an index that does not fit, those first that help most, up to a limit', async () => {
  const sectionBytes = sizeBytes >> 1;
  const pages = await openPaged();
  const sections = await openPaged(undefined, sizeBytes - 1, { sectionBytes });
  const request = { text: 'w3x w30x', limit: 10, fields: [] };
  for (const { index } of [pages, sections]) await index.search(request);
  const before = sections.figures.bytes;
  await sections.index.warm();
  expect(sections.figures.bytes - before).toBeGreaterThan(sectionBytes >> 2);
  expect(sections.figures.bytes - before).toBeLessThanOrEqual(sectionBytes);
  const next = { text: 'w7x w70x', limit: 10, fields: [] };
  const readsOf = async ({ index, figures }: typeof pages) => {
    const { reads } = figures;
    const result = await index.search(next);
    return { result, reads: figures.reads - reads };
  };
  const [paged, resident] = [await readsOf(pages), await readsOf(sections)];
  expect(resident.result).toEqual(paged.result);
  expect(resident.reads).toBeLessThan(paged.reads);
});

it('never keeps more pages than the limit and what one search reads', async () => {
  const pageBytes = 0.7 * sizeBytes;
  const { index, figures } = await openPaged(undefined, sizeBytes - 1, { pageBytes });
  let [kept, most, largest, started] = [figures.bytes, 0, 0, 1];
  for (let q = 0; q < 24; q++) {
    const { bytes, opened } = figures;
    await index.search({ text: words(4), limit: 50, fields: [] });
    const read = figures.bytes - bytes;
    const isFresh = figures.opened > opened;
    if (isFresh) started++;
    kept = isFresh ? read : kept + read;
    most = Math.max(most, kept);
    largest = Math.max(largest, read);
  }
  expect(started).toBeGreaterThan(2);
  expect(figures.opened).toBe(started * built.files.size);
  expect(most).toBeLessThanOrEqual(pageBytes + largest);
});

it('warms: what searches read is in memory before the first one', async () => {
  const { index, figures } = await openPaged(undefined, sizeBytes);
  await index.warm();
  const before = { ...figures };
  const request = { text: 'w3x w9x', limit: 20, fields: [] };
  expect(await index.search(request)).toEqual(await built.index.search(request));
  expect(figures).toEqual(before);
});

it('warms an index that does not fit as far as every search needs it', async () => {
  const [cold, warm] = [await openPaged(), await openPaged()];
  await warm.index.warm();
  const warmed = warm.figures.reads;
  const request = { text: 'w3x w30x', limit: 10, fields: [] };
  expect(await warm.index.search(request)).toEqual(await cold.index.search(request));
  expect(warm.figures.reads - warmed).toBeLessThan(cold.figures.reads);
  expect(warm.figures.bytes).toBeLessThan(sizeBytes);
});
