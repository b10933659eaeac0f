import * as engine from '#engine';
import { embeddedCharacters } from '#shared/embedder.ts';
import { buildFiles, segmentSummary } from '../build-files.ts';
import { reportProgress } from '../build-progress.ts';
import { embedRows, installedEmbedder } from '../embedder/embed-texts.ts';
import { KeptVectors } from '../embedder/kept-vectors.ts';
import { type BuildRef, beginPiece, endPiece, setPiece } from '../indexes.ts';
import { folderOf, openObject, putObject } from '../indexes-bucket.ts';
import { openPlannedBuild, readJson } from '../open-build.ts';

/** Stored rejects of a segment: as many as the page of an index lists. Their count is always exact. */
const keptRejects = 1000;

interface SegmentInput extends BuildRef {
  /** Of the segment. */
  number: number;
}

/** Third step, once for each range of the dataset: indexes its rows. */
export async function handler({ index_id, build_id, number }: SegmentInput): Promise<void> {
  const build = { index_id, build_id };
  const opened = await openPlannedBuild(build);
  const summaryKey = opened.folder + buildFiles.segmentSummary(number);
  const summary =
    (await readJson(summaryKey, segmentSummary)) ??
    (await index(build, number, opened, summaryKey));
  const { rows, rejects } = summary;
  await endPiece(build, number, { rows, rejects });
}

async function index(
  build: BuildRef,
  segment: number,
  { record, folder, plan, source }: Awaited<ReturnType<typeof openPlannedBuild>>,
  summaryKey: string,
) {
  await beginPiece(build, 'indexing', segment);
  const fileName = buildFiles.model;
  const model = { fileName, source: await openObject(folder + fileName) };
  const onRows = reportProgress(plan.ranges.length, ({ rows, rejects }: engine.RowCounts) =>
    setPiece(build, segment, { rows, rejects }),
  );
  const embedder = plan.schema.columns.some(({ isEmbedded }) => isEmbedded)
    ? installedEmbedder()
    : undefined;
  const before = record.manifest_key && folderOf(record.manifest_key);
  const kept = embedder && (await KeptVectors.open(embedder, folder, segment, before));
  const embed =
    kept &&
    ((texts: readonly string[]) => {
      const cut = texts.map((text) => text.slice(0, embeddedCharacters));
      return kept.of(cut, (missing) => embedRows(embedder, missing));
    });
  const built = await engine.build(source, plan, segment, model, { onRows, embed });
  await kept?.finish();
  const summary = {
    rows: built.rowCount,
    rejects: built.rejects.length,
    firstRejects: built.rejects.slice(0, keptRejects).map(({ line, reason }) => ({ line, reason })),
  };
  await putObject(folder + buildFiles.segment(segment), built.bytes);
  await putObject(summaryKey, JSON.stringify(summary));
  return summary;
}
