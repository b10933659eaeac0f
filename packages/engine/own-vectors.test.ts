import { beforeAll, describe, expect, it } from 'vitest';
import { IndexWriter } from './changes/writer.ts';
import { QueryError } from './errors.ts';
import type { Manifest } from './manifest.ts';
import { openIndex } from './opening/open.ts';
import type { OpenOptions } from './query/search-index.ts';
import { seededRandom } from './random.ts';
import { memorySource } from './source.ts';
import { type BuiltIndex, buildFromCsv, openFrom } from './test-corpus.ts';

const ROWS = 1_600;
const TOPICS = 200;
/** Not a multiple of what kernels read at once. */
const DIMENSIONS = 24;
const random = seededRandom(11);
const normal = () => random() + random() + random() - 1.5;
const centres = Array.from({ length: TOPICS }, () => Array.from({ length: DIMENSIONS }, normal));
const topicOf = (row: number) => row % TOPICS;
const vectors = Array.from({ length: ROWS }, (_, row) =>
  centres[topicOf(row)]!.map((x) => x + 0.4 * normal()),
);
/** Every ninth row has none. */
const hasVector = (row: number) => row % 9 !== 8;
const wordOf = (n: number) => `w${Math.floor(random() ** 2 * n)}x`;
/** Half of the words belong to the topic, so that words and vectors agree. */
const textOf = (row: number) =>
  Array.from({ length: 24 }, (_, i) =>
    i % 2 ? wordOf(400) : `t${topicOf(row)}${wordOf(30)}`,
  ).join(' ');
const cellOf = (vector: readonly number[]) => `"[${vector.map((x) => x.toFixed(4)).join(', ')}]"`;
const csv = [
  'id,text,year,embedding',
  ...vectors.map(
    (vector, row) =>
      `D-${row},${textOf(row)},${2000 + (row % 10)},${hasVector(row) ? cellOf(vector) : ''}`,
  ),
].join('\n');

const lengthOf = (vector: readonly number[]) => Math.hypot(...vector);
const cosine = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, x, i) => sum + x * b[i]!, 0) / lengthOf(a) / lengthOf(b);

/** The nearest rows by comparing all. */
const nearest = (query: readonly number[], passes: (row: number) => boolean = () => true) =>
  vectors
    .map((vector, row) => ({ row, cosine: cosine(query, vector) }))
    .filter(({ row }) => hasVector(row) && passes(row))
    .toSorted((a, b) => b.cosine - a.cosine);

let built: BuiltIndex;
beforeAll(async () => {
  built = await buildFromCsv(csv, { text: 'index' }, 120_000);
});

const paged: OpenOptions = { smallBytes: 0, residentBytes: 0 };
const opened = (options: OpenOptions, change: Partial<Manifest['card']['own']> = {}) => {
  const { card } = built.manifest;
  const manifest = { ...built.manifest, card: { ...card, own: { ...card.own!, ...change } } };
  return openIndex(manifest, openFrom(built.files), options);
};

