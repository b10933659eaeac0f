import { randomUUID } from 'node:crypto';
import {
  type ClusterConnection,
  createClusterIndex,
  deleteClusterIndex,
  finishClusterIndex,
  loadSegment,
  openClusterIndex,
  type SearchIndex,
} from '#engine';
import { type BuiltIndex, openFrom } from '#engine/test-corpus.ts';
import { clusterAt } from '#functions/store/cluster.ts';
import { clusterAddress } from './cluster-address.ts';

export const cluster = clusterAt(clusterAddress);

/** A name that no other test has. */
export const freshName = () => `test-${randomUUID()}`;

/** An index in memory, and the same rows on the cluster. */
export interface PlacedIndex {
  readonly name: string;
  readonly index: SearchIndex;
  remove(): Promise<void>;
}

/** Loads a built index to the cluster. `connection` may fail at times. */
export async function placeOnCluster(
  { manifest, files }: BuiltIndex,
  connection: ClusterConnection = cluster,
): Promise<PlacedIndex> {
  const name = freshName();
  const open = openFrom(files);
  await createClusterIndex(connection, name, manifest);
  for (const segment of manifest.segments.keys()) {
    await loadSegment(connection, name, manifest, open, segment);
  }
  const record = await finishClusterIndex(connection, name, manifest, open);
  return {
    name,
    index: await openClusterIndex({ ...manifest, cluster: record }, open, connection),
    remove: () => deleteClusterIndex(cluster, name),
  };
}
