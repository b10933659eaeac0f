import { bytesOf, openContainer, writeContainer } from '../file/container.ts';
import { countRows, type RowSet } from '../segment/row-set.ts';
import type { ByteSource } from '../source.ts';

const sectionOf = (segment: number) => `rows${segment}`;

/** A file of the deleted rows of each segment; segments without one have no section. */
export function writeDeleted(sets: readonly RowSet[]): Uint8Array {
  const sections = sets.flatMap((set, s) =>
    countRows(set) > 0 ? [{ name: sectionOf(s), bytes: bytesOf(set), packed: true }] : [],
  );
  return writeContainer('deleted', sections);
}

/**
 * The deleted rows of each segment.
 * @param rowCounts of the segments
 * @throws CorruptFileError
 */
export async function readDeleted(
  source: ByteSource,
  fileName: string,
  rowCounts: readonly number[],
): Promise<RowSet[]> {
  const container = await openContainer(source, fileName, 'deleted');
  return Promise.all(
    rowCounts.map(async (rows, s) => {
      const words = Math.ceil(rows / 32);
      if (!container.has(sectionOf(s))) return new Uint32Array(words);
      // A copy, which callers may change.
      return new Uint32Array(await container.u32(sectionOf(s)));
    }),
  );
}
