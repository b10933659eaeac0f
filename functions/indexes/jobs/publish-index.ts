import type * as z from 'zod';
import {
  finishClusterIndex,
  publish,
  requireMostRows,
  serializeManifest,
  setAlias,
  typeOf,
} from '#engine';
import { buildFiles, type rejectList, segmentSummary } from '../build-files.ts';
import { loadedCluster } from '../cluster-connection.ts';
import { clusterNameOf, clusterPrefix } from '../cluster-names.ts';
import { type BuildRef, type IndexRecord, publishBuild, setStage, sourceOf } from '../indexes.ts';
import { folderOf, openObject, putObject } from '../indexes-bucket.ts';
import { MoreToLoadError, rowsOfSegments, sumOf } from '../loaded-rows.ts';
import { readJson, readPlannedBuild } from '../open-build.ts';
import { requireServable } from '../place-index.ts';

/** Rejects that the page of an index lists. */
const listedRejects = 1000;

/** The state of the workflow. */
interface PublishInput extends BuildRef {
  /** Segments that were loaded to the cluster; absent if functions hold the index. */
  loads?: readonly number[];
}

/** Last but one step: joins the segments and moves the pointer that queries follow. */
export async function handler({ index_id, build_id, loads }: PublishInput): Promise<BuildRef> {
  const build = { index_id, build_id };
  // First: from then on no delivery changes which documents the record that is read here publishes.
  await setStage(build, 'publishing');
  const { record, folder, plan } = await readPlannedBuild(build);
  // The files are gone if this repeats a publication whose answer was lost.
  const startedAt = record.build_started_at;
  const cluster = loads && loadedCluster();
  const name = cluster && clusterNameOf(folder);
  const numbers = plan.ranges.map((_, segment) => segment);
  // First, because copying takes up to an hour and every run waits a minute for it.
  if (cluster) {
    const rows = sumOf(await rowsOfSegments(folder, numbers.length));
    if (!(await finishClusterIndex(cluster, name!, rows))) throw new MoreToLoadError();
  }
  const written = async (fileName: string) => ({
    fileName,
    source: await openObject(folder + fileName),
  });
  const manifest = await publish(
    await written(buildFiles.model),
    await Promise.all(numbers.map((segment) => written(buildFiles.segment(segment)))),
    {
      elapsedSeconds: startedAt ? () => secondsSince(startedAt) : undefined,
      cluster: name,
      requireServable: (shape) => requireServable(shape, plan.sizeBytes),
    },
  );
  const rejects = await firstRejects(folder, numbers);
  const { rowCount, rejectCount } = manifest;
  requireMostRows(rejects, rejectCount, rowCount + rejectCount);
  const manifestKey = folder + buildFiles.manifest;
  await putObject(manifestKey, serializeManifest(manifest));
  await putObject(folder + buildFiles.rejects, JSON.stringify(rejects));
  await publishBuild(record, {
    manifestKey,
    formatVersion: manifest.formatVersion,
    rows: manifest.rowCount,
    rejects: manifest.rejectCount,
    source: sourceOf(record),
    columnsType: Object.fromEntries(
      manifest.schema.columns.map((column) => [column.name, typeOf(column)]),
    ),
    supersedes: supersededFolder(record, folder),
    now: new Date(),
  });
  if (cluster) await setAlias(cluster, clusterPrefix(record.org_id, index_id), name!);
  return build;
}

/**
 * Folder of the version that serves now; undefined if this build already serves, because its answer was
 * lost.
 */
function supersededFolder({ manifest_key }: IndexRecord, folder: string): string | undefined {
  const serving = manifest_key && folderOf(manifest_key);
  return serving === folder ? undefined : serving;
}

const secondsSince = (time: string) => Math.round((Date.now() - Date.parse(time)) / 1000);

async function firstRejects(folder: string, segments: readonly number[]) {
  const listed: z.infer<typeof rejectList> = [];
  for (const segment of segments) {
    if (listed.length >= listedRejects) break;
    const summary = await readJson(folder + buildFiles.segmentSummary(segment), segmentSummary);
    listed.push(...(summary?.firstRejects ?? []));
  }
  return listed.slice(0, listedRejects);
}
