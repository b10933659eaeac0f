interface Kept<T> {
  opened?: Promise<T>;
  /** 0 until its size is known. */
  sizeBytes: number;
}

/** Opens a thing. Calls `reserve` with its size before it takes memory. */
type Open<T> = (reserve: (sizeBytes: number) => void) => Promise<T>;

/** Keeps the most recently used things up to a total size, and always the one that is being opened. */
export class RecentlyUsed<T> {
  readonly #roomBytes: number;
  /** The most recently used one is last. */
  readonly #kept = new Map<string, Kept<T>>();

  constructor(roomBytes: number) {
    this.#roomBytes = roomBytes;
  }

  /**
   * The stored thing with this key, else the result of `open`. What it replaces is released before it takes memory:
   * both together might not fit. A failure is not stored, so the next call tries again.
   */
  async get(key: string, open: Open<T>): Promise<T> {
    const kept: Kept<T> = this.#kept.get(key) ?? { sizeBytes: 0 };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    kept.opened ??= open((sizeBytes) => {
      kept.sizeBytes = sizeBytes;
      this.#shrink(key);
    });
    try {
      return await kept.opened;
    } catch (error) {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
      throw error;
    }
  }

  /** Releases the least recently used things but one. They are not closed, because a caller may still use them. */
  #shrink(keptKey: string): void {
    let total = 0;
    for (const { sizeBytes } of this.#kept.values()) total += sizeBytes;
    for (const [key, { sizeBytes }] of this.#kept) {
      if (total <= this.#roomBytes) return;
      if (key === keptKey) continue;
      this.#kept.delete(key);
      total -= sizeBytes;
    }
  }
}
