/** What an index costs a cluster and its callers: the constants of `infra/cluster-size.ts` and docs/cost.md. */
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { clusterAt } from '#functions/store/cluster.ts';
import { buildInMemory } from '../build-in-memory.ts';
import { parseOrExit } from '../parse-or-exit.ts';
import { placeOnCluster } from '../place-on-cluster.ts';
import { SEED } from '../search/corpus/csv-file.ts';
import { generatedDataset } from '../search/corpus/dataset.ts';
import { MEAN_WORDS, TextSource } from '../search/corpus/documents.ts';
import { fileSource } from '../search/file-source.ts';
import { digits, latencyCell, printTable, type Row } from '../search/table.ts';
import { timeEach } from '../search/timing.ts';

const USAGE = `npm run bench -- cluster [options], with a cluster that runs: npm run cluster
  --address URL       of a node (default http://127.0.0.1:9200)
  --rows N,N          generated documents (default 20000,100000)
  --queries N         (default 200)
  --words N           of a document (default 80)
  --json              all figures as JSON`;

function parse(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      address: { type: 'string', default: 'http://127.0.0.1:9200' },
      rows: { type: 'string', default: '20000,100000' },
      queries: { type: 'string', default: '200' },
      words: { type: 'string', default: String(MEAN_WORDS) },
      json: { type: 'boolean', default: false },
    },
  });
  return {
    ...values,
    rows: values.rows.split(',').map(Number),
    queries: Number(values.queries),
    words: Number(values.words),
  };
}

type Options = ReturnType<typeof parse>;

/** Milliseconds of processor time that the nodes have used since they started. */
async function nodesMs(address: string): Promise<number> {
  const { body } = await clusterAt(address)({ method: 'GET', path: '/_nodes/stats/process' });
  const { nodes } = body as { nodes?: object };
  const all = Object.values(nodes!) as { process: { cpu: { total_in_millis: number } } }[];
  return all.reduce((sum, { process: { cpu } }) => sum + cpu.total_in_millis, 0);
}

const ownMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function measure(rows: number, { address, words, queries: queryCount }: Options) {
  const { csv } = await generatedDataset(rows, words);
  const built = await buildInMemory(await fileSource(csv), SEED);
  const cluster = clusterAt(address);
  const beforeLoad = await nodesMs(address);
  const placed = await placeOnCluster(built, address);
  try {
    const loaded = await nodesMs(address);
    const bytesLoaded = await placed.bytesPerRow();
    await cluster({ method: 'POST', path: `/${placed.name}/_forcemerge?max_num_segments=1` });
    await cluster({ method: 'POST', path: `/${placed.name}/_refresh` });
    const merged = await nodesMs(address);
    const queries = new TextSource(SEED).shortQueries(queryCount);
    let calls = 0;
    const search = async (text: string) => {
      calls++;
      await placed.index.search({ text, limit: 100, fields: ['title'] });
    };
    // Opening, and the document frequencies that are kept.
    for (const text of queries) await search(text);
    calls = 0;
    const [own, node] = [ownMs(), await nodesMs(address)];
    const latency = await timeEach(queries, search);
    return {
      rows,
      textBytes: statSync(csv).size / rows,
      ...latency,
      rowsPerSecond: placed.rowsPerSecond,
      loadMsPerThousandRows: ((loaded - beforeLoad) / rows) * 1000,
      mergeMsPerThousandRows: ((merged - loaded) / rows) * 1000,
      bytesLoaded,
      bytesMerged: await placed.bytesPerRow(),
      nodeMsPerQuery: ((await nodesMs(address)) - node) / calls,
      callerMsPerQuery: (ownMs() - own) / calls,
    };
  } finally {
    await placed.remove();
  }
}

type Figures = Awaited<ReturnType<typeof measure>>;

const rowOf = (figures: Figures): Row => ({
  measure: 'On a cluster (processor time in brackets)',
  system: `${figures.rows.toLocaleString('en-US')} rows`,
  figures,
  cells: {
    'p50 / p99': latencyCell(figures),
    '(nodes)': `${digits(figures.nodeMsPerQuery)} ms`,
    '(caller)': `${digits(figures.callerMsPerQuery)} ms`,
    'rows/s': digits(figures.rowsPerSecond),
    '(1000 rows)': `${digits(figures.loadMsPerThousandRows + figures.mergeMsPerThousandRows)} ms`,
    'bytes a row, merged': `${digits(figures.bytesLoaded)}, ${digits(figures.bytesMerged)}`,
  },
});

export async function run(args: string[]): Promise<void> {
  const options = parseOrExit(parse, args, USAGE);
  const all: Figures[] = [];
  for (const rows of options.rows) {
    const figures = await measure(rows, options);
    all.push(figures);
    console.error(JSON.stringify(figures));
  }
  console.log(options.json ? JSON.stringify(all, null, 2) : printTable(all.map(rowOf)));
}