describe.each([
  ['resident', {}],
  ['paged', paged],
])('%s', (_, options) => {
  it('finds by a vector alone what comparing all rows finds', async () => {
    expect(built.manifest.segments.length).toBeGreaterThan(2);
    const index = await opened(options);
    for (const topic of [0, 7, 33]) {
      const query = centres[topic]!.map((x) => 3 * x);
      const { hits } = await index.search({ text: '', vector: query, limit: 20 });
      const expected = nearest(query).slice(0, 20);
      const found = new Set(hits.map(({ number }) => number));
      // Eight bits may change places of rows that are equally near.
      expect(expected.filter(({ row }) => found.has(row)).length).toBeGreaterThanOrEqual(19);
      for (const { number, score } of hits) {
        expect(score).toBeCloseTo(cosine(query, vectors[number]!), 1);
      }
      expect(hits.map(({ score }) => score)).toEqual(
        hits.map(({ score }) => score).toSorted((a, b) => b - a),
      );
    }
  });

  it('takes filters, distinct and pages with a vector', async () => {
    const index = await opened(options);
    const query = centres[5]!;
    const filters = [{ column: 'year', operator: '=', value: '2005' }] as const;
    const { hits } = await index.search({ text: '', vector: query, filters, limit: 10 });
    const expected = nearest(query, (row) => row % 10 === 5).slice(0, 10);
    expect(hits.map(({ row }) => row.year)).toEqual(hits.map(() => '2005'));
    const found = new Set(hits.map(({ number }) => number));
    expect(expected.filter(({ row }) => found.has(row)).length).toBeGreaterThanOrEqual(9);
    const request = { text: '', vector: query, limit: 15, pages: true };
    const first = await index.search(request);
    const next = await index.search({ ...request, after: first.next! });
    const whole = await index.search({ ...request, limit: 30 });
    expect([...first.hits, ...next.hits].map(({ number }) => number)).toEqual(
      whole.hits.map(({ number }) => number),
    );
    const other = { ...request, vector: centres[6]!, after: first.next! };
    await expect(index.search(other)).rejects.toThrow('does not belong to this list');
  });

  it('ranks by words and the vector together, and says what each gave', async () => {
    const index = await opened(options, { weight: 0.5 });
    // Words of topic 3 with the vector of topic 12.
    const text = Array.from({ length: 6 }, (_, i) => `t3w${i}x`).join(' ');
    const both = { text, vector: centres[12]!, limit: 40, explain: true };
    const { hits } = await index.search(both);
    const ofTopic = (found: typeof hits, topic: number) =>
      found.filter(({ number }) => topicOf(number) === topic).length;
    expect(ofTopic(hits, 3)).toBeGreaterThan(3);
    expect(ofTopic(hits, 12)).toBeGreaterThan(3);
    for (const { explanation } of hits) {
      expect(explanation!.vector).toBeGreaterThanOrEqual(0);
      expect(explanation!.vector).toBeLessThanOrEqual(1);
    }
    const words = await index.search({ text, limit: 40, explain: true });
    expect(ofTopic(words.hits, 12)).toBeLessThan(3);
    expect(words.hits[0]!.explanation).not.toHaveProperty('vector');
  });
});

it.each([
  ['resident', {}],
  ['paged', paged],
])('counts exactly the rows that facets count and that a list gives, %s', async (_, options) => {
  const index = await opened(options);
  const wordless = { text: '', vector: centres[2]! };
  const requests = [wordless, { ...wordless, text: 't2w1x t2w2x' }];
  for (const request of requests) {
    for (const filters of [[], [{ column: 'year', operator: '<', value: '2004' }] as const]) {
      const asked = { ...request, filters, limit: 1_000 };
      const facets = [{ column: 'year', interval: 'year' }] as const;
      const { totalFound, hits, facets: counted } = await index.search({ ...asked, facets });
      expect(hits.length).toBeLessThanOrEqual(totalFound);
      expect(counted![0]!.counts.reduce((sum, { count }) => sum + count, 0)).toBe(totalFound);
      const list = await index.search({ ...asked, sort: 'rows' });
      expect([list.totalFound, list.hits.length]).toEqual([
        totalFound,
        Math.min(1_000, totalFound),
      ]);
    }
  }
});

it('gives hits the same score with a filter and without', async () => {
  const index = await opened({}, { weight: 0.3 });
  const request = { text: 't8w1x t8w4x', vector: centres[8]!, limit: 200 };
  const all = await index.search(request);
  const scores = new Map(all.hits.map(({ number, score }) => [number, score]));
  const filters = [{ column: 'year', operator: '=', value: '2008' }] as const;
  const some = await index.search({ ...request, filters });
  expect(some.hits.length).toBeGreaterThan(10);
  const [first] = some.hits;
  expect(first!.score).toBe(scores.get(first!.number));
  const both = some.hits.filter(({ number }) => scores.has(number));
  expect(both.map(({ score }) => score)).toEqual(both.map(({ number }) => scores.get(number)));
});

