import type { Context } from 'aws-lambda';
import { createClusterIndex, loadSegment } from '#engine';
import { buildFiles } from '#functions/domain/build-files.ts';
import { clusterNameOf } from '#functions/domain/cluster.ts';
import { requireBuild } from '#functions/domain/open-build.ts';
import { reportRows } from '#functions/domain/report-rows.ts';
import { loadedCluster } from '#functions/store/cluster.ts';
import { type BuildRef, setSegment, setStage } from '#functions/store/indexes.ts';
import { buildFolder, openObject } from '#functions/store/indexes-bucket.ts';

/** Time that is left for the last request and for recording what was done. */
const reserveMs = 120_000;

/** The state of the workflow, with one item of its `loads`. */
interface LoadInput {
  build: BuildRef & { segments: { segment: number; rows: number; rejects: number }[] };
  range: { segment: number };
}

/** The time of this run is over. The next goes on where it stopped. */
class MoreToLoadError extends Error {
  override readonly name = 'MoreToLoadError';
}

/** After the third step, once for each segment of an index that goes to the cluster: sends its rows there. */
export async function handler(
  { build: state, range: { segment } }: LoadInput,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
) {
  const build = { index_id: state.index_id, build_id: state.build_id };
  const folder = buildFolder(await requireBuild(build));
  await setStage(build, 'loading');
  const { rows, rejects } = state.segments[segment]!;
  const rowsOf = (segments: typeof state.segments) =>
    segments.reduce((sum, one) => sum + one.rows, 0);
  const written = async (fileName: string) => ({
    fileName,
    source: await openObject(folder + fileName),
  });
  const model = await written(buildFiles.model);
  const cluster = loadedCluster();
  const name = clusterNameOf(folder);
  await createClusterIndex(cluster, name, model, rowsOf(state.segments));
  const report = reportRows(({ rows: loaded }) =>
    setSegment(build, segment, { rows, rejects, loaded }),
  );
  const isDone = await loadSegment(
    cluster,
    name,
    model,
    await written(buildFiles.segment(segment)),
    rowsOf(state.segments.slice(0, segment)),
    {
      onRows: (loaded) => report({ rows: loaded, rejects: 0 }),
      isTimeUp: () => context.getRemainingTimeInMillis() < reserveMs,
    },
  );
  if (!isDone) throw new MoreToLoadError();
  await setSegment(build, segment, { rows, rejects, loaded: rows });
  return { segment };
}
