import {
  cacheGb,
  clusterNeeds,
  freeDiskShare,
  managedFrom,
  measured,
  smallestCluster,
  usableDisk,
  vectorBytes,
} from '#infra/cluster-size.ts';
import { type Indexing, queriesBill, storageUsd, total } from './bill.ts';
import { clusterBill } from './cluster-bill.ts';

const exampleRows = [10_000_000, 52_000_000, 500_000_000];
/** Of documents of 80 words. */
export const documentBytes = 520;

const whole = (amount: number) => Math.ceil(amount).toLocaleString('en-US');

function example(rows: number): string {
  const load = { rows, rowBytes: documentBytes };
  const needs = clusterNeeds(load);
  const size = smallestCluster(load);
  return `| ${rows / 1e6} million | ${whole(needs.cacheGb)} | ${whole(needs.diskGb)} | ${size.nodes} ${size.instance}, ${size.diskGb} GB each | ${whole(cacheGb(size))} | ${whole(total(clusterBill(size)))} |`;
}

/** The largest functions hold so many rows in memory. */
const besideRows = exampleRows[0]!;
/** Memory of the largest functions. */
export const largestGb = 10;
/** Assumed: what a function waits for an answer of the cluster. */
const waitMs = 30;
/** Processor time of a query in the function beside that, measured at 100,000 rows. */
const callerMs = 30;

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
  const millionOnCluster = total(queriesBill(waitMs + callerMs));
  const month = total(clusterBill(smallestCluster(load)));
  return {
    stored,
    million,
    month: month + stored,
    millionOnCluster,
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

So the cluster costs less from some ${Math.round(figures.equalMillions)} million queries a month on. The search in functions is extrapolated from
a million rows, and fresh instances cost more ([above](#a-million-queries)); ${waitMs} ms for an answer of the cluster are
assumed.`;
}

/** The chapter on clusters of docs/cost.md. */
export const clusterChapter = (elsewhere: Measured) => `## A cluster

[Large indexes](operating.md#large-indexes) need an OpenSearch domain, which costs by the hour, used or not. Its size follows
from the rows of all indexes on it (\`infra/cluster-size.ts\`); settings that name a smaller one are refused.

- *Disk*: rows × (${measured.rowBytes} + ${measured.textShare} × bytes of text) × 2 copies × 2 versions while an index is rebuilt ÷ ${usableDisk.toFixed(2)}. Linux and
  OpenSearch keep a quarter of a disk, and an alarm goes off when less than ${100 * freeDiskShare} % are free.
- *Memory* beside Java's, which takes half of a node and at most 32 GB: rows × ${Math.round(vectorBytes)} bytes of vector and graph × 2 copies.
  A tenth of it is left to others.
- *Nodes*: a multiple of three, one for each zone. From ${managedFrom} on, three small ones beside them manage the cluster.

| rows of ${documentBytes} bytes | GB of memory | GB of disk | smallest domain | its GB of memory | USD a month |
|---|---|---|---|---|---|
${exampleRows.map(example).join('\n')}

The bytes of a row were measured right after loading (\`npm run bench -- cluster\`): 1,360 with 520 bytes of text at 20,000 and
at 100,000 rows, 3,550 with 2,320 bytes; both are rounded up. Larger indexes were not loaded. A query takes
${callerMs} ms of processor time in the function and 85 on the nodes; how fast Amazon's nodes answer was not measured.

${besideText(elsewhere)}
`;
