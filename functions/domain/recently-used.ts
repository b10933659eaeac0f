interface Kept<T> {
  readonly opened: Promise<{ readonly value: T; readonly sizeBytes: number }>;
  /** 0 until it is open. */
  sizeBytes: number;
}

/** Keeps the most recently used things up to a total size, and always the last one. */
export class RecentlyUsed<T> {
  readonly #roomBytes: number;
  /** The most recently used one is last. */
  readonly #kept = new Map<string, Kept<T>>();

  constructor(roomBytes: number) {
    this.#roomBytes = roomBytes;
  }

  /**
   * The stored thing with this key, else the result of `open`. A failure is not stored, so the next call
   * tries again.
   */
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

  /** Releases the least recently used things. They are not closed, because a caller may still use them. */
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
