import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { crc32 } from 'node:zlib';
import Papa from 'papaparse';
import * as engine from '#engine';
import { buildInMemory } from '../build-in-memory.ts';
import { parseOrExit, positive } from '../parse-or-exit.ts';
import { type Row as Line, printTable } from '../search/table.ts';

const USAGE = `npm run bench -- merging DIR DIR… [options]
  DIR          a collection: corpus.csv (id,title,text), queries.csv (id,text), qrels.csv (query_id,doc_id,relevance)
  --queries N  of each collection at most (default 150)`;

function parse(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { queries: { type: 'string', default: '150' } },
  });
  if (positionals.length === 0) throw new Error('Name a collection.');
  return { folders: positionals, most: positive(values.queries) };
}

type Row = Record<string, string>;

interface Hit {
  id: string;
  score: number;
}

interface Collection {
  name: string;
  corpus: Row[];
  queries: { text: string; grades: ReadonlyMap<string, number> }[];
}

/** What merges the lists of several indexes. The product's is `score`. */
const methods: Record<string, (lists: readonly Hit[][]) => Hit[]> = {
  score: (lists) => lists.flat(),
  // Cormack, Clarke, Buettcher 2009.
  'reciprocal ranks': (lists) =>
    lists.flatMap((list) => list.map(({ id }, i) => ({ id, score: 1 / (60 + i + 1) }))),
  'share of the best score': (lists) =>
    lists.flatMap((list) =>
      list.map(({ id, score }) => ({ id, score: score / (list[0]!.score || 1) })),
    ),
};

async function read(file: string): Promise<Row[]> {
  const csv = await readFile(file, 'utf8');
  return Papa.parse<Row>(csv, { header: true, skipEmptyLines: true }).data;
}

async function readCollection(folder: string, most: number): Promise<Collection> {
  const [corpus, queries, judged] = await Promise.all(
    ['corpus.csv', 'queries.csv', 'qrels.csv'].map((file) => read(join(folder, file))),
  );
  const grades = Map.groupBy(
    judged!.filter(({ relevance }) => Number(relevance) > 0),
    ({ query_id }) => query_id!,
  );
  return {
    name: basename(folder),
    corpus: corpus!,
    queries: queries!.slice(0, most).flatMap(({ id, text }) => {
      const own = grades
        .get(id!)
        ?.map(({ doc_id, relevance }) => [doc_id!, Number(relevance)] as const);
      return own ? [{ text: text!, grades: new Map(own) }] : [];
    }),
  };
}

async function build(rows: readonly Row[]): Promise<engine.SearchIndex> {
  const cells = rows.map(({ id, title = '', text = '' }) => ({ id, title, text }));
  const csv = Papa.unparse(cells, { newline: '\r\n' });
  return (await buildInMemory(engine.memorySource(Buffer.from(csv)), 1)).index;
}

async function ask(index: engine.SearchIndex, text: string): Promise<Hit[]> {
  const { hits } = await index.search({ text, limit: 100, fields: ['id'] });
  return hits.map(({ row, score }) => ({ id: row.id!, score }));
}

function ndcgOf(hits: readonly Hit[], grades: ReadonlyMap<string, number>): number {
  const gain = (sum: number, grade: number, i: number) => sum + grade / Math.log2(i + 2);
  const ideal = [...grades.values()].toSorted((a, b) => b - a).slice(0, 10);
  const found = hits.slice(0, 10).map(({ id }) => grades.get(id) ?? 0);
  return found.reduce(gain, 0) / ideal.reduce(gain, 0);
}

/** Mean nDCG@10 of a collection. */
async function measure(
  { queries }: Collection,
  search: (text: string) => Promise<readonly Hit[]>,
): Promise<number> {
  let sum = 0;
  for (const { text, grades } of queries) sum += ndcgOf(await search(text), grades);
  return sum / queries.length;
}

/** A measure for each way of merging what several indexes find. The ids of all but the first are not those of the collection. */
async function measureMerged(
  collection: Collection,
  indexes: readonly engine.SearchIndex[],
  strangers = false,
): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const [name, merge] of Object.entries(methods)) {
    figures[name] = await measure(collection, async (text) => {
      const lists = await Promise.all(indexes.map((index) => ask(index, text)));
      const own = strangers
        ? lists.map((list, i) => (i === 0 ? list : list.map((hit) => ({ ...hit, id: '' }))))
        : lists;
      return merge(own).toSorted((a, b) => b.score - a.score);
    });
  }
  return figures;
}

/**
 * How well what several indexes find is merged: a collection that is cut in two by chance against the whole, and a collection
 * beside the next one, whose rows have no relevant one.
 */
export async function run(args: string[]): Promise<void> {
  const { folders, most } = parseOrExit(parse, args, USAGE);
  const table: Line[] = [];
  const add = (measure: string, system: string, figures: Record<string, number>) => {
    const cells = Object.entries(figures).map(([name, figure]) => [name, figure.toFixed(3)]);
    table.push({ measure, system, cells: Object.fromEntries(cells), figures });
  };
  const collections = [];
  for (const folder of folders) {
    const collection = await readCollection(folder, most);
    collections.push({ ...collection, whole: await build(collection.corpus) });
  }
  for (const [i, { whole, ...collection }] of collections.entries()) {
    const alone = await measure(collection, (text) => ask(whole, text));
    const next = collections[(i + 1) % collections.length]!;
    for (const share of [0.5, 0.9]) {
      // By a hash of ids, which says nothing of what rows are about.
      const inFirst = ({ id }: Row) => crc32(id!) < share * 2 ** 32;
      const parts = [
        collection.corpus.filter(inFirst),
        collection.corpus.filter((row) => !inFirst(row)),
      ];
      const indexes = await Promise.all(parts.map(build));
      const merged = await measureMerged(collection, indexes);
      add(`Parts of ${share} and the rest, nDCG@10`, collection.name, { whole: alone, ...merged });
    }
    if (next.whole === whole) continue;
    const merged = await measureMerged(collection, [whole, next.whole], true);
    const names = `${collection.name} with ${next.name}`;
    add('Beside another collection, nDCG@10', names, { alone, ...merged });
  }
  const means = [...Map.groupBy(table, ({ measure }) => measure)].map(([measure, lines]) => {
    const all = lines.map(({ figures }) => figures as Record<string, number>);
    const sums = Object.keys(all[0]!).map((name) => [
      name,
      all.reduce((sum, figures) => sum + figures[name]!, 0) / all.length,
    ]);
    return { measure, figures: Object.fromEntries(sums) as Record<string, number> };
  });
  for (const { measure, figures } of means) add(measure, 'mean', figures);
  console.log(printTable(table));
}
