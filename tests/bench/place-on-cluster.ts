import { randomUUID } from 'node:crypto';
import * as engine from '#engine';
import { clusterAt } from '#functions/indexes/cluster-connection.ts';
import type { buildInMemory } from './build-in-memory.ts';

type Built = Awaited<ReturnType<typeof buildInMemory>>;

/** Bytes of an index on one copy of its shards. */
async function storedBytes(cluster: engine.ClusterConnection, name: string): Promise<number> {
  const { body } = await cluster({ method: 'GET', path: `/${name}/_stats/store` });
  const stats = body as { _all?: { primaries: { store: { size_in_bytes: number } } } };
  return stats._all!.primaries.store.size_in_bytes;
}

/** Loads a built index to a cluster, two segments at a time, and says how fast and how large it became. */
export async function placeOnCluster({ manifest, model, segments }: Built, address: string) {
  const cluster = clusterAt(address);
  const name = `bench-${randomUUID()}`;
  const { rowCount } = manifest;
  await engine.createClusterIndex(cluster, name, model, rowCount);
  const started = performance.now();
  let rows = 0;
  const firstRows = manifest.segments.map((segment) => {
    rows += segment.rowCount;
    return rows - segment.rowCount;
  });
  const left = segments.entries();
  const load = async () => {
    for (const [i, segment] of left) {
      await engine.loadSegment(cluster, name, model, segment, firstRows[i]!);
    }
  };
  // The nodes have two processors.
  await Promise.all([load(), load()]);
  const seconds = (performance.now() - started) / 1000;
  while (!(await engine.finishClusterIndex(cluster, name, rowCount)));
  const published = await engine.publish(model, segments, { cluster: name });
  return {
    name,
    index: await engine.openClusterIndex(published, async () => model.source, cluster),
    rowsPerSecond: rowCount / seconds,
    bytesPerRow: async () => (await storedBytes(cluster, name)) / rowCount,
    remove: () => engine.deleteClusterIndex(cluster, name),
  };
}
