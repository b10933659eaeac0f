/**
 * Wakes those who wait for messages. Besides an arrival the passing of the local clock can make a
 * message visible, and the clock can be set forward: so nobody sleeps longer than `TICK_MS`.
 */
export class Arrivals {
  #wake: PromiseWithResolvers<void> = Promise.withResolvers();

  announce(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }

  /** Resolves at the next announcement, or after `limitMs` of real time. */
  async next(limitMs: number): Promise<void> {
    const arrival = this.#wake.promise;
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, Math.min(limitMs, TICK_MS));
    await Promise.race([arrival, timeout.promise]);
    clearTimeout(timer);
  }
}

const TICK_MS = 1000;
