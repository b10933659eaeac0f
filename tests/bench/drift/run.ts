import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Papa from 'papaparse';
import * as engine from '#engine';
import { seededRandom } from '#engine/random.ts';
import { buildInMemory } from '../build-in-memory.ts';
import { parseOrExit } from '../parse-or-exit.ts';
import { SEED } from '../search/corpus/csv-file.ts';
import { printTable, type Row } from '../search/table.ts';

const USAGE = `npm run bench -- drift DIR DIR…
  DIR  collections with corpus.csv (id, title, text), queries.csv and qrels.csv, each of which is changed in turn: by a fifth of its
       rows at random, by the fifth that is nearest to one row, and by 600 rows of each of three others`;

function parse(args: string[]) {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.length < 2) throw new Error('Two collections are needed.');
  return positionals;
}

const BUILT_ROWS = 3000;
const FOREIGN_ROWS = 600;
const QUERIES = 150;
const FIRST = 10;

type Cells = readonly [id: string, title: string, text: string];

interface Collection {
  readonly name: string;
  readonly rows: readonly Cells[];
  readonly queries: readonly { readonly id: string; readonly text: string }[];
  /** Grades of rows by query. */
  readonly relevant: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

const random = seededRandom(SEED);

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);

async function load(folder: string): Promise<Collection> {
  const read = async (file: string) => {
    const csv = await readFile(join(folder, file), 'utf8');
    return Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;
  };
  const [corpus, queries, judged] = await Promise.all(
    ['corpus.csv', 'queries.csv', 'qrels.csv'].map(read),
  );
  const name = folder.split('/').at(-1)!;
  const rows = corpus!
    .map(({ id, title = '', text = '' }): Cells => [`${name}-${id}`, title, text])
    .filter(([, title, text]) => `${title}${text}`.trim() !== '');
  const relevant = new Map<string, Map<string, number>>();
  for (const line of judged!) {
    const [query = '', row = '', grade = ''] = Object.values(line);
    if (!(Number(grade) > 0)) continue;
    relevant.set(query, (relevant.get(query) ?? new Map()).set(`${name}-${row}`, Number(grade)));
  }
  const asked = queries!.map(({ id = '', text = '' }) => ({ id, text }));
  return { name, rows, queries: asked, relevant };
}

const gain = (grades: readonly number[]) =>
  grades.reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);

/** Mean nDCG@10 of the queries that have relevant rows among these, by them alone. */
async function quality(
  index: engine.SearchIndex,
  { queries, relevant }: Collection,
  among: ReadonlySet<string>,
): Promise<number> {
  const gains: number[] = [];
  for (const { id, text } of queries) {
    const wanted = new Map([...(relevant.get(id) ?? [])].filter(([row]) => among.has(row)));
    if (wanted.size === 0 || gains.length === QUERIES) continue;
    const { hits } = await index.search({ text, limit: FIRST, fields: ['id'] });
    const best = [...wanted.values()].sort((a, b) => b - a).slice(0, FIRST);
    gains.push(gain(hits.map(({ row }) => wanted.get(row.id!) ?? 0)) / gain(best));
  }
  return gains.reduce((sum, each) => sum + each, 0) / gains.length;
}

const build = (rows: readonly Cells[]) => {
  const csv = Papa.unparse([['id', 'title', 'text'], ...rows]);
  return buildInMemory(engine.memorySource(new TextEncoder().encode(csv)), SEED);
};

/** Adds rows to an index, and compares it with one that is built of all. */
async function measure(
  system: string,
  built: readonly Cells[],
  added: readonly Cells[],
  judged: Collection,
): Promise<Row> {
  const { manifest, model, segments } = await build(built);
  const files = new Map([model, ...segments].map((file) => [file.fileName, file.source]));
  const open = async (name: string) => files.get(name)!;
  const index = await engine.open(manifest, open);
  const writer = await engine.IndexWriter.open(manifest, open);
  const batch = { upserts: added, deletes: [] };
  const { changes, files: written } = await writer.write(undefined, 'id', batch, 'change/');
  for (const [name, bytes] of written) files.set(name, engine.memorySource(bytes));
  const ids = new Set(added.map(([id]) => id));
  const changed = await quality(await index.changed(changes), judged, ids);
  const rebuilt = await quality((await build([...built, ...added])).index, judged, ids);
  const [delta] = changes.deltas;
  const figures = {
    newWords: delta!.newWords / delta!.words - changes.newWordsOfIndex,
    nearness: delta!.nearness! / changes.nearnessOfIndex!,
    changed,
    rebuilt,
  };
  const cells = {
    'new words, more than built': figures.newWords.toFixed(3),
    'nearness, of that of the built': figures.nearness.toFixed(2),
    'nDCG@10 changed': changed.toFixed(3),
    'built again': rebuilt.toFixed(3),
    gain: (rebuilt - changed).toFixed(3),
  };
  return { measure: 'Rows added', system, cells, figures };
}

/** Rows of a collection, those that are like one of them first. */
async function byLikeness(rows: readonly Cells[]): Promise<Cells[]> {
  const { index } = await build(rows);
  const vectors = await Promise.all(
    rows.map(([, title, text]) => index.vector(`${title} ${text}`)),
  );
  const one = vectors[Math.floor(random() * vectors.length)]!;
  return rows
    .map((row, i) => ({ row, cosine: vectors[i]!.reduce((sum, x, j) => sum + x * one[j]!, 0) }))
    .sort((a, b) => b.cosine - a.cosine)
    .map(({ row }) => row);
}

/** Measures how far changed rows have drifted, and what a build would gain. */
export async function run(args: string[]): Promise<void> {
  const collections = await Promise.all(parseOrExit(parse, args, USAGE).map(load));
  const table: Row[] = [];
  for (const collection of collections) {
    const { name } = collection;
    const rows = shuffled(collection.rows).slice(0, BUILT_ROWS);
    const fifth = Math.floor(rows.length / 5);
    table.push(
      await measure(`${name}: at random`, rows.slice(fifth), rows.slice(0, fifth), collection),
    );
    const alike = await byLikeness(rows);
    table.push(
      await measure(`${name}: a topic`, alike.slice(fifth), alike.slice(0, fifth), collection),
    );
    for (const other of collections.filter((one) => one !== collection).slice(0, 3)) {
      const judged = new Set([...other.relevant.values()].flatMap((grades) => [...grades.keys()]));
      const foreign = shuffled(other.rows)
        .sort((a, b) => Number(judged.has(b[0])) - Number(judged.has(a[0])))
        .slice(0, FOREIGN_ROWS);
      table.push(await measure(`${name}: ${other.name}`, rows.slice(fifth), foreign, other));
    }
  }
  console.log(printTable(table));
}
