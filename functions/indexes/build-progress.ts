const leastMs = 2000;
const mostMs = 30_000;
/** Of each piece that a build has, because those that are worked on at a time write to one record. */
const pieceMs = 200;

/** Passes on progress, but not each time: every two seconds, and less often in builds of many parts or segments. */
export function reportProgress<Progress>(
  pieces: number,
  report: (progress: Progress) => Promise<void>,
) {
  const everyMs = Math.min(mostMs, Math.max(leastMs, pieceMs * pieces));
  let reportedAt = performance.now();
  return async (progress: Progress): Promise<void> => {
    if (performance.now() - reportedAt <= everyMs) return;
    reportedAt = performance.now();
    await report(progress);
  };
}
