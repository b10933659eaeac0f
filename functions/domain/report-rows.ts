import type { RowCounts } from '#engine';

const reportEveryMs = 2000;

/** Passes on how many rows were read, not more often than every two seconds. */
export function reportRows(report: (counts: RowCounts) => Promise<void>) {
  let reportedAt = performance.now();
  return async (counts: RowCounts): Promise<void> => {
    if (performance.now() - reportedAt <= reportEveryMs) return;
    reportedAt = performance.now();
    await report(counts);
  };
}
