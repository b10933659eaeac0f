import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { FacetRequest } from '#engine';
import { parseOrExit, positive } from '../parse-or-exit.ts';
import { SEED } from '../search/corpus/csv-file.ts';
import { generatedDataset, indexFolder } from '../search/corpus/dataset.ts';
import { MEAN_WORDS, section, TextSource } from '../search/corpus/documents.ts';
import type { BuildFigures } from '../search/engine/build-index.ts';
import { bundleEngine } from '../search/engine/bundle.ts';
import { runChild } from '../search/run-child.ts';
import { printTable } from '../search/table.ts';
import type { ColdFigures, SearchFigures } from './measure.ts';
import type { MemoryFigures } from './memory.ts';

const USAGE = `npm run bench -- cold [options]
  --rows N,N          generated documents (default 100000)
  --first-byte MS     latency of a read (default 63)
  --bandwidth MB      downloaded in a second (default 75)
  --limit N           hits of a search (default 10)
  --words N           of a document (default 80)
  --waiting           count only the time that is waited for the store, which is the same on a busy machine
  --memory-mb N       only search, 1500 times, as a function of this memory, and measure the memory
  --fresh             build the indexes again
  --json              all figures as JSON`;

const LIMIT_SECONDS = 900;
/** Building an index of millions of rows takes longer on a busy machine. It is kept for later runs. */
const BUILD_LIMIT_SECONDS = 3_600;
/** Queries with other words after the first one. */
const NEXT_QUERIES = 8;
const MEMORY_QUERIES = 1_500;

function parse(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000' },
      'first-byte': { type: 'string', default: '63' },
      bandwidth: { type: 'string', default: '75' },
      limit: { type: 'string', default: '10' },
      words: { type: 'string', default: String(MEAN_WORDS) },
      'memory-mb': { type: 'string' },
      waiting: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  return {
    rows: values.rows.split(',').map(positive),
    speed: {
      firstByteMs: positive(values['first-byte']),
      megabytesPerSecond: positive(values.bandwidth),
    },
    limit: positive(values.limit),
    words: positive(values.words),
    memoryMb: values['memory-mb'] === undefined ? undefined : positive(values['memory-mb']),
    waiting: values.waiting,
    fresh: values.fresh,
    json: values.json,
  };
}

const cellOf = ({ ms, requests, bytes }: SearchFigures) =>
  `${ms.toFixed(0)} ms, ${requests} requests, ${(bytes / 1e6).toFixed(1)} MB`;

/** What first queries ask beside the text. */
function othersOf(texts: TextSource) {
  const phrase = texts
    .document(7)
    .text.match(/\p{L}+/gu)!
    .slice(0, 3)
    .join(' ');
  const facets: FacetRequest[] = [
    { column: 'section' },
    { column: 'date', interval: 'year' },
    { column: 'date', interval: 'month' },
    { column: 'date', interval: 'auto' },
    { column: 'section', by: { column: 'date', interval: 'year' } },
  ];
  return {
    'nothing else': {},
    'a phrase of three words': { filters: [{ phrase }] },
    'a filter that keeps .8 %': {
      filters: [{ column: 'section', operator: '=' as const, value: section(0) }],
    },
    'a beginning of four letters': { filters: [{ phrase: `${phrase.slice(0, 4)}*` }] },
    'an id': { filters: [{ column: 'id', operator: '=' as const, value: texts.document(7).id }] },
    'sorted by date': { sort: { column: 'date' } },
    'one row of each section': { distinct: 'section' },
    'five facets': { facets },
    '100 hits': { limit: 100 },
    'explained hits': { explain: true },
  };
}

/** Prints the memory that searches of an index take in a process with the limits of a function. */
async function measureMemory(engine: string, folder: string, memoryMb: number): Promise<void> {
  const queries = new TextSource(SEED).shortQueries(MEMORY_QUERIES);
  const task = { engine, folder, queries, memoryMb };
  const figures = await runChild<MemoryFigures>('../cold/memory.ts', task, LIMIT_SECONDS);
  if ('unavailable' in figures) throw new Error(figures.unavailable);
  const [peak, read] = [figures.peakMb.toFixed(0), figures.readMb.toFixed(0)];
  console.log(`${path.basename(folder)}: at most ${peak} of ${memoryMb} MB; ${read} MB were read`);
}

/** Measures the first answers of fresh processes over a simulated store. */
export async function run(args: string[]): Promise<void> {
  const asked = parseOrExit(parse, args, USAGE);
  const engine = await bundleEngine();
  const all: Record<number, ColdFigures> = {};
  const measure = `fresh process, ${asked.waiting ? 'waiting alone, ' : ''}${asked.speed.firstByteMs} ms and ${asked.speed.megabytesPerSecond} MB/s`;
  const table = [];
  for (const rows of asked.rows) {
    const dataset = await generatedDataset(rows, asked.words);
    const folder = indexFolder(dataset);
    if (asked.fresh || !existsSync(path.join(folder, 'manifest.json'))) {
      const built = await runChild<BuildFigures>(
        './engine/build-index.ts',
        dataset,
        BUILD_LIMIT_SECONDS,
      );
      if ('unavailable' in built) throw new Error(built.unavailable);
    }
    if (asked.memoryMb !== undefined) {
      await measureMemory(engine, folder, asked.memoryMb);
      continue;
    }
    const texts = new TextSource(SEED);
    const queries = texts.shortQueries(1 + NEXT_QUERIES);
    const { speed, limit, waiting } = asked;
    const others = othersOf(texts);
    const task = { engine, folder, queries, limit, fields: ['title'], others, speed, waiting };
    const figures = await runChild<ColdFigures>('../cold/measure.ts', task, LIMIT_SECONDS);
    if ('unavailable' in figures) throw new Error(figures.unavailable);
    all[rows] = figures;
    const { moduleMs, open, first, next, resident } = figures;
    const answer = {
      ms: moduleMs + open.ms + first.ms,
      requests: open.requests + first.requests,
      bytes: open.bytes + first.bytes,
    };
    table.push({
      measure,
      system: `${rows} rows`,
      figures,
      cells: {
        'first answer': cellOf(answer),
        'of it modules, opening': `${moduleMs.toFixed(0)} ms, ${cellOf(open)}`,
        'next query': cellOf(next),
        ...Object.fromEntries(
          Object.entries(figures.others).map(([name, one]) => [`opening and ${name}`, cellOf(one)]),
        ),
        ...(resident && { 'reading everything first': cellOf(resident) }),
      },
    });
    for (const { name, requests, bytes, from, to } of figures.sections) {
      const times = `${from.toFixed(0)}–${to.toFixed(0)} ms`;
      const size = `${requests} requests, ${(bytes / 1e6).toFixed(2)} MB`;
      console.error(`${rows} rows: ${times}: ${name}: ${size}`);
    }
  }
  if (asked.memoryMb !== undefined) return;
  console.log(asked.json ? JSON.stringify(all, null, 2) : printTable(table));
}
