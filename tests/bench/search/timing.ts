/** Latencies of single calls. */
export interface Latency {
  readonly calls: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const WARM_UP = 30;
/** Slow systems get fewer calls. */
const MAX_SECONDS = 12;

/** Measures one call for each item, after a warm-up with the first items. */
export async function timeEach<T>(
  items: readonly T[],
  call: (item: T) => unknown,
): Promise<Latency> {
  const begunAt = performance.now();
  const inTime = () => secondsSince(begunAt) < MAX_SECONDS;
  for (const item of items.slice(0, WARM_UP)) if (inTime()) await call(item);
  const times: number[] = [];
  for (const item of items) {
    if (times.length > WARM_UP && !inTime()) break;
    const startedAt = performance.now();
    await call(item);
    times.push(performance.now() - startedAt);
  }
  const calls = times.length;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(calls - 1, Math.floor(share * calls))]!;
  return { calls, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Seconds since a time of `performance.now()`. */
export const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000;
