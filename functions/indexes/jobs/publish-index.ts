import type * as z from 'zod';
import {
  type ClusterConnection,
  columnsOf,
  fileColumns,
  finishClusterIndex,
  publish,
  requireMostRows,
  serializeManifest,
  setAlias,
  typeOf,
} from '#engine';
import { buildFiles, type rejectList, segmentSummary } from '../build-files.ts';
import { type Carried, carryChanges } from '../carry-changes.ts';
import { takesChanges } from '../changes-store.ts';
import { loadedCluster } from '../cluster-connection.ts';
import { clusterNameOf, clusterPrefix } from '../cluster-names.ts';
import { firstReadsOf } from '../first-reads.ts';
import { type BuildRef, holdChanges, publishBuild, setStage, sourceOf } from '../indexes.ts';
import { buildFolder, folderOf, openObject, putObject } from '../indexes-bucket.ts';
import { MoreToLoadError, rowsOfSegments, sumOf } from '../loaded-rows.ts';
import { readJson, readPlannedBuild, requireBuild } from '../open-build.ts';
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
  const { org_id, manifest_key, ...serving } = await requireBuild(build);
  const folder = buildFolder({ ...serving, org_id });
  const cluster = loads && loadedCluster();
  const name = cluster && clusterNameOf(folder);
  // Else this repeats a publication whose answer was lost, and rows may have changed since.
  if (manifest_key !== folder + buildFiles.manifest) await publishOnce(build, cluster, name);
  if (cluster) await setAlias(cluster, clusterPrefix(org_id, index_id), name!);
  return build;
}

async function publishOnce(build: BuildRef, cluster: ClusterConnection | undefined, name?: string) {
  // First: from then on no delivery changes which documents the record that is read here publishes.
  await setStage(build, 'publishing');
  const { record, folder, plan, batches = 0 } = await readPlannedBuild(build);
  const startedAt = record.build_started_at;
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
      vectorWeight: sourceOf(record).vector_weight,
      requireServable: (shape) => requireServable(shape, plan.sizeBytes),
    },
  );
  const rejects = await firstRejects(folder, numbers);
  const { rowCount, rejectCount } = manifest;
  requireMostRows(rejects, rejectCount, rowCount + rejectCount);
  const manifestKey = folder + buildFiles.manifest;
  await putObject(manifestKey, serializeManifest(manifest));
  await putObject(folder + buildFiles.rejects, JSON.stringify(rejects));
  const changed = takesChanges(record)
    ? await carryAll(build, manifestKey, batches, cluster !== undefined)
    : undefined;
  await publishBuild(record, {
    manifestKey,
    changesKey: changed?.changesKey,
    firstReads: firstReadsOf(manifest),
    formatVersion: manifest.formatVersion,
    rows: changed?.changes.rowCount ?? manifest.rowCount,
    rejects: manifest.rejectCount,
    source: sourceOf(record),
    columnsType: Object.fromEntries(
      fileColumns(manifest.schema).map((column) => [column.name, typeOf(column)]),
    ),
    vectorDimensions: columnsOf(manifest.schema.columns).dimensions,
    supersedes: record.manifest_key && folderOf(record.manifest_key),
    now: new Date(),
  });
}

/**
 * Takes in all changes since the plan. Most of them come before changes have to wait, so that they wait for seconds.
 * @param batches that the plan has taken in
 */
async function carryAll(
  build: BuildRef,
  manifestKey: string,
  batches: number,
  isOnCluster: boolean,
) {
  const carry = async (has: Carried) =>
    carryChanges(await requireBuild(build), manifestKey, has, isOnCluster);
  const most = await carry({ batches });
  await holdChanges(build);
  return (await carry(most)).version;
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
