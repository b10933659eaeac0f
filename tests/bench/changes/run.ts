import { parseArgs } from 'node:util';
import * as engine from '#engine';
import { buildInMemory } from '../build-in-memory.ts';
import { parseOrExit } from '../parse-or-exit.ts';
import { SEED } from '../search/corpus/csv-file.ts';
import { TextSource } from '../search/corpus/documents.ts';
import { digits, printTable, type Row } from '../search/table.ts';
import { runOverApi } from './over-api.ts';

const USAGE = `npm run bench -- changes [options]
  --rows N     rows that are built (default 100000)
  --queries N  searches, all different (default 200)
  --api        instead, changes and searches of a local installation over the API`;

function parse(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000' },
      queries: { type: 'string', default: '200' },
      api: { type: 'boolean', default: false },
    },
  });
  return { rows: Number(values.rows), queries: Number(values.queries), api: values.api };
}

/** Sizes of batches, each so much smaller than the one before that they are not merged: ten segments of changes. */
const BATCHES = [10_000, 4_500, 2_000, 900, 400, 180, 80, 35, 15, 6];

const WORDS_OF_A_TEXT = 80;

/** Processor time of this process so far, ms. */
const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Times that each search is asked. Of the first, code is still being compiled. */
const ROUNDS = 25;

/**
 * Searches of indexes, each asked of one after the other, so that what else a machine does slows all of them. The fastest of a search
 * is hardly slowed.
 */
async function compareSearches(
  indexes: Readonly<Record<string, engine.SearchIndex>>,
  texts: readonly string[],
): Promise<Row[]> {
  const each = Object.entries(indexes).map(([system, searched]) => ({
    system,
    searched,
    fastest: texts.map(() => Number.POSITIVE_INFINITY),
  }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, text] of texts.entries()) {
      for (const { searched, fastest } of each) {
        const began = performance.now();
        await searched.search({ text, limit: 100, fields: [] });
        fastest[i] = Math.min(fastest[i]!, performance.now() - began);
      }
    }
  }
  const means = each.map(({ fastest }) => fastest.reduce((sum, ms) => sum + ms, 0) / texts.length);
  return each.map(({ system }, i) => {
    const figures = { ms: means[i]!, share: means[i]! / means[0]! };
    const cells = { ms: digits(figures.ms), 'of the first': figures.share.toFixed(2) };
    return { measure: `a search, the fastest of ${ROUNDS}`, system, cells, figures };
  });
}

/** Measures what batches of changes cost, and what ten segments of them cost searches. */
export async function run(args: string[]): Promise<void> {
  const { rows, queries, api } = parseOrExit(parse, args, USAGE);
  if (api) return runOverApi(rows);
  const texts = new TextSource(SEED, WORDS_OF_A_TEXT);
  const rowOf = (row: number, id: number) => {
    const { title, text } = texts.document(row);
    return [`DOC-${id}`, title, text];
  };
  const lines = new Map<string, string>();
  const put = (row: readonly string[]) => lines.set(row[0]!, row.join(','));
  for (let row = 0; row < rows; row++) put(rowOf(row, row));
  const build = () => {
    const csv = ['id,title,text', ...lines.values()].join('\n');
    return buildInMemory(engine.memorySource(new TextEncoder().encode(csv)), SEED);
  };
  const { index, manifest, model, segments } = await build();
  await index.warm();
  const files = new Map([model, ...segments].map((file) => [file.fileName, file.source]));
  const writer = await engine.IndexWriter.open(manifest, async (name) => files.get(name)!);
  const table: Row[] = [];
  const open = async (fileName: string) => files.get(fileName)!;
  const versions: engine.Changes[] = [];
  let next = 0;
  for (const [batch, size] of BATCHES.entries()) {
    // Half of the rows are new, the others replace some.
    const upserts = Array.from({ length: size }, (_, i) => {
      const id = i % 2 === 0 ? rows + next : (next * 7) % rows;
      next++;
      return rowOf(rows + next, id);
    });
    for (const row of upserts) put(row);
    const [startedAt, began] = [performance.now(), processorMs()];
    const written = await writer.write(
      versions.at(-1),
      'id',
      { upserts, deletes: [] },
      `change-${batch}/`,
    );
    versions.push(written.changes);
    const figures = { ms: performance.now() - startedAt, processorMs: processorMs() - began };
    for (const [name, bytes] of written.files) files.set(name, engine.memorySource(bytes));
    const cells = {
      'processor ms': digits(figures.processorMs),
      ms: digits(figures.ms),
      'rows a second of processor': (size / (figures.processorMs / 1000)).toFixed(0),
    };
    table.push({ measure: 'a batch', system: `${size} rows`, cells, figures });
  }
  const asked = texts.shortQueries(queries);
  const opened = await engine.open(manifest, open);
  await opened.warm();
  /** The first search of a version and, so that nothing goes on in the background, all that it reads. */
  const askFirst = async (version: engine.Changes, fresh: string) => {
    const [startedAt, began] = [performance.now(), processorMs()];
    const changed = await opened.changed(version);
    await changed.search({ text: asked[0]!, limit: 100, fields: [] });
    const ms = performance.now() - startedAt;
    await changed.warm();
    const figures = { ms, processorMs: processorMs() - began };
    table.push({
      measure: 'the first search of a new version',
      system: `${fresh} of ${version.deltas.length} segments of changes are new`,
      cells: { 'processor ms': digits(figures.processorMs), ms: digits(figures.ms) },
      figures,
    });
    return changed;
  };
  await askFirst(versions.at(-2)!, 'all');
  const changed = await askFirst(versions.at(-1)!, 'one');
  const rebuilt = (await build()).index;
  await rebuilt.warm();
  // Opened again: what the changed index has just read for the same text would be in the caches of the processor for `opened`.
  const before = await engine.open(manifest, open);
  await before.warm();
  const compared = { 'built with the changes': rebuilt, changed, 'built before them': before };
  table.push(...(await compareSearches(compared, asked)));
  console.log(printTable(table));
}
