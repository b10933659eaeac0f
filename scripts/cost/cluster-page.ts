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
import { total } from './bill.ts';
import { clusterBill } from './cluster-bill.ts';

const exampleRows = [10_000_000, 52_000_000, 500_000_000];
/** Of documents of 80 words. */
const rowBytes = 520;

const whole = (amount: number) => Math.ceil(amount).toLocaleString('en-US');

function example(rows: number): string {
  const load = { rows, rowBytes };
  const needs = clusterNeeds(load);
  const size = smallestCluster(load);
  return `| ${rows / 1e6} million | ${whole(needs.cacheGb)} | ${whole(needs.diskGb)} | ${size.nodes} ${size.instance}, ${size.diskGb} GB each | ${whole(cacheGb(size))} | ${whole(total(clusterBill(size)))} |`;
}

/** The chapter on clusters of docs/cost.md. */
export const clusterChapter = () => `## A cluster

[Large indexes](operating.md#large-indexes) need an OpenSearch domain, which costs by the hour, used or not. Its size follows
from the rows of all indexes on it (\`infra/cluster-size.ts\`); settings that name a smaller one are refused.

- *Disk*: rows × (${measured.rowBytes} + ${measured.textShare} × bytes of text) × 2 copies × 2 versions while an index is rebuilt ÷ ${usableDisk.toFixed(2)}. Linux and
  OpenSearch keep a quarter of a disk, and an alarm goes off when less than ${100 * freeDiskShare} % are free.
- *Memory* beside Java's, which takes half of a node and at most 32 GB: rows × ${Math.round(vectorBytes)} bytes of vector and graph × 2 copies.
  A tenth of it is left to others.
- *Nodes*: a multiple of three, one for each zone. From ${managedFrom} on, three small ones beside them manage the cluster.

| rows of ${rowBytes} bytes | GB of memory | GB of disk | smallest domain | its GB of memory | USD a month |
|---|---|---|---|---|---|
${exampleRows.map(example).join('\n')}

The bytes of a row were measured by \`npm run bench -- cluster\` on small indexes; larger ones were not loaded.
`;
