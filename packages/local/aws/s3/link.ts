import { setTimeout } from 'node:timers/promises';

/** How far away a store is, and what one machine downloads from it. */
export interface LinkSpeed {
  /** Milliseconds until the first byte of an answer. */
  readonly firstByteMs: number;
  readonly megabytesPerSecond: number;
}

/** Answers going on at the same time take turns in parts of this size. */
const partBytes = 64 << 10;

/** A link of limited speed, which all answers share. */
export class Link {
  readonly #speed: LinkSpeed;
  /** When the link is free, in milliseconds of `performance.now()`. */
  #freeAt = 0;

  constructor(speed: LinkSpeed) {
    this.#speed = speed;
  }

  /** Waits for the first byte of an answer. */
  async connect(): Promise<void> {
    await setTimeout(this.#speed.firstByteMs);
  }

  /** Waits until some bytes are through. */
  async transfer(bytes: number): Promise<void> {
    for (let left = bytes; left > 0; left -= partBytes) {
      const ms = Math.min(left, partBytes) / (this.#speed.megabytesPerSecond * 1_000);
      this.#freeAt = Math.max(this.#freeAt, performance.now()) + ms;
      // Timers are no finer than a millisecond; in between, others take their turn.
      const waitMs = this.#freeAt - performance.now();
      await setTimeout(waitMs > 1 ? waitMs : 0);
    }
  }

  /** The same chunks, at the speed of the link. */
  async *slow(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      await this.transfer(chunk.byteLength);
      yield chunk;
    }
  }
}
