import type { RowEvent } from '#engine/csv/read.ts';

const reportEveryMs = 2000;

/** Passes rows through and reports from time to time how many there were. */
export async function* reportRows(
  rows: AsyncIterable<RowEvent>,
  report: (counts: { rows: number; rejects: number }) => Promise<void>,
): AsyncGenerator<RowEvent> {
  const counts = { rows: 0, rejects: 0 };
  let reportedAt = performance.now();
  for await (const row of rows) {
    if ('reason' in row) counts.rejects += 1;
    else counts.rows += 1;
    if (performance.now() - reportedAt > reportEveryMs) {
      reportedAt = performance.now();
      await report(counts);
    }
    yield row;
  }
}
