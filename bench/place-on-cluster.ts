import { randomUUID } from 'node:crypto';
import * as engine from '#engine';
import { clusterAt } from '#functions/store/cluster.ts';
import type { buildInMemory } from './build-in-memory.ts';

type Built = Awaited<ReturnType<typeof buildInMemory>>;

/** Bytes of an index on one copy of its shards. */
async function storedBytes(cluster: engine.ClusterConnection, name: string): Promise<number> {
  const { body } = await cluster({ method: 'GET', path: `/${name}/_stats/store` });
  const stats = body as { _all?: { primaries: { store: { size_in_bytes: number } } } };
  return stats._all!.primaries.store.size_in_bytes;
}

/** Loads a built index to a cluster, and says how fast and how large it became. */
export async function placeOnCluster({ manifest, model, segments }: Built, address: string) {
  const cluster = clusterAt(address);
  const name = `bench-${randomUUID()}`;
  const { rowCount } = manifest;
  await engine.createClusterIndex(cluster, name, model, rowCount);
  const started = performance.now();
  let firstRow = 0;
  for (const [i, segment] of segments.entries()) {
    await engine.loadSegment(cluster, name, model, segment, firstRow);
    firstRow += manifest.segments[i]!.rowCount;
  }
  const seconds = (performance.now() - started) / 1000;
  while (!(await engine.finishClusterIndex(cluster, name, rowCount)));
  const published = await engine.publish(model, segments, { cluster: name });
  const open = (connection: engine.ClusterConnection) =>
    engine.openClusterIndex(published, async () => model.source, connection);
  return {
    name,
    index: await open(cluster),
    open,
    rowsPerSecond: rowCount / seconds,
    bytesPerRow: async () => (await storedBytes(cluster, name)) / rowCount,
    remove: () => engine.deleteClusterIndex(cluster, name),
  };
}
