import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { ByteSource } from '#engine';

/** A store's distance and what one machine downloads, shared by all reads. */
export interface StoreSpeed {
  readonly firstByteMs: number;
  readonly megabytesPerSecond: number;
}

/** A read of a file, with the milliseconds since the store was made. */
export interface Read {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
  readonly from: number;
  readonly to: number;
}

/** Reads going on at the same time take turns in parts of this size. */
const PART_BYTES = 64 << 10;

/** Files in memory that are read as slowly as from a store, and a record of what was read. */
export class SlowStore {
  readonly reads: Read[] = [];
  readonly #speed: StoreSpeed;
  readonly #startedAt = performance.now();
  /** When the link is free. */
  #freeAt = 0;

  constructor(speed: StoreSpeed) {
    this.#speed = speed;
  }

  open(file: string, path: string): ByteSource {
    const bytes = readFileSync(path);
    return {
      sizeBytes: bytes.byteLength,
      read: async (offset, length) => {
        const part = new Uint8Array(bytes.subarray(offset, offset + length));
        const from = this.#now();
        await this.#transfer(part.byteLength);
        this.reads.push({ file, offset, length: part.byteLength, from, to: this.#now() });
        return part;
      },
    };
  }

  #now(): number {
    return performance.now() - this.#startedAt;
  }

  async #transfer(bytes: number): Promise<void> {
    await setTimeout(this.#speed.firstByteMs);
    for (let left = bytes; left > 0; left -= PART_BYTES) {
      const ms = Math.min(left, PART_BYTES) / (this.#speed.megabytesPerSecond * 1_000);
      this.#freeAt = Math.max(this.#freeAt, this.#now()) + ms;
      // Timers are no finer than a millisecond.
      if (this.#freeAt - this.#now() > 1) await setTimeout(this.#freeAt - this.#now());
      else await setTimeout(0);
    }
  }
}
