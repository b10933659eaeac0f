import { firstReads, type Manifest } from '#engine';
import type { BegunRead } from './begun-source.ts';
import { buildFiles } from './build-files.ts';
import { bucketSource } from './indexes-bucket.ts';

/** Files of an index up to this size together are read whole when it is opened: one request for each instead of many. */
const wholeBytes = 4 << 20;

/** Whether the files of an index are read whole. */
export const isReadWhole = ({ model, segments }: Manifest): boolean =>
  [model, ...segments].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= wholeBytes;

/** The bytes that opening an index reads first of its model and, if functions hold it, of each segment. */
export function firstReadsOf(manifest: Manifest): number[] {
  const { model, segments, cluster } = manifest;
  if (cluster) return [model.headBytes];
  return isReadWhole(manifest)
    ? [model, ...segments].map(({ sizeBytes }) => sizeBytes)
    : firstReads(manifest);
}

/**
 * Begins to read the files of an index while its manifest is on the way.
 * @param lengths see `firstReadsOf`; none of an index that an earlier release has published
 * @returns what has begun, by the name of the file
 */
export function beginReads(folder: string, lengths: readonly number[] = []) {
  return new Map(
    lengths.map((length, i): [string, BegunRead] => {
      const fileName = i === 0 ? buildFiles.model : buildFiles.segment(i - 1);
      const bytes = bucketSource(folder + fileName, length).read(0, length);
      // Whoever wants these bytes learns of it, and reads them again.
      bytes.catch(() => {});
      return [fileName, { length, bytes }];
    }),
  );
}
