import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Papa from 'papaparse';
import * as engine from '#engine';
import { seededRandom } from '#engine/random.ts';
import { OWN_WEIGHTS } from '#engine/ranking-constants.ts';
import { buildInMemory } from '../build-in-memory.ts';
import { parseOrExit, positive } from '../parse-or-exit.ts';
import { SEED } from '../search/corpus/csv-file.ts';
import { TextSource } from '../search/corpus/documents.ts';
import { digits, printTable, type Row } from '../search/table.ts';

const USAGE = `npm run bench -- vectors [options] [DIR…]
  DIR             collections with corpus.csv (id, title, text and more), queries.csv and qrels.csv: rows are searched by their text
                  with vectors of their other columns
  --dimensions N  of these vectors (default 384)
  --rows N        also measures generated documents of 80 words with vectors (default 0)
  --queries N     searches of these, of each kind (default 200)`;

function parse(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      dimensions: { type: 'string', default: '384' },
      rows: { type: 'string', default: '0' },
      queries: { type: 'string', default: '200' },
    },
  });
  return {
    folders: positionals,
    dimensions: positive(values.dimensions),
    rows: Number(values.rows),
    queries: positive(values.queries),
  };
}

const FIRST = 10;

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{2,}|\d+/gu) ?? []).flatMap((word) =>
    // Parts of words, so that forms of a word have like vectors.
    word.length > 5 ? [word, `${word.slice(0, 5)}*`] : [word],
  );

/**
 * Vectors of texts by random indexing (Kanerva and others 2000): each word has a random direction, weighted by its rarity. Nobody's
 * model, and not that of the engine: cosines are those of words that texts share.
 */
class RandomIndexing {
  readonly #directions = new Map<string, Float32Array>();
  readonly #rarity = new Map<string, number>();
  readonly #random = seededRandom(SEED);
  readonly #dimensions: number;

