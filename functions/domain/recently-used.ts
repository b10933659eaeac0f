interface Kept<T> {
  readonly opened: Promise<{ readonly value: T; readonly sizeBytes: number }>;
  /** 0 until it is open. */
  sizeBytes: number;
}

/** Keeps what was used last, as much as there is room for; the one used last stays in any case. */
export class RecentlyUsed<T> {
  readonly #roomBytes: number;
  /** The one used last at the end. */
  readonly #kept = new Map<string, Kept<T>>();

  constructor(roomBytes: number) {
    this.#roomBytes = roomBytes;
  }

  /** What is kept by that key, else what `open` gives. A failure is not remembered: the next call tries again. */
  async get(key: string, open: () => Kept<T>['opened']): Promise<T> {
    const kept = this.#kept.get(key) ?? { opened: open(), sizeBytes: 0 };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    try {
      const { value, sizeBytes } = await kept.opened;
      kept.sizeBytes = sizeBytes;
      this.#shrink();
      return value;
    } catch (error) {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
      throw error;
    }
  }

  /** Lets go of what was not used for longest. Not closed: somebody may still be using it. */
  #shrink(): void {
    let total = 0;
    for (const { sizeBytes } of this.#kept.values()) total += sizeBytes;
    for (const [key, { sizeBytes }] of this.#kept) {
      if (total <= this.#roomBytes || this.#kept.size === 1) return;
      this.#kept.delete(key);
      total -= sizeBytes;
    }
  }
}
