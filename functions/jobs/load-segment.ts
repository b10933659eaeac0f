import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { createClusterIndex, loadSegment } from '#engine';
import { buildFiles, segmentSummary } from '#functions/domain/build-files.ts';
import { clusterNameOf } from '#functions/domain/cluster.ts';
import { readJson, readPlannedBuild } from '#functions/domain/open-build.ts';
import { reportProgress } from '#functions/domain/report-progress.ts';
import { loadedCluster } from '#functions/store/cluster.ts';
import { type BuildRef, beginPiece, endPiece, setPiece } from '#functions/store/indexes.ts';
import { openObject, putObject } from '#functions/store/indexes-bucket.ts';

/** Time that is left for the last request and for recording what was done. */
const reserveMs = 120_000;

interface LoadInput extends BuildRef {
  /** Of the segment. */
  number: number;
}

/** The time of this run is over. The next goes on where it stopped. */
class MoreToLoadError extends Error {
  override readonly name = 'MoreToLoadError';
}

/** After the third step, once for each segment of an index that goes to the cluster: sends its rows there. */
export async function handler(
  { index_id, build_id, number }: LoadInput,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  const build = { index_id, build_id };
  const { folder, plan } = await readPlannedBuild(build);
  const segments = plan.ranges.length;
  const rows = await segmentRows(folder, segments);
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

const sumOf = (rows: readonly number[]) => rows.reduce((sum, count) => sum + count, 0);

/** Rows of each segment. The first to ask collects them from what the builds of the segments wrote. */
async function segmentRows(folder: string, segments: number): Promise<number[]> {
  const key = folder + buildFiles.segmentRows;
  const known = await readJson(key, z.array(z.int()));
  if (known) return known;
  const rows = await Promise.all(
    Array.from({ length: segments }, async (_, segment) => {
      const summary = await readJson(folder + buildFiles.segmentSummary(segment), segmentSummary);
      if (!summary) throw new Error(`Segment ${segment} in ${folder} is not built`);
      return summary.rows;
    }),
  );
  await putObject(key, JSON.stringify(rows));
  return rows;
}
