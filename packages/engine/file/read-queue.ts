import { PAGED_CANDIDATES } from '../ranking-constants.ts';
import type { ByteSource } from '../source.ts';

/** Reads of one index at a time: a search that is not resident reads the rows that it reranks at once. */
const MAX_READS = PAGED_CANDIDATES;
/** Bytes of these together. More would only share the bandwidth of one machine, and take memory. */
const MAX_BYTES = 128 << 20;
/** How often a read is tried: connections break, above all in an instance that was frozen. */
const ATTEMPTS = 3;
/**
 * A read that takes longer is tried again, because a connection that died while the instance was frozen may never answer.
 * Timers run on meanwhile, so such a read is tried again as soon as the instance works on.
 */
const PATIENCE_MS = 5_000;
/** Slower stores are not broken ones: a longer read gets more time. */
const BYTES_OF_MS = 1_000;

/** Limits the concurrent reads of all files of an index, and repeats failed ones. */
export class ReadQueue {
  /** Bytes read so far. */
  bytesRead = 0;
  #running = 0;
  #runningBytes = 0;
  /** In the order in which they go. */
  readonly #waiting: { readonly length: number; readonly go: () => void }[] = [];
  readonly #patienceMs: number;

  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /** The same file, read through this queue. Reads of a local file are only counted. */
  source(file: ByteSource): ByteSource {
    const { sizeBytes, isLocal = false } = file;
    const expected = (offset: number, length: number) =>
      Math.max(0, Math.min(length, sizeBytes - offset));
    const { readInto } = file;
    const run = <T>(length: number, read: () => Promise<T>, isWhole: (result: T) => boolean) => {
      this.bytesRead += length;
      return isLocal ? read() : this.#run(length, read, isWhole);
    };
    return {
      sizeBytes,
      isLocal,
      read: (offset, length) =>
        run(
          expected(offset, length),
          () => file.read(offset, length),
          (bytes) => bytes.byteLength === expected(offset, length),
        ),
      ...(readInto && {
        readInto: (offset: number, target: Uint8Array) =>
          run(
            target.length,
            () => readInto.call(file, offset, target),
            (read) => read === expected(offset, target.length),
          ),
      }),
    };
  }

  async #run<T>(
    length: number,
    read: () => Promise<T>,
    isWhole: (result: T) => boolean,
  ): Promise<T> {
    await new Promise<void>((go) => {
      this.#waiting.push({ length, go });
      this.#letGo();
    });
    try {
      // The last attempt counts, whatever its result and however long it takes.
      for (let left = ATTEMPTS; ; left--) {
        try {
          if (left === 1) return await read();
          const result = await within(this.#patienceMs + length / BYTES_OF_MS, read());
          if (isWhole(result)) return result;
        } catch (error) {
          if (left === 1) throw error;
        }
      }
    } finally {
      this.#running--;
      this.#runningBytes -= length;
      this.#letGo();
    }
  }

  /** Lets reads go while there is room for the next one. A single one may be of any length. */
  #letGo(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const isFull = this.#running === MAX_READS || this.#runningBytes + next.length > MAX_BYTES;
      if (isFull && this.#running > 0) return;
      this.#waiting.shift();
      this.#running++;
      this.#runningBytes += next.length;
      next.go();
    }
  }
}

/** Lets reads go out that have begun, before their caller computes. */
export const readsGoOut = () => new Promise((resolve) => setImmediate(resolve));

/** The result of a promise. Throws if it takes longer. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
