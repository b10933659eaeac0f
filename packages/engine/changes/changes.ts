import * as z from 'zod';
import {
  checksumOf,
  fileRecord,
  formatVersion,
  type Manifest,
  ManifestError,
  segmentRecord,
} from '../manifest.ts';
import { count, readRecord } from '../record.ts';

/** A file that is read as a whole. */
export const wholeFile = fileRecord.omit({ headBytes: true });

/** Rows that were added at once, or merged: a segment, and the rows as they were given. */
const deltaRecord = z
  .strictObject({
    segment: segmentRecord,
    /** JSON lines: for each row of the segment, the number of its batch and its cells, all columns of the dataset. */
    rows: wholeFile,
    /** Different words of each row, added up, and how many of them the model does not know. */
    words: count,
    newWords: count,
    /**
     * How near its rows are to those that were built, 0 to 1; see `sampleIndex`. Absent in what earlier releases have written,
     * and where there is nothing to compare.
     */
    nearness: z.number().optional(),
  })
  .readonly();

export type DeltaRecord = z.infer<typeof deltaRecord>;

const changesRecord = z
  .strictObject({
    formatVersion,
    /** Checksum of the manifest whose rows they change. */
    base: count,
    /** Column whose values tell rows apart. */
    key: z.string(),
    /** The columns of the dataset, in its order. */
    header: z.array(z.string()).readonly(),
    /** Batches of changes that it holds. */
    batches: count,
    /** In the order of their rows, after those of the index. */
    deltas: z.array(deltaRecord).readonly(),
    /** Which rows of the segments and deltas are deleted or replaced. Absent if none is. */
    deleted: wholeFile.optional(),
    /** JSON lines: keys that were deleted and have no row since, with the numbers of their batches. Absent if there is none. */
    deletedKeys: wholeFile.optional(),
    deletedCount: count,
    /** Share of the words of the index that its model does not know. What is added drifts away from it with more. */
    newWordsOfIndex: z.number(),
    /** How near the rows that were built are to each other. */
    nearnessOfIndex: z.number().optional(),
    /** Rows that searches find. */
    rowCount: count,
  })
  .readonly();

/** How the rows of an index differ from those that it was built from. Each batch of changes makes another. */
export type Changes = z.infer<typeof changesRecord>;

export const baseOf = (manifest: Manifest): number => checksumOf(manifest);

/** The changes as JSON, with a checksum of their own. */
export const serializeChanges = (changes: Changes): string =>
  `${JSON.stringify({ ...changes, checksum: checksumOf(changes) })}\n`;

/**
 * Parses changes and checks every field.
 * @param manifest that of the index that they change
 * @throws ManifestError
 */
export function parseChanges(json: string, manifest: Manifest): Changes {
  const { checksum, ...written } = JSON.parse(json) as Record<string, unknown>;
  const fail = (problem: string) => new ManifestError(problem);
  const changes = readRecord(changesRecord, written, 'changes', fail);
  if (checksum !== checksumOf(written)) throw fail('the checksum of its changes does not match');
  if (changes.base !== baseOf(manifest)) throw fail('its changes are of another index');
  return changes;
}
