import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseOrExit } from '../parse-or-exit.ts';
import type { BenchOptions } from './bench-options.ts';
import { cachePath } from './cache.ts';
import { installPeers } from './install-peers.ts';
import { printTable, type Row } from './table.ts';
import { measureLong, measureText } from './text/rows.ts';
import { measureVectors } from './vectors/rows.ts';

const USAGE = `npm run bench -- search [options]
  --only text,vectors,scale,long   these parts only (default: text,vectors)
  --full                      all parts, and 1000000 vectors instead of 100000
  --rows N                    rows of every part (default: text and vectors 100000, scale 1000000, long 10000)
  --queries N                 queries of each kind (default 300)
  --corpus FILE               take concept vectors of this CSV instead of generated text
  --engine                    this engine only, without peers
  --systems NAME,NAME         besides this engine, only systems whose names begin with one of these
  --limit SECONDS             time limit of one system in one part (default 900)
  --fresh                     create the cached data again
  --json                      all figures as JSON`;

interface Part {
  readonly rows: number;
  readonly fullRows: number;
  readonly byDefault: boolean;
  measure(options: BenchOptions): Promise<void>;
}

const parts: Record<string, Part> = {
  text: { rows: 100_000, fullRows: 100_000, byDefault: true, measure: measureText },
  vectors: { rows: 100_000, fullRows: 1_000_000, byDefault: true, measure: measureVectors },
  scale: {
    rows: 1_000_000,
    fullRows: 1_000_000,
    byDefault: false,
    measure: (options) => measureText({ ...options, includes: () => false }),
  },
  long: { rows: 10_000, fullRows: 10_000, byDefault: false, measure: measureLong },
};

function parse(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      full: { type: 'boolean', default: false },
      rows: { type: 'string' },
      queries: { type: 'string', default: '300' },
      corpus: { type: 'string' },
      engine: { type: 'boolean', default: false },
      systems: { type: 'string' },
      limit: { type: 'string', default: '900' },
      fresh: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const number = (name: 'rows' | 'queries' | 'limit') => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is not a number.`);
    return value;
  };
  const names = Object.keys(parts);
  const only = values.only?.split(',');
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}".`);
  const systems = values.systems?.toLowerCase().split(',');
  return {
    ...values,
    includes: (system: string) =>
      !values.engine &&
      (systems?.some((name) => system.toLowerCase().startsWith(name.trim())) ?? true),
    rows: values.rows === undefined ? undefined : number('rows'),
    queries: number('queries'),
    limitSeconds: number('limit'),
    parts: names.filter((name) =>
      only ? only.includes(name) : values.full || parts[name]!.byDefault,
    ),
  };
}

/** Measures this engine and its peers in the same run on the same data. */
export async function run(args: string[]): Promise<void> {
  const asked = parseOrExit(parse, args, USAGE);
  if (asked.fresh) rmSync(cachePath(''), { recursive: true, force: true });
  if (!asked.engine) installPeers();
  const rows: Row[] = [];
  const report = (row: Row) => {
    rows.push(row);
    console.error(`${row.measure}: ${row.system}: ${Object.values(row.cells).join(', ')}`);
  };
  for (const name of asked.parts) {
    const part = parts[name]!;
    await part.measure({
      rows: asked.rows ?? (asked.full ? part.fullRows : part.rows),
      queries: asked.queries,
      corpus: asked.corpus,
      includes: asked.includes,
      limitSeconds: asked.limitSeconds,
      report,
    });
  }
  console.log(asked.json ? JSON.stringify(rows, null, 2) : printTable(rows));
}
