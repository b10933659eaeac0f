import { setTimeout as sleep } from 'node:timers/promises';
import type { ByteSource } from '#engine';

/** The connections that the AWS SDK opens to S3. */
const connections = 50;
/** Bandwidth of a function with 1.8 GB or more: 500 Mbit/s. */
const bytesPerMs = 62_500;

export interface SlowReads {
  served(file: ByteSource): ByteSource;
  /** Reads so far, of all files. */
  reads(): number;
}

/**
 * Files as a function reads them from S3: each read waits for its first byte, and all share connections and
 * bandwidth.
 */
export function slowReads(firstByteMs: { least: number; most: number }): SlowReads {
  let reads = 0;
  let open = 0;
  /** Time at which all requested bytes have arrived. */
  let arrivedAt = 0;
  const waiting: (() => void)[] = [];
  const take = async (length: number): Promise<void> => {
    reads++;
    if (open === connections) await new Promise<void>((resolve) => waiting.push(resolve));
    else open++;
    const { least, most } = firstByteMs;
    await sleep(least + Math.random() * (most - least));
    arrivedAt = Math.max(arrivedAt, performance.now()) + length / bytesPerMs;
    await sleep(Math.max(0, arrivedAt - performance.now()));
    const next = waiting.shift();
    if (next) next();
    else open--;
  };
  return {
    reads: () => reads,
    served: (file) => ({
      sizeBytes: file.sizeBytes,
      async read(offset, length) {
        await take(length);
        return file.read(offset, length);
      },
    }),
  };
}