it('finds the vectors of rows that changed, and not those of deleted ones', async () => {
  const files = new Map(built.files);
  const open = async (fileName: string) => memorySource(files.get(fileName)!);
  const writer = await IndexWriter.open(built.manifest, open);
  const query = centres[20]!;
  const text = 'a text without any known word';
  const [best] = nearest(query);
  const batch = {
    upserts: [['D-new', text, '2030', JSON.stringify(query)]],
    deletes: [`D-${best!.row}`],
  };
  const written = await writer.write(undefined, 'id', batch, 'change/');
  for (const [name, bytes] of written.files) files.set(name, bytes);
  for (const options of [{}, paged]) {
    const index = await openIndex(built.manifest, open, options);
    const changed = await index.changed(written.changes);
    const { hits } = await changed.search({ text: '', vector: query, limit: 5 });
    expect(hits[0]!.row.id).toBe('D-new');
    expect(hits.map(({ row }) => row.id)).not.toContain(`D-${best!.row}`);
  }
  const wrong = { upserts: [['D-1', text, '2030', '[1, 2]']], deletes: [] };
  await expect(writer.write(undefined, 'id', wrong, 'wrong/')).rejects.toThrow(
    'has 2 numbers instead of 24',
  );
  // Only the dataset has a vector as it was written.
  const update = { upserts: [], updates: [['D-1', text, undefined, undefined]], deletes: [] };
  await expect(writer.write(undefined, 'id', update, 'update/')).rejects.toThrow(
    'Send "embedding"',
  );
});

it('chooses a weight where vectors agree with words, and hardly any where they are noise', async () => {
  const { own } = built.manifest.card;
  expect(own!.rows).toBe(Array.from({ length: ROWS }, (_, row) => row).filter(hasVector).length);
  expect(own!.weight).toBeGreaterThan(0.2);
  expect(own!.ndcg).toBeGreaterThan(own!.ndcgWithout);
  expect(own!.isSet).toBe(false);
  const noise = csv.replace(/"\[.*?\]"/g, () => cellOf(Array.from({ length: DIMENSIONS }, normal)));
  const { manifest } = await buildFromCsv(noise);
  expect(manifest.card.own!.weight).toBeLessThan(0.2);
});

it('lists rows whose vectors cannot be used, and refuses other queries', async () => {
  const lines = csv.split('\n');
  const [id, text, year] = ['D-1', 'a text', '2001'];
  const bad = ['"[1, 2, 3]"', 'no vector', '"[1, null]"', '"{}"'];
  const rows = bad.map((cell) => [id, text, year, cell].join(','));
  const some = [...lines.slice(0, 200), ...rows].join('\n');
  const { rejects, manifest } = await buildFromCsv(some);
  expect(rejects.map(({ line, reason }) => [line - 200, reason])).toEqual([
    [1, 'The vector in "embedding" has 3 numbers instead of 24.'],
    ...[2, 3, 4].map((line) => [
      line,
      'The column "embedding" does not hold a JSON list of numbers.',
    ]),
  ]);
  expect(manifest.rejectCount).toBe(4);
  const index = await opened({});
  expect(index.columns.map(({ name }) => name)).toEqual(['id', 'text', 'year']);
  const refused: [Parameters<typeof index.search>[0], string][] = [
    [{ text: '', vector: [1, 2], limit: 1 }, 'Those of the column "embedding" have 24'],
    [{ text: '', vector: Array.from({ length: 24 }, () => 0), limit: 1 }, 'no direction'],
    [
      { text: 'x', filters: [{ column: 'embedding', operator: 'exists' }], limit: 1 },
      'holds vectors',
    ],
    [{ text: 'x', facets: [{ column: 'embedding' }], limit: 1 }, 'holds vectors'],
    [{ text: 'x', distinct: 'embedding', limit: 1 }, 'neither codes nor names'],
    [{ text: 'x', sort: { column: 'embedding' }, limit: 1 }, 'neither numbers nor dates'],
  ];
  for (const [request, message] of refused) {
    await expect(index.search(request)).rejects.toThrow(message);
  }
  const without = await buildFromCsv(lines.slice(0, 50).join('\n'), {
    text: 'index',
    embedding: 'ignore',
  });
  expect(without.manifest.card).not.toHaveProperty('own');
  const asked = without.index.search({ text: 'x', vector: centres[0]!, limit: 1 });
  await expect(asked).rejects.toThrow(
    new QueryError('bad_vector', 'The index has no column of vectors.'),
  );
});
