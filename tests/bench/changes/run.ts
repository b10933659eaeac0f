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

/** Measures what batches of changes cost, and what ten segments of them cost searches. */
export async function run(args: string[]): Promise<void> {
  const { rows, queries, api } = parseOrExit(parse, args, USAGE);
  if (api) return runOverApi(rows);
  const texts = new TextSource(SEED, WORDS_OF_A_TEXT);
  const rowOf = (row: number, id: number) => {
    const { title, text } = texts.document(row);
    return [`DOC-${id}`, title, text];
  };
  const lines = ['id,title,text'];
  for (let row = 0; row < rows; row++) lines.push(rowOf(row, row).join(','));
  const source = engine.memorySource(new TextEncoder().encode(lines.join('\n')));
  const { index, manifest, model, segments } = await buildInMemory(source, SEED);
  await index.warm();
  const files = new Map([model, ...segments].map((file) => [file.fileName, file.source]));
  const writer = await engine.IndexWriter.open(manifest, async (name) => files.get(name)!);
  const table: Row[] = [];
  const open = async (fileName: string) => files.get(fileName)!;
  let changes: engine.Changes | undefined;
  let next = 0;
  for (const [batch, size] of BATCHES.entries()) {
    // Half of the rows are new, the others replace some.
    const upserts = Array.from({ length: size }, (_, i) => {
      const id = i % 2 === 0 ? rows + next : (next * 7) % rows;
      next++;
      return rowOf(rows + next, id);
    });
    const [startedAt, began] = [performance.now(), processorMs()];
    const written = await writer.write(changes, 'id', { upserts, deletes: [] }, `change-${batch}/`);
    changes = written.changes;
    const figures = { ms: performance.now() - startedAt, processorMs: processorMs() - began };
    for (const [name, bytes] of written.files) files.set(name, engine.memorySource(bytes));
    const cells = {
      'processor ms': digits(figures.processorMs),
      ms: digits(figures.ms),
      'rows a second of processor': (size / (figures.processorMs / 1000)).toFixed(0),
    };
    table.push({ measure: 'a batch', system: `${size} rows`, cells, figures });
  }
  const opened = await engine.open(manifest, open);
  await opened.warm();
  const [changedAt, began] = [performance.now(), processorMs()];
  const changed = await opened.changed(changes!);
  const asked = texts.shortQueries(queries);
  await changed.search({ text: asked[0]!, limit: 100, fields: [] });
  const first = { ms: performance.now() - changedAt, processorMs: processorMs() - began };
  table.push({
    measure: 'the first search of a new version',
    system: `${changes!.deltas.length} segments of changes`,
    cells: { 'processor ms': digits(first.processorMs), ms: digits(first.ms) },
    figures: first,
  });
  await changed.warm();
  for (const [system, searched] of Object.entries({ 'as built': opened, changed })) {
    const times = asked.map(() => Number.POSITIVE_INFINITY);
    const began = processorMs();
    for (let round = 0; round < 5; round++) {
      for (const [i, text] of asked.entries()) {
        const startedAt = performance.now();
        await searched.search({ text: `${text} `, limit: 100, fields: [] });
        times[i] = Math.min(times[i]!, performance.now() - startedAt);
      }
    }
    const spent = (processorMs() - began) / (5 * queries);
    times.sort((a, b) => a - b);
    const figures = { processorMs: spent, p50Ms: times[Math.floor(queries / 2)]! };
    const cells = { 'processor ms': digits(spent), ms: digits(figures.p50Ms) };
    table.push({ measure: 'a search, the fastest of five', system, cells, figures });
  }
  console.log(printTable(table));
}
