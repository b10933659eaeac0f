import * as engine from '#engine';
import { buildFiles, segmentSummary } from '#functions/domain/build-files.ts';
import { openPlannedBuild, readJson } from '#functions/domain/open-build.ts';
import { reportRows } from '#functions/domain/report-rows.ts';
import { type BuildRef, setSegment, setStage } from '#functions/store/indexes.ts';
import { openObject, putObject } from '#functions/store/indexes-bucket.ts';

/** Largest number of stored rejects of a segment. Their count is always exact. */
const keptRejects = 10_000;

/** The state of the workflow, with one item of its `ranges`. */
interface SegmentInput {
  build: BuildRef;
  range: { segment: number };
}

/** Third step, once for each range of the dataset: indexes its rows. */
export async function handler({ build: { index_id, build_id }, range: { segment } }: SegmentInput) {
  const build = { index_id, build_id };
  const opened = await openPlannedBuild(build);
  await setStage(build, 'indexing');
  const summaryKey = opened.folder + buildFiles.segmentSummary(segment);
  const summary =
    (await readJson(summaryKey, segmentSummary)) ??
    (await index(build, segment, opened, summaryKey));
  const { rows, rejects } = summary;
  await setSegment(build, segment, { rows, rejects });
  return { segment, rows, rejects };
}

async function index(
  build: BuildRef,
  segment: number,
  { folder, plan, source }: Awaited<ReturnType<typeof openPlannedBuild>>,
  summaryKey: string,
) {
  const fileName = buildFiles.model;
  const model = { fileName, source: await openObject(folder + fileName) };
  const onRows = reportRows(({ rows, rejects }) => setSegment(build, segment, { rows, rejects }));
  const built = await engine.build(source, plan, segment, model, { onRows });
  const summary = {
    rows: built.rowCount,
    rejects: built.rejects.length,
    firstRejects: built.rejects.slice(0, keptRejects).map(({ line, reason }) => ({ line, reason })),
  };
  await putObject(folder + buildFiles.segment(segment), built.bytes);
  await putObject(summaryKey, JSON.stringify(summary));
  return summary;
}
