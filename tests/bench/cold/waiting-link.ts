import { setTimeout } from 'node:timers/promises';
import type { LinkSpeed } from '#local/aws/s3/link.ts';

/** Answers going on at the same time take turns in parts of this size. */
const PART_BYTES = 256 << 10;
/** Time goes on when the process has computed for at most so many of so many real milliseconds: threads may be unpacking what has come. */
const QUIET_MS = 20;
const COMPUTED_MS = 2;
/** What happens within so many milliseconds of the link happens together. */
const TOGETHER_MS = 1;

/** Waits until nothing is computed. */
async function quiet(): Promise<void> {
  for (let computedMs = Number.POSITIVE_INFINITY; computedMs > COMPUTED_MS; ) {
    const before = process.cpuUsage();
    await setTimeout(QUIET_MS);
    const { user, system } = process.cpuUsage(before);
    computedMs = (user + system) / 1_000;
  }
}

/**
 * A link whose time goes on only while everybody waits for it, so computing takes none: what is left of an answer is the time that it
 * waits for the store. It is the same on a busy machine.
 */
export class WaitingLink {
  /** Milliseconds that were waited so far. */
  now = 0;
  readonly #speed: LinkSpeed;
  #freeAt = 0;
  #isRunning = false;
  readonly #due: { readonly at: number; readonly go: () => void }[] = [];

  constructor(speed: LinkSpeed) {
    this.#speed = speed;
  }

  connect(): Promise<void> {
    return this.#until(this.now + this.#speed.firstByteMs);
  }

  async transfer(bytes: number): Promise<void> {
    for (let left = bytes; left > 0; left -= PART_BYTES) {
      const ms = Math.min(left, PART_BYTES) / (this.#speed.megabytesPerSecond * 1_000);
      this.#freeAt = Math.max(this.#freeAt, this.now) + ms;
      await this.#until(this.#freeAt);
    }
  }

  #until(at: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#due.push({ at, go: resolve });
    if (!this.#isRunning) void this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#due.length > 0) {
      await quiet();
      this.now = Math.max(this.now, Math.min(...this.#due.map(({ at }) => at)));
      const later = this.#due.splice(0).filter((one) => {
        const isDue = one.at <= this.now + TOGETHER_MS;
        if (isDue) one.go();
        return !isDue;
      });
      this.#due.push(...later);
    }
    this.#isRunning = false;
  }
}
