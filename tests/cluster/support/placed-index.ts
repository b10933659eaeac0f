import { randomUUID } from 'node:crypto';
import {
  type ClusterConnection,
  createClusterIndex,
  deleteClusterIndex,
  finishClusterIndex,
  loadSegment,
  openClusterIndex,
  publish,
  type SearchIndex,
} from '#engine';
import { type BuiltIndex, openFrom } from '#engine/test-corpus.ts';
import { clusterAt } from '#functions/indexes/cluster-connection.ts';
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
  const written = async (fileName: string) => ({ fileName, source: await open(fileName) });
  const model = await written(manifest.model.fileName);
  const segments = await Promise.all(manifest.segments.map(({ fileName }) => written(fileName)));
  await createClusterIndex(connection, name, model, manifest.rowCount);
  let firstRow = 0;
  for (const [i, segment] of segments.entries()) {
    await loadSegment(connection, name, model, segment, firstRow);
    firstRow += manifest.segments[i]!.rowCount;
  }
  while (!(await finishClusterIndex(connection, name, firstRow)));
  const published = await publish(model, segments, { cluster: name });
  return {
    name,
    index: await openClusterIndex(published, open, connection),
    remove: () => deleteClusterIndex(cluster, name),
  };
}
