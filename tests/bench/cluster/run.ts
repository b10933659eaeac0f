/**
 * What an index costs a cluster and its callers, and whether it answers as an embedded one: the constants of
 * `infra/cluster-size.ts` and docs/cost.md.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installServer, serversFolder } from '../../tools/opensearch/install.ts';
import { startNodes } from '../../tools/opensearch/nodes.ts';
import { parseOrExit } from '../parse-or-exit.ts';
import { MEAN_WORDS } from '../search/corpus/documents.ts';
import { digits, latencyCell, printTable, type Row } from '../search/table.ts';
import { type Figures, measure } from './measure.ts';

const USAGE = `npm run bench -- cluster [options]
  --address URL       of a node; by default three nodes are started, as by npm run cluster -- 3
  --rows N,N          generated documents (default 20000,100000)
  --queries N         (default 200)
  --exact N           queries whose nearest rows are looked for among all rows (default 50)
  --words N           of a document (default 80)
  --json              all figures as JSON`;

function parse(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      address: { type: 'string' },
      rows: { type: 'string', default: '20000,100000' },
      queries: { type: 'string', default: '200' },
      exact: { type: 'string', default: '50' },
      words: { type: 'string', default: String(MEAN_WORDS) },
      json: { type: 'boolean', default: false },
    },
  });
  return {
    ...values,
    rows: values.rows.split(',').map(Number),
    queries: Number(values.queries),
    exactQueries: Number(values.exact),
    words: Number(values.words),
  };
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function rowsOf(figures: Figures): Row[] {
  const { rows, load, parity, searches, recall } = figures;
  const system = `${rows.toLocaleString('en-US')} rows`;
  return [
    {
      measure: 'Loading (processor time of the nodes in brackets)',
      system,
      figures,
      cells: {
        'rows/s': digits(load.rowsPerSecond),
        '(1000 rows)': `${digits(load.nodeMsPerThousandRows)} ms`,
        'bytes a row': digits(load.bytesPerRow),
        'of text': digits(load.textBytes),
      },
    },
    ...searches.map((search) => ({
      measure: 'Searches (processor time in brackets)',
      system: `${system}, ${search.callers} at once${search.isFiltered ? ', one of 125 sections' : ''}`,
      figures,
      cells: {
        'p50 / p99': latencyCell(search),
        '(nodes)': `${digits(search.nodeMsPerQuery)} ms`,
        '(caller)': `${digits(search.callerMsPerQuery)} ms`,
        'queries/s': digits(search.queriesPerSecond),
      },
    })),
    ...Object.entries(parity).map(([words, shares]) => ({
      measure: 'Beside the embedded index: shares of queries, and of rows found',
      system: `${system}, ${shares.queries} queries with ${words} words`,
      figures,
      cells: {
        'same first 100': percent(shares.sameRows),
        'and order': percent(shares.sameOrder),
        'same first 10': percent(shares.sameTen),
        'of the 100': percent(shares.meanShared),
      },
    })),
    {
      measure: 'Nearest vectors that are found by related words',
      system,
      figures,
      cells: { 'of 100': percent(recall.recall100), 'of 1,000': percent(recall.recall1000) },
    },
  ];
}

export async function run(args: string[]): Promise<void> {
  const options = parseOrExit(parse, args, USAGE);
  const folder = path.join(serversFolder, 'bench');
  rmSync(folder, { recursive: true, force: true });
  const nodes = options.address
    ? undefined
    : await startNodes(installServer(serversFolder), {
        count: 3,
        folder,
        port: 9260,
        // A tenth of it holds new rows, and decides how many files they make: the smallest nodes of Amazon have 8 GB.
        heapMb: 2048,
        startsCheaply: false,
      });
  try {
    const address = options.address ?? nodes!.urls[0]!;
    const all: Figures[] = [];
    for (const rows of options.rows) all.push(await measure({ ...options, address, rows }));
    console.log(options.json ? JSON.stringify(all, null, 2) : printTable(all.flatMap(rowsOf)));
  } finally {
    await nodes?.stop();
  }
}
