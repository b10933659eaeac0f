/** Keeps the best rows in a binary heap with the worst on top. Of equal scores the lower row wins. */
export class BestRows {
  readonly #rows: Uint32Array;
  readonly #scores: Float64Array;
  readonly #capacity: number;
  readonly #floor: number;
  #size = 0;

  /** @param floor rows with a lower score are ignored */
  constructor(capacity: number, floor = Number.NEGATIVE_INFINITY) {
    this.#capacity = capacity;
    this.#floor = floor;
    this.#rows = new Uint32Array(capacity);
    this.#scores = new Float64Array(capacity);
  }

  /** Maximum number of rows. */
  get capacity(): number {
    return this.#capacity;
  }

  get size(): number {
    return this.#size;
  }

  /** Rows with a lower score will not be kept. */
  get threshold(): number {
    if (this.#size < this.#capacity) return this.#floor;
    return this.#capacity > 0 ? this.#scores[0]! : Number.POSITIVE_INFINITY;
  }

  /** Whether entry i ranks below the given row. */
  #isWorse(i: number, row: number, score: number): boolean {
    const own = this.#scores[i]!;
    return own < score || (own === score && this.#rows[i]! > row);
  }

  #put(i: number, row: number, score: number): void {
    this.#rows[i] = row;
    this.#scores[i] = score;
  }

  push(row: number, score: number): void {
    if (score < this.#floor) return;
    if (this.#size < this.#capacity) {
      let i = this.#size++;
      while (i > 0) {
        const parent = (i - 1) >> 1;
        if (this.#isWorse(parent, row, score)) break;
        this.#put(i, this.#rows[parent]!, this.#scores[parent]!);
        i = parent;
      }
      this.#put(i, row, score);
    } else if (this.#size > 0 && this.#isWorse(0, row, score)) {
      this.#sink(row, score, this.#size);
    }
  }

  /** Replaces the worst row, within the first `size` entries. */
  #sink(row: number, score: number, size: number): void {
    let i = 0;
    for (let child = 1; child < size; child = 2 * i + 1) {
      const right = child + 1;
      if (right < size && this.#isWorse(right, this.#rows[child]!, this.#scores[child]!)) {
        child = right;
      }
      if (!this.#isWorse(child, row, score)) break;
      this.#put(i, this.#rows[child]!, this.#scores[child]!);
      i = child;
    }
    this.#put(i, row, score);
  }

  /** Empties the heap and returns the rows, best first. */
  take(): { rows: Uint32Array; scores: Float64Array } {
    const count = this.#size;
    for (let last = count - 1; last > 0; last--) {
      const [row, score] = [this.#rows[last]!, this.#scores[last]!];
      const [worst, least] = [this.#rows[0]!, this.#scores[0]!];
      this.#sink(row, score, last);
      this.#put(last, worst, least);
    }
    this.#size = 0;
    return { rows: this.#rows.slice(0, count), scores: this.#scores.slice(0, count) };
  }
}
