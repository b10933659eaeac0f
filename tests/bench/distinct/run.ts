import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseOrExit, positive } from '../parse-or-exit.ts';
import { indexFolder } from '../search/corpus/dataset.ts';
import type { BuildFigures } from '../search/engine/build-index.ts';
import { bundleEngine } from '../search/engine/bundle.ts';
import { runChild } from '../search/run-child.ts';
import { codeOf, distinctDataset, wordOf } from './dataset.ts';
import type { Asked, DistinctFigures } from './measure.ts';

const USAGE = `npm run bench -- distinct [options]
  --rows N            rows with an id and a word that no other row has (default 5000000)
  --memory-mb N       memory of the function that searches (default 1769)
  --first-byte MS     latency of a read (default 63)
  --bandwidth MB      downloaded in a second (default 75)
  --fresh             build the index again
  --json              all figures as JSON`;

const LIMIT_SECONDS = 900;
const BUILD_LIMIT_SECONDS = 3_600;

function parse(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '5000000' },
      'memory-mb': { type: 'string', default: '1769' },
      'first-byte': { type: 'string', default: '63' },
      bandwidth: { type: 'string', default: '75' },
      fresh: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  return {
    rows: positive(values.rows),
    memoryMb: positive(values['memory-mb']),
    speed: {
      firstByteMs: positive(values['first-byte']),
      megabytesPerSecond: positive(values.bandwidth),
    },
    fresh: values.fresh,
    json: values.json,
  };
}

/** Searches of each kind, about rows in the middle. */
function searchesOf(rows: number): Asked[] {
  const row = 2 * Math.floor(rows / 4);
  const [number, token] = [String(row), wordOf(row + 1)];
  const filter = (value: string) => [{ column: 'code', operator: '=' as const, value }];
  return [
    { name: 'a number', text: number },
    { name: 'a token', text: token },
    {
      name: 'ten tokens',
      text: Array.from({ length: 10 }, (_, i) => wordOf(row + 2 * i + 1)).join(' '),
    },
    { name: 'a number that no row has', text: '9999999' },
    { name: 'a misspelt token', text: `${token}x` },
    { name: 'an id', text: codeOf(row) },
    { name: 'an id as filter', text: '', filters: filter(codeOf(row)) },
    { name: 'a token and a filter', text: token, filters: filter(codeOf(row + 1)) },
    { name: 'a number, again', text: String(row + 1000) },
  ];
}

/** Measures searches of an index whose rows share no word, which takes the most memory for its rows. */
export async function run(args: string[]): Promise<void> {
  const asked = parseOrExit(parse, args, USAGE);
  const engine = await bundleEngine();
  const dataset = await distinctDataset(asked.rows);
  const folder = indexFolder(dataset);
  if (asked.fresh || !existsSync(path.join(folder, 'manifest.json'))) {
    const built = await runChild<BuildFigures>(
      './engine/build-index.ts',
      dataset,
      BUILD_LIMIT_SECONDS,
    );
    if ('unavailable' in built) throw new Error(built.unavailable);
    const { seconds, cpuSeconds, peakMb } = built;
    console.log(
      `built in ${seconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} s of processor time, at most ${peakMb.toFixed(0)} MB in one process`,
    );
  }
  const { memoryMb, speed } = asked;
  const task = { engine, folder, memoryMb, speed, searches: searchesOf(asked.rows) };
  const figures = await runChild<DistinctFigures>('../distinct/measure.ts', task, LIMIT_SECONDS);
  if ('unavailable' in figures) throw new Error(figures.unavailable);
  if (asked.json) return console.log(JSON.stringify(figures, null, 2));
  console.log(`at most ${figures.residentMb.toFixed(0)} of ${memoryMb} MB`);
  console.log(`opening: ${figures.openMs.toFixed(0)} ms`);
  for (const { name, ms, totalFound, requests, readMb } of figures.searches) {
    const times = ms.map((one) => one.toFixed(0)).join(', ');
    console.log(
      `${name}: ${times} ms; ${totalFound} found; ${requests} reads, ${readMb.toFixed(1)} MB`,
    );
  }
}
