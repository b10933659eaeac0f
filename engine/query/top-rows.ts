/** A row of an index (segment and row within it) with a score. */
export interface ScoredRow {
  readonly segment: number;
  readonly row: number;
  readonly score: number;
}

/** Sorts by falling score; ties in dataset order, so that results are stable. */
export function byScore(a: ScoredRow, b: ScoredRow): number {
  return b.score - a.score || a.segment - b.segment || a.row - b.row;
}

/** Keeps the best rows in a binary heap with the worst on top. */
export class TopRows {
  readonly #heap: ScoredRow[] = [];
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Rows with a lower score will not be kept. */
  get threshold(): number {
    return this.#heap.length < this.#capacity ? Number.NEGATIVE_INFINITY : this.#heap[0]!.score;
  }

  push(segment: number, row: number, score: number): void {
    const entry = { segment, row, score };
    const heap = this.#heap;
    if (heap.length < this.#capacity) {
      heap.push(entry);
      let i = heap.length - 1;
      while (i > 0) {
        const parent = (i - 1) >> 1;
        if (byScore(heap[i]!, heap[parent]!) <= 0) break;
        [heap[i], heap[parent]] = [heap[parent]!, heap[i]!];
        i = parent;
      }
      return;
    }
    if (this.#capacity === 0 || byScore(entry, heap[0]!) >= 0) return;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && byScore(heap[child + 1]!, heap[child]!) > 0) child++;
      if (byScore(heap[child]!, entry) <= 0) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = entry;
  }

  /** The rows, best first. */
  sorted(): ScoredRow[] {
    return this.#heap.toSorted(byScore);
  }
}
