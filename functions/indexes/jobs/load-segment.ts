import type { Context } from 'aws-lambda';
import { createClusterIndex, loadSegment } from '#engine';
import { buildFiles } from '../build-files.ts';
import { reportProgress } from '../build-progress.ts';
import { loadedCluster } from '../cluster-connection.ts';
import { clusterNameOf } from '../cluster-names.ts';
import { type BuildRef, beginPiece, endPiece, setPiece } from '../indexes.ts';
import { openObject } from '../indexes-bucket.ts';
import { MoreToLoadError, rowsOfSegments, sumOf } from '../loaded-rows.ts';
import { readPlannedBuild } from '../open-build.ts';

/** Time that is left for the last request and for recording what was done. */
const reserveMs = 120_000;

interface LoadInput extends BuildRef {
  /** Of the segment. */
  number: number;
}

/** After the third step, once for each segment of an index that goes to the cluster: sends its rows there. */
export async function handler(
  { index_id, build_id, number }: LoadInput,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  const build = { index_id, build_id };
  const { folder, plan } = await readPlannedBuild(build);
  const segments = plan.ranges.length;
  const rows = await rowsOfSegments(folder, segments);
  await beginPiece(build, 'loading', number);
  const written = async (fileName: string) => ({
    fileName,
    source: await openObject(folder + fileName),
  });
  const model = await written(buildFiles.model);
  const cluster = loadedCluster();
  const name = clusterNameOf(folder);
  await createClusterIndex(cluster, name, model, sumOf(rows));
  const onRows = reportProgress(segments, (loaded: number) => setPiece(build, number, { loaded }));
  const isDone = await loadSegment(
    cluster,
    name,
    model,
    await written(buildFiles.segment(number)),
    sumOf(rows.slice(0, number)),
    {
      onRows,
      isTimeUp: () => context.getRemainingTimeInMillis() < reserveMs,
    },
  );
  if (!isDone) throw new MoreToLoadError();
  await endPiece(build, number, { loaded: rows[number]! });
}
