/** What the steps that bring an index to a cluster share. */
import * as z from 'zod';
import { buildFiles, segmentSummary } from './build-files.ts';
import { putObject } from './indexes-bucket.ts';
import { readJson } from './open-build.ts';

/** The time of this run is over. The next goes on where it stopped. */
export class MoreToLoadError extends Error {
  override readonly name = 'MoreToLoadError';
}

export const sumOf = (rows: readonly number[]) => rows.reduce((sum, count) => sum + count, 0);

/** Rows of each segment. The first to ask collects them from what the builds of the segments wrote. */
export async function rowsOfSegments(folder: string, segments: number): Promise<number[]> {
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
