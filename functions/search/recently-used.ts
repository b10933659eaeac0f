interface Kept<T> {
  /** What it is a version of. */
  of: string;
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
   * @param of what the thing is a version of: others of the same are released, since nobody asks for them any more
   */
  async get(key: string, open: Open<T>, of = key): Promise<T> {
    const kept: Kept<T> = this.#kept.get(key) ?? { of, sizeBytes: 0 };
    for (const [other, { of: its }] of this.#kept) {
      if (its === of && other !== key) this.#kept.delete(other);
    }
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
