import type { RowBatch } from '#engine/csv/batch.ts';

const reportEveryMs = 2000;

/** Passes rows through and reports from time to time how many there were. */
export async function* reportRows(
  batches: AsyncIterable<RowBatch>,
  report: (counts: { rows: number; rejects: number }) => Promise<void>,
): AsyncGenerator<RowBatch> {
  const counts = { rows: 0, rejects: 0 };
  let reportedAt = performance.now();
  for await (const batch of batches) {
    counts.rejects += batch.rejects.length;
    counts.rows += batch.rowCount;
    if (performance.now() - reportedAt > reportEveryMs) {
      reportedAt = performance.now();
      await report(counts);
    }
    yield batch;
  }
}
