import { randomUUID } from 'node:crypto';
import * as engine from '#engine';
import { clusterAt } from '#functions/store/cluster.ts';
import type { buildInMemory } from './build-in-memory.ts';

type Built = Awaited<ReturnType<typeof buildInMemory>>;

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
  await engine.finishClusterIndex(cluster, name, rowCount);
  const { body } = await cluster({ method: 'GET', path: `/${name}/_stats/store` });
  const stats = body as { _all?: { primaries: { store: { size_in_bytes: number } } } };
  const bytes = stats._all!.primaries.store.size_in_bytes;
  console.error(
    `${rowCount} rows loaded at ${Math.round(rowCount / seconds)} a second, ${Math.round(bytes / rowCount)} bytes each`,
  );
  const published = await engine.publish(model, segments, { cluster: name });
  const index = await engine.openClusterIndex(published, async () => model.source, cluster);
  return { index, remove: () => engine.deleteClusterIndex(cluster, name) };
}
