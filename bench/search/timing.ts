/** Latencies of single calls. */
export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const WARM_UP = 30;

/** Calls once for each item, after a warm-up over the first ones, and takes the time of each call. */
export async function timeEach<T>(
  items: readonly T[],
  call: (item: T) => unknown,
): Promise<Latency> {
  for (const item of items.slice(0, WARM_UP)) await call(item);
  const times: number[] = [];
  for (const item of items) {
    const startedAt = performance.now();
    await call(item);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))]!;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Seconds since a time of `performance.now()`. */
export const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000;
