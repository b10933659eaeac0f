import { parseArgs } from 'node:util';
import type { FacetRequest, SearchIndex } from '#engine';
import * as engine from '#engine';
import { buildInMemory } from '../build-in-memory.ts';
import { csvOf, facets } from '../made-up-patents.ts';
import { parseOrExit } from '../parse-or-exit.ts';
import { SEED } from '../search/corpus/csv-file.ts';
import { TextSource } from '../search/corpus/documents.ts';
import { digits, printTable, type Row } from '../search/table.ts';

const USAGE = `npm run bench -- facets [options]
  --rows N     made-up patents (default 100000)
  --queries N  searches of each kind, all different (default 40)`;

function parse(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000' },
      queries: { type: 'string', default: '40' },
    },
  });
  return { rows: Number(values.rows), queries: Number(values.queries) };
}

type Request = Omit<Parameters<SearchIndex['search']>[0], 'limit'>;

/** What a landscape of the results counts. */
const landscape: Record<string, FacetRequest> = {
  'owner by year': {
    column: 'assignee',
    top: 15,
    by: { column: 'publication_date', interval: 'auto' },
  },
  'class by year': {
    column: 'cpc',
    prefix: 3,
    top: 15,
    by: { column: 'publication_date', interval: 'auto' },
  },
};

/** What callers narrow a search to: a kind of document, and a year. */
const narrowed = [
  { column: 'kind_code', operator: '=' as const, value: 'B2' },
  { column: 'publication_date', operator: '>' as const, value: '1990' },
];

/**
 * Processor time of searches by what is asked beside the text, as an instance with the index in memory needs it: docs/cost.md. Unlike time by the
 * clock, it says the same on a machine that does other work.
 */
async function measureProcessor(index: SearchIndex, texts: readonly string[]): Promise<Row[]> {
  const kinds: Record<string, Omit<Request, 'text'>> = {
    plain: {},
    filtered: { filters: narrowed },
    faceted: { facets: Object.values(facets) },
    'filtered and faceted': { filters: narrowed, facets: Object.values(facets) },
  };
  const rows: Row[] = [];
  for (const [system, more] of Object.entries(kinds)) {
    const times: number[] = [];
    for (const text of texts) {
      const before = process.cpuUsage();
      await index.search({ text, ...more, limit: 10 });
      const { user, system: kernel } = process.cpuUsage(before);
      times.push((user + kernel) / 1000);
    }
    times.sort((a, b) => a - b);
    const figures = {
      p50Ms: times[times.length >> 1]!,
      meanMs: times.reduce((a, b) => a + b, 0) / times.length,
    };
    const cells = { 'p50 ms': digits(figures.p50Ms), 'mean ms': digits(figures.meanMs) };
    rows.push({ measure: 'Processor time of a search for ten items', system, cells, figures });
  }
  return rows;
}

/** Measures what counts of all matches cost a search: matches of one word, and all rows of an index. */
export async function run(args: string[]): Promise<void> {
  const { rows, queries } = parseOrExit(parse, args, USAGE);
  const bytes = new TextEncoder().encode(csvOf(rows));
  const { index } = await buildInMemory(engine.memorySource(bytes), SEED);
  await index.warm();
  const asked = new TextSource(SEED).shortQueries(queries);
  const kinds: Record<string, (i: number) => Request> = {
    'words, the relevant ones': (i) => ({ text: asked[i]!, relevantOnly: true }),
    words: (i) => ({ text: asked[i]! }),
    'all rows': () => ({ text: '', sort: 'rows' }),
  };
  const table = await measureProcessor(index, asked);
  for (const [kind, requestOf] of Object.entries(kinds)) {
    const counted = {
      none: [],
      ...Object.fromEntries(Object.entries(facets).map(([name, facet]) => [name, [facet]])),
      'all five': Object.values(facets),
      ...Object.fromEntries(Object.entries(landscape).map(([name, facet]) => [name, [facet]])),
    };
    for (const [name, wanted] of Object.entries(counted)) {
      const times: number[] = [];
      let found = 0;
      for (let i = 0; i < queries; i++) {
        const startedAt = performance.now();
        const answer = await index.search({
          ...requestOf(i),
          facets: wanted,
          limit: 100,
          fields: ['ucid'],
        });
        times.push(performance.now() - startedAt);
        found += answer.totalFound;
      }
      times.sort((a, b) => a - b);
      const figures = {
        p50Ms: times[Math.floor(queries / 2)]!,
        p95Ms: times[Math.floor(0.95 * queries)]!,
        found: found / queries,
      };
      const cells = {
        'p50 ms': digits(figures.p50Ms),
        'p95 ms': digits(figures.p95Ms),
        'rows found': figures.found.toFixed(0),
      };
      table.push({ measure: kind, system: name, cells, figures });
    }
  }
  console.log(printTable(table));
}
