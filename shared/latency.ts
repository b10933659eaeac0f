/**
 * Latencies as a histogram that can be added up: bucket n counts latencies from 2^(n/4) ms to 2^((n+1)/4) ms,
 * so percentiles are right to a fifth. Shorter ones than 1 ms are in the first bucket and count as 1 ms. The last
 * bucket has no end.
 */
export type LatencyHistogram = readonly number[];

const bucketsPerDoubling = 4;
/** The last begins at 55 s; no request takes that long. */
export const latencyBuckets = 64;

export function latencyBucket(ms: number): number {
  const bucket = Math.floor(Math.log2(Math.max(ms, 1)) * bucketsPerDoubling);
  return Math.min(bucket, latencyBuckets - 1);
}

/**
 * Milliseconds that a share of all latencies do not exceed, taken as spread evenly over their bucket;
 * undefined if there are none.
 * @param share 0.95 for the 95th percentile
 */
export function latencyPercentile(histogram: LatencyHistogram, share: number): number | undefined {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let before = 0;
  for (const [bucket, count] of histogram.entries()) {
    if (before + count >= total * share && count > 0) {
      const from = 2 ** (bucket / bucketsPerDoubling);
      const to = 2 ** ((bucket + 1) / bucketsPerDoubling);
      return from + ((total * share - before) / count) * (to - from);
    }
    before += count;
  }
  return undefined;
}

/** Milliseconds of all latencies together, each taken as the middle of its bucket. */
export const latencyTotal = (histogram: LatencyHistogram): number =>
  histogram.reduce((sum, count, bucket) => {
    const from = 2 ** (bucket / bucketsPerDoubling);
    const to = 2 ** ((bucket + 1) / bucketsPerDoubling);
    return sum + (count * (from + to)) / 2;
  }, 0);
