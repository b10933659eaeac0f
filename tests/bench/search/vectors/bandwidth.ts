import { openScan } from './scan.ts';

/** Memory bandwidth of one thread, in gigabytes per second, beyond the caches. */
export async function measure(): Promise<{ gigabytesPerSecond: number }> {
  const sizeBytes = 512 << 20;
  const scan = await openScan(sizeBytes + 1024);
  const block = scan.i8(sizeBytes).fill(1);
  let best = 0;
  for (let round = 0; round < 8; round++) {
    const startedAt = performance.now();
    scan.readAll(block);
    best = Math.max(best, sizeBytes / 1e6 / (performance.now() - startedAt));
  }
  return { gigabytesPerSecond: best };
}
