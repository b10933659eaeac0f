import { parseArgs } from 'node:util';
import type { FacetRequest, SearchIndex } from '#engine';
import * as engine from '#engine';
import { buildInMemory } from '../build-in-memory.ts';
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

const WORDS_OF_A_TEXT = 30;
const OFFICES = ['US', 'US', 'US', 'EP', 'WO', 'JP', 'CN'];
const KINDS = ['A1', 'A1', 'B1', 'B2', 'B2', 'A'];

/** A number below `below` that is small more often than large, as frequent owners and classes are. */
const skewed = (row: number, salt: number, below: number) => {
  const u = ((Math.imul(row + 1, 2_654_435_761) ^ Math.imul(salt + 7, 40_503)) >>> 0) / 2 ** 32;
  return Math.floor(below * u * u);
};

/** A symbol of one of some 20,000 main groups and subgroups. */
function symbol(number: number): string {
  const section = 'ABCDEFGH'[number % 8]!;
  const group = String(1 + (number % 99)).padStart(2, '0');
  const subclass = 'BCDKLN'[number % 6]!;
  return `${section}${group}${subclass}${1 + (number % 61)}/${String(number % 90).padStart(2, '0')}`;
}

/** The columns of the patents catalogue that the page counts by: every number is different, classes are lists. */
function csvOf(rows: number): string {
  const texts = new TextSource(SEED, WORDS_OF_A_TEXT);
  const lines = ['ucid,title,text,assignee,publication_date,cpc,kind_code'];
  for (let row = 0; row < rows; row++) {
    const { title, text } = texts.document(row);
    const classes = Array.from({ length: 1 + (row % 6) }, (_, i) => symbol(skewed(row, i, 20_000)));
    const kind = KINDS[row % KINDS.length]!;
    const date = `${1976 + skewed(row, 90, 45)}${String(1 + (row % 12)).padStart(2, '0')}15`;
    const owner = `Owner ${skewed(row, 91, 15_000)} Ltd`;
    lines.push(
      [
        `${OFFICES[row % OFFICES.length]}-${9_000_000 + row}-${kind}`,
        title,
        text,
        owner,
        date,
        classes.join('; '),
        kind,
      ].join(','),
    );
  }
  return lines.join('\n');
}

type Request = Omit<Parameters<SearchIndex['search']>[0], 'limit'>;

/** What the search page counts. */
const facets: Record<string, FacetRequest> = {
  owner: { column: 'assignee', top: 8 },
  class: { column: 'cpc', top: 8, prefix: 4 },
  office: { column: 'ucid', top: 8, prefix: 2 },
  kind: { column: 'kind_code', top: 8 },
  years: { column: 'publication_date', interval: 'year' },
};

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
  const table: Row[] = [];
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
