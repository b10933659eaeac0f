/**
 * How large a cluster must be for the indexes that it shall hold. docs/cost.md explains the formula and has examples,
 * the settings refuse a smaller cluster, and the preflight tells its price.
 */

/** Memory in GB of the instances that nodes may have. Each 8 GB come with a processor, and price grows with memory. */
const instanceMemoryGb = {
  'r7g.large': 16,
  'r7g.xlarge': 32,
  'r7g.2xlarge': 64,
  'r7g.4xlarge': 128,
} as const;
type NodeInstance = keyof typeof instanceMemoryGb;
export const nodeInstances = Object.keys(instanceMemoryGb) as NodeInstance[];

/** Availability zones, each with a third of the nodes. */
export const zones = 3;
/** Nodes from which on three small ones of their own manage the cluster; fewer nodes do that beside their work. */
export const managedFrom = 6;
export const managers = { instance: 'm7g.large', count: 3 } as const;

/** What a cluster shall hold: all indexes together. */
export interface ClusterLoad {
  readonly rows: number;
  /** Mean bytes of text in a row. */
  readonly rowBytes: number;
}

/** Nodes that hold data. */
export interface ClusterSize {
  readonly instance: NodeInstance;
  readonly nodes: number;
  /** Disk of each node. */
  readonly diskGb: number;
}

const GB = 2 ** 30;

/** Measured by `npm run bench -- cluster`, and rounded up. */
export const measured = {
  /** Of a row on one copy, whatever its text is. */
  rowBytes: 800,
  /** For each byte of text. */
  textShare: 1.3,
} as const;

/**
 * The vector of a row. A search that compares many of them with a query reads them at random places: from a disk, 10,000 would take
 * seconds. What else it reads are some 600 rows and the lists of its words, which may come from a disk; that was not measured on
 * Amazon's nodes.
 */
export const vectorBytes = 256;

/** Every shard has a copy on a node of another zone. */
const copies = 2;
/** A rebuild loads the new version while the old one serves. */
const versions = 2;
/** Share of a disk that stays free; below it, an alarm goes off. */
export const freeDiskShare = 0.1;
/** Linux keeps 5 % of a disk, and OpenSearch 20 % (AWS: Sizing Amazon OpenSearch Service domains). */
export const usableDisk = 0.95 * 0.8 - freeDiskShare;
/** Java takes half of the memory, at most 32 GB. A tenth of the rest is not for the cache of files. */
const heapGb = (memoryGb: number) => Math.min(memoryGb / 2, 32);
const cacheShare = 0.9;

/** Bytes of one copy. */
const storedBytes = ({ rows, rowBytes }: ClusterLoad): number =>
  rows * (measured.rowBytes + measured.textShare * rowBytes);

/** Disk of all nodes, and memory of all nodes beside the heap of Java. */
export function clusterNeeds(load: ClusterLoad): { diskGb: number; cacheGb: number } {
  return {
    diskGb: (storedBytes(load) * copies * versions) / usableDisk / GB,
    cacheGb: (load.rows * vectorBytes * copies) / GB,
  };
}

export const cacheGb = ({ instance, nodes }: Omit<ClusterSize, 'diskGb'>): number => {
  const memoryGb = instanceMemoryGb[instance];
  return nodes * (memoryGb - heapGb(memoryGb)) * cacheShare;
};

/** Processors of all nodes. */
export const processorsOf = ({ instance, nodes }: Omit<ClusterSize, 'diskGb'>): number =>
  (nodes * instanceMemoryGb[instance]) / 8;

/** The smallest cluster that can hold it. Of equal ones, that with fewer nodes. */
export function smallestCluster(load: ClusterLoad): ClusterSize {
  const needs = clusterNeeds(load);
  const sizes = nodeInstances.map((instance) => {
    const ofZone = Math.ceil(needs.cacheGb / cacheGb({ instance, nodes: zones }));
    const nodes = zones * Math.max(1, ofZone);
    return { instance, nodes, diskGb: Math.max(20, 10 * Math.ceil(needs.diskGb / nodes / 10)) };
  });
  const memoryGb = ({ instance, nodes }: ClusterSize) => nodes * instanceMemoryGb[instance];
  return sizes.toSorted((a, b) => memoryGb(a) - memoryGb(b) || a.nodes - b.nodes)[0]!;
}

/** Why a cluster of this size cannot hold it, with the smallest one that can; undefined if it can. */
export function sizeFault(size: ClusterSize, load: ClusterLoad): string | undefined {
  const needs = clusterNeeds(load);
  const [diskGb, memoryGb] = [size.nodes * size.diskGb, cacheGb(size)];
  if (diskGb >= needs.diskGb && memoryGb >= needs.cacheGb) return undefined;
  const { instance, nodes, diskGb: diskOfNode } = smallestCluster(load);
  return `is too small for ${load.rows.toLocaleString('en-US')} rows: they need ${Math.ceil(needs.diskGb)} GB of disk (it has ${diskGb}) and ${Math.ceil(needs.cacheGb)} GB of memory beside Java's (it has ${Math.floor(memoryGb)}), such as ${nodes} nodes of ${instance} with ${diskOfNode} GB each`;
}
