/**
 * Latencies as a histogram that can be added up: bucket n holds what took from 2^(n/4) ms to 2^((n+1)/4) ms,
 * so that a percentile is told to a fifth. The first begins at zero, the last has no end.
 */
export type LatencyHistogram = readonly number[];

const bucketsPerDoubling = 4;
/** The last begins at 62 s, which no request lasts. */
export const latencyBuckets = 64;

export function latencyBucket(ms: number): number {
  const bucket = Math.floor(Math.log2(Math.max(ms, 1)) * bucketsPerDoubling);
  return Math.min(bucket, latencyBuckets - 1);
}

/**
 * Milliseconds within which a share of all latencies lie, spread evenly over their bucket; undefined when
 * there are none.
 * @param share 0.95 for the 95th percentile
 */
export function latencyPercentile(histogram: LatencyHistogram, share: number): number | undefined {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let before = 0;
  for (const [bucket, count] of histogram.entries()) {
    if (before + count >= total * share && count > 0) {
      const from = bucket === 0 ? 0 : 2 ** (bucket / bucketsPerDoubling);
      const to = 2 ** ((bucket + 1) / bucketsPerDoubling);
      return from + ((total * share - before) / count) * (to - from);
    }
    before += count;
  }
  return undefined;
}