  constructor(texts: readonly string[], dimensions: number) {
    this.#dimensions = dimensions;
    const counts = new Map<string, number>();
    for (const text of texts) {
      for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    for (const [word, count] of counts) this.#rarity.set(word, Math.log(texts.length / count));
  }

  of(text: string): number[] {
    const sum = new Float32Array(this.#dimensions);
    for (const word of wordsOf(text)) {
      const weight = this.#rarity.get(word) ?? 0;
      if (weight === 0) continue;
      const direction = this.#directionOf(word);
      for (let i = 0; i < sum.length; i++) sum[i]! += weight * direction[i]!;
    }
    return [...sum];
  }

  #directionOf(word: string): Float32Array {
    let direction = this.#directions.get(word);
    if (!direction) {
      direction = Float32Array.from({ length: this.#dimensions }, () => this.#random() - 0.5);
      this.#directions.set(word, direction);
    }
    return direction;
  }
}

interface Collection {
  readonly name: string;
  readonly rows: readonly { readonly id: string; readonly text: string; readonly other: string }[];
  readonly queries: readonly { readonly id: string; readonly text: string }[];
  readonly relevant: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

async function load(folder: string): Promise<Collection> {
  const read = async (file: string) => {
    const csv = await readFile(join(folder, file), 'utf8');
    return Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;
  };
  const [corpus, queries, judged] = await Promise.all(
    ['corpus.csv', 'queries.csv', 'qrels.csv'].map(read),
  );
  const rows = corpus!.map(({ id = '', text = '', ...others }) => {
    const other = Object.values(others).join(' ');
    // Some rows have a title only.
    return { id, text: text.trim() || other, other: text.trim() ? other : '' };
  });
  const relevant = new Map<string, Map<string, number>>();
  for (const line of judged!) {
    const [query = '', row = '', grade = ''] = Object.values(line);
    if (!(Number(grade) > 0)) continue;
    relevant.set(query, (relevant.get(query) ?? new Map()).set(row, Number(grade)));
  }
  const asked = queries!.map(({ id = '', text = '' }) => ({ id, text }));
  return { name: folder.split('/').at(-1)!, rows, queries: asked, relevant };
}

const gain = (grades: readonly number[]) =>
  grades.reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);

type Request = Pick<Parameters<engine.SearchIndex['search']>[0], 'text' | 'vector'>;

/** Mean nDCG@10. */
async function quality(
  index: engine.SearchIndex,
  { queries, relevant }: Collection,
  requestOf: (text: string) => Request,
): Promise<number> {
  let sum = 0;
  for (const { id, text } of queries) {
    const wanted = relevant.get(id) ?? new Map<string, number>();
    const { hits } = await index.search({ ...requestOf(text), limit: FIRST, fields: ['id'] });
    const best = [...wanted.values()].sort((a, b) => b - a).slice(0, FIRST);
    sum += gain(hits.map(({ row }) => wanted.get(row.id!) ?? 0)) / (gain(best) || 1);
  }
  return sum / queries.length;
}

type Vectors = (text: string) => number[];

const csvOf = ({ rows }: Pick<Collection, 'rows'>, vectorOf?: Vectors) =>
  engine.memorySource(
    new TextEncoder().encode(
      Papa.unparse(
        rows.map(({ id, text, other }) => ({
          id,
          text,
          ...(vectorOf && {
            vector: other === '' ? '' : JSON.stringify(vectorOf(other).map((x) => +x.toFixed(4))),
          }),
        })),
      ),
    ),
  );

type Built = Awaited<ReturnType<typeof buildInMemory>>;

/** The index with another weight of its vectors. */
function withWeight({ manifest, model, segments }: Built, weight: number) {
  const files = new Map([model, ...segments].map((file) => [file.fileName, file.source]));
  const { card } = manifest;
  const changed = { ...manifest, card: { ...card, own: { ...card.own!, weight } } };
  return engine.open(changed, async (name) => files.get(name)!);
}

/** nDCG@10 of a collection with each weight, and with the one that its build has chosen. */
async function measure(collection: Collection, name: string, vectorOf: Vectors): Promise<Row> {
  const built = await buildInMemory(csvOf(collection, vectorOf), SEED);
  const own = built.manifest.card.own!;
  const plain = await quality(built.index, collection, (text) => ({ text }));
  const asked = (text: string) => {
    const vector = vectorOf(text);
    return vector.some((x) => x !== 0) ? { text, vector } : { text };
  };
  const byWeight: number[] = [];
  for (const weight of OWN_WEIGHTS) {
    byWeight.push(await quality(await withWeight(built, weight), collection, asked));
  }
  const alone = await quality(built.index, collection, (text) => {
    const { vector } = asked(text);
    return vector ? { text: '', vector } : { text };
  });
  const best = Math.max(...byWeight);
  const chosen = byWeight[OWN_WEIGHTS.indexOf(own.weight)]!;
  const cells = {
    words: plain.toFixed(3),
    vectors: alone.toFixed(3),
    chosen: `${chosen.toFixed(3)} (${own.weight})`,
    best: `${best.toFixed(3)} (${OWN_WEIGHTS[byWeight.indexOf(best)]})`,
    ...Object.fromEntries(
      OWN_WEIGHTS.map((weight, w) => [String(weight), byWeight[w]!.toFixed(3)]),
    ),
    'halves without, with': `${own.ndcgWithout.toFixed(3)}, ${own.ndcg.toFixed(3)}`,
  };
  const figures = { plain, alone, chosen, best, byWeight, own };
  return { measure: name, system: collection.name, cells, figures };
}

/** What vectors cost: bytes of a row, and processor time of builds and searches. */
async function measureCost(rowCount: number, dimensions: number, queries: number): Promise<Row[]> {
  const texts = new TextSource(SEED);
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const { text, section } = texts.document(row);
    return { id: `D-${row}`, text, other: section };
  });
  const random = seededRandom(SEED);
  // Sums of a few of two hundred directions, as those of a model have a few topics.
  const topics = Array.from({ length: 200 }, () =>
    Float32Array.from({ length: dimensions }, () => random() - 0.5),
  );
  const vectorOf: Vectors = () => {
    const some = [0, 1, 2].map(() => topics[Math.floor(random() * topics.length)]!);
    return Array.from(
      { length: dimensions },
      (_, i) => some[0]![i]! + 0.5 * some[1]![i]! + 0.3 * some[2]![i]! + 0.5 * (random() - 0.5),
    );
  };
  const asked = texts.shortQueries(queries);
  const vectors = asked.map(vectorOf);
  const table: Row[] = [];
  let bytesWithout = 0;
  for (const hasVectors of [false, true]) {
    const source = csvOf({ rows }, hasVectors ? vectorOf : undefined);
    const from = process.cpuUsage();
    const built = await buildInMemory(source, SEED);
    const { user, system } = process.cpuUsage(from);
    const bytes = built.segments.reduce((sum, file) => sum + file.source.sizeBytes, 0) / rowCount;
    if (!hasVectors) bytesWithout = bytes;
    const kinds: Record<string, (i: number) => Request> = hasVectors
      ? {
          'words, of an index with vectors': (i) => ({ text: asked[i]! }),
          'words and a vector': (i) => ({ text: asked[i]!, vector: vectors[i]! }),
          'a vector': (i) => ({ text: '', vector: vectors[i]! }),
        }
      : { 'words, of an index without': (i) => ({ text: asked[i]! }) };
    const index = hasVectors ? await withWeight(built, 0.3) : built.index;
    await index.warm();
    for (const [kind, requestOf] of Object.entries(kinds)) {
      await index.search({ ...requestOf(0), limit: 100, fields: [] });
      const start = process.cpuUsage();
      for (let i = 0; i < queries; i++) {
        await index.search({ ...requestOf(i), limit: 100, fields: [] });
      }
      const used = process.cpuUsage(start);
      const figures = {
        searchMs: (used.user + used.system) / 1000 / queries,
        buildSeconds: (user + system) / 1e6,
        bytes,
      };
      const cells = {
        'search, processor ms': digits(figures.searchMs),
        'build, processor s': digits(figures.buildSeconds),
        'bytes a row': bytes.toFixed(0),
        'of its vector': hasVectors ? (bytes - bytesWithout).toFixed(0) : '',
      };
      const measured = `${rowCount} documents, ${dimensions} numbers`;
      table.push({ measure: measured, system: kind, cells, figures });
    }
  }
  return table;
}

/** Measures what vectors of other columns give, and what they cost. */
export async function run(args: string[]): Promise<void> {
  const { folders, dimensions, rows, queries } = parseOrExit(parse, args, USAGE);
  const table: Row[] = [];
  for (const folder of folders) {
    const collection = await load(folder);
    const others = new RandomIndexing(
      collection.rows.map(({ other }) => other),
      dimensions,
    );
    table.push(await measure(collection, 'Vectors of other columns', (text) => others.of(text)));
    const random = seededRandom(SEED);
    const noise = () => Array.from({ length: dimensions }, () => random() - 0.5);
    table.push(await measure(collection, 'Vectors of noise', noise));
  }
  if (rows > 0) table.push(...(await measureCost(rows, dimensions, queries)));
  console.log(printTable(table));
}
