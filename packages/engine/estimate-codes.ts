import type { RowBatch } from './csv/batch.ts';
import type { IndexSchema } from './schema.ts';
import { FilterColumnWriter } from './segment/filter-column.ts';

/** The codes are counted after so many rows, and each time there are twice as many. */
const FIRST_COUNT = 256;

/**
 * Estimates the bytes of the different codes and names of all columns in the segments of an index, added up, from some of its
 * rows: those of each column grow like a power of the number of rows, as its terms do (`estimateSegmentTerms`).
 */
export async function estimateSegmentCodes(
  batches: AsyncIterable<RowBatch> | Iterable<RowBatch>,
  { columns }: IndexSchema,
  rows: number,
  segments: number,
): Promise<number> {
  const writers = columns.map((column) => new FilterColumnWriter(column));
  const bytesOfEach = () => writers.map((writer) => writer.codeBytes());
  const counts: { readonly rows: number; readonly bytes: readonly number[] }[] = [];
  let sampled = 0;
  for await (const batch of batches) {
    for (let row = 0; row < batch.rowCount; row++) {
      for (const writer of writers) writer.add(batch, row);
      sampled++;
      const next = 2 * (counts.at(-1)?.rows ?? FIRST_COUNT / 2);
      if (sampled === next) counts.push({ rows: sampled, bytes: bytesOfEach() });
    }
  }
  const last = counts.findLast((count) => 2 * count.rows <= sampled);
  const grown = rows / segments / Math.max(1, sampled);
  const estimate = bytesOfEach().map((bytes, c) => {
    const before = last?.bytes[c] ?? 0;
    // Of a short sample, each row may have codes of its own.
    const power = before > 0 ? Math.log(bytes / before) / Math.log(sampled / last!.rows) : 1;
    return bytes * grown ** Math.min(1, Math.max(0, power));
  });
  return Math.ceil(segments * estimate.reduce((sum, bytes) => sum + bytes, 0));
}
