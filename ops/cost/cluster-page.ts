import { shardCount } from '#engine/cluster/index-mapping.ts';
import {
  type ClusterSize,
  cacheGb,
  clusterNeeds,
  freeDiskShare,
  managedFrom,
  measured,
  processorsOf,
  smallestCluster,
  usableDisk,
  vectorBytes,
} from '#infra/cluster-size.ts';
import { queriesBill, total } from '#shared/query-costs.ts';
import { type Indexing, storageUsd } from './bill.ts';
import { clusterUsd, hoursOfMonth } from './cluster-bill.ts';

const exampleRows = [10_000_000, 52_000_000, 500_000_000];
/** Of documents of 80 words. */
export const documentBytes = 520;

const whole = (amount: number) => Math.ceil(amount).toLocaleString('en-US');

/**
 * A search of a million rows for a hundred hits: how long a caller waits for it, and processor time of the node for one with a
 * filter, medians (docs/engine.md). Node and caller shared two processors with other work.
 */
const measuredSearches = { rows: 1_000_000, ms: 45, filteredNodeMs: 28 } as const;
/** Milliseconds of a processor for each row: scoring and counting those that have a word. The rest is the same for any number. */
const ofRow = 5.2 / measuredSearches.rows;

/** On paper: shards are searched side by side as far as there are processors. */
function latencyMs(rows: number, size: ClusterSize): number {
  const shards = shardCount(rows);
  const inTurn = Math.max(1, shards / processorsOf(size));
  return measuredSearches.ms + ofRow * (inTurn * (rows / shards) - measuredSearches.rows);
}

/** Searches of a second that keep all processors busy. */
function mostSearches(rows: number, size: ClusterSize): number {
  const { rows: measuredRows, filteredNodeMs } = measuredSearches;
  return (1000 * processorsOf(size)) / (filteredNodeMs + ofRow * (rows - measuredRows));
}

function example(rows: number): string {
  const load = { rows, rowBytes: documentBytes };
  const needs = clusterNeeds(load);
  const size = smallestCluster(load);
  const cells = [
    `${rows / 1e6} million`,
    whole(needs.cacheGb),
    whole(needs.diskGb),
    `${size.nodes} ${size.instance}, ${size.diskGb} GB each`,
    whole(cacheGb(size)),
    whole(clusterUsd(size)),
    `${Math.round(latencyMs(rows, size))} ms`,
    whole(mostSearches(rows, size)),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The largest functions hold so many rows in memory. */
const besideRows = exampleRows[0]!;
/** Memory of the largest functions. */
export const largestGb = 10;
/** Processor time of a query in the function. */
const callerMs = 15;

/** What was measured elsewhere: building, and searches in functions of some rows. */
interface Measured {
  readonly indexing: Indexing;
  readonly searchMs: (rows: number) => number;
}

/** A month of an index in functions and on a cluster, without queries and for each million of them. */
function beside({ indexing, searchMs }: Measured) {
  const load = { rows: besideRows, rowBytes: documentBytes };
  const stored = storageUsd(indexing) * ((besideRows * documentBytes) / 1e9);
  const million = total(queriesBill(searchMs(besideRows), { memoryGb: largestGb }));
  const size = smallestCluster(load);
  const millionOnCluster = total(queriesBill(latencyMs(besideRows, size)));
  const month = clusterUsd(size);
  return {
    stored,
    million,
    month: month + stored,
    millionOnCluster,
    mostMillions: (mostSearches(besideRows, size) * hoursOfMonth * 3600) / 1e6,
    equalMillions: month / (million - millionOnCluster),
  };
}

const usd = (amount: number) => amount.toFixed(2);

function besideText(elsewhere: Measured): string {
  const figures = beside(elsewhere);
  return `Beside an index of ${besideRows / 1e6} million rows in functions of 10,240 MB, the largest there are:

| | a month without use, USD | a million queries, USD |
|---|---|---|
| in functions | ${usd(figures.stored)} | ${usd(figures.million)} |
| on a cluster | ${usd(figures.month)} | ${usd(figures.millionOnCluster)} |

So the cluster would cost less from some ${Math.round(figures.equalMillions)} million queries a month on, and its processors could answer
${Math.round(figures.mostMillions)} million: it is for rows that functions cannot hold. The search in functions is extrapolated from a million rows, and
fresh instances cost more ([above](#a-million-queries)).`;
}

/** The chapter on clusters of docs/cost.md. */
export const clusterChapter = (elsewhere: Measured) => `## A cluster

[Large indexes](operating.md#large-indexes) need an OpenSearch domain, which costs by the hour, used or not. Its size follows
from the rows of all indexes on it (\`infra/cluster-size.ts\`); settings that name a smaller one are refused.

- *Disk*: rows × (${measured.rowBytes} + ${measured.textShare} × bytes of text) × 2 copies × 2 versions while an index is rebuilt ÷ ${usableDisk.toFixed(2)}. Linux and
  OpenSearch keep a quarter of a disk, and an alarm goes off when less than ${100 * freeDiskShare} % are free.
- *Memory* beside Java's, which takes half of a node and at most 32 GB: rows × ${vectorBytes} bytes of vector × 2 copies.
  A tenth of it is left to others.
- *Nodes*: a multiple of three, one for each zone. From ${managedFrom} on, three small ones beside them manage the cluster.

| rows of ${documentBytes} bytes | GB of memory | GB of disk | smallest domain | its GB of memory | USD a month | a search | searches a second |
|---|---|---|---|---|---|---|---|
${exampleRows.map(example).join('\n')}

The bytes of a row were measured after loading: 1,434 with 520 bytes of text at a million rows and, while there was a graph of
vectors, 3,550 with 2,320 bytes at 20,000; both are rounded up. The last two columns are on paper: at a million
rows in one shard a caller waits ${measuredSearches.ms} ms, ${callerMs} of them its own work, and a search with a filter takes ${measuredSearches.filteredNodeMs} ms of the nodes'
processors, ${ofRow * measuredSearches.rows} of them for going through the rows. What lies beyond follows a straight line. They were processors of a small machine that
nodes and callers shared; no search was measured on Amazon's.

${besideText(elsewhere)}
`;
