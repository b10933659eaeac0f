import type { Container } from '../file/container.ts';
import { type Arrays, i32, u8, u32 } from '../kernels/arena.ts';
import { createScanKernels } from '../kernels/scan.ts';
import type { ScanKernels } from '../kernels/scan-kernels.ts';
import type { TopK } from '../top-k.ts';
import { type SegmentFacts, WINDOW_ROWS } from './format.ts';
import {
  openPostings,
  POSTING_BYTES,
  type PostingLists,
  unpackList,
  windowOf,
} from './posting-lists.ts';

/** A query term in a segment. */
export interface ScoredTerm {
  /** Number in the segment's lexicon. */
  readonly number: number;
  /** Weight of one impact step, an integer. */
  readonly weight: number;
}

/** Maximum number of sums that are selected at once. */
const BATCH = 1_024;

/** Memory for the sums of one window. */
function windowLayout(rowCount: number) {
  // Padded for the kernels.
  const rows = Math.min(WINDOW_ROWS, Math.ceil(rowCount / 4) * 4);
  return { sums: i32(rows), mask: u8(rows), places: u32(BATCH + 3), selected: i32(BATCH + 3) };
}

type Window = Arrays<ReturnType<typeof windowLayout>>;

/**
 * Posting lists in kernel memory. Impacts are added up exhaustively, window by window. For the queries of
 * this engine, especially long ones, this is faster than skipping algorithms (WAND, MaxScore).
 */
export class PostingScan {
  readonly lists: PostingLists;
  readonly #kernels: ScanKernels;
  readonly #rowCount: number;
  readonly #window: Window;

  private constructor(lists: PostingLists, kernels: ScanKernels, rowCount: number, window: Window) {
    this.lists = lists;
    this.#kernels = kernels;
    this.#rowCount = rowCount;
    this.#window = window;
  }

  /** Opens the postings of a segment without reading its lists. */
  static async open(
    file: Container,
    { postingCount, rowCount }: SegmentFacts,
  ): Promise<PostingScan> {
    const { kernels, arrays } = createScanKernels({
      postings: u8(POSTING_BYTES * postingCount),
      window: windowLayout(rowCount),
    });
    const lists = await openPostings(file, arrays.postings);
    return new PostingScan(lists, kernels, rowCount, arrays.window);
  }

  /**
   * Adds up weight × impact over the terms of every row and adds the largest sums to the best rows. The
   * lists of the terms must be in memory.
   * @param keep not 0 for rows that may be found; null = all rows
   * @param first number of the segment's first row among those of `best`
   * @returns number of rows that contain a term
   */
  collect(
    terms: readonly ScoredTerm[],
    keep: Uint8Array | null,
    best: TopK,
    first: number,
  ): number {
    const { lists, windowIds, bytes } = this.lists;
    const { places, selected } = this.#window;
    for (const { number } of terms) unpackList(this.lists, number);
    const next = Uint32Array.from(terms, (term) => lists[term.number]!);
    let matched = 0;
    for (let base = 0, id = 0; base < this.#rowCount; base += WINDOW_ROWS, id++) {
      const length = Math.min(WINDOW_ROWS, this.#rowCount - base);
      const sums = this.#window.sums.subarray(0, Math.ceil(length / 4) * 4);
      let touched = false;
      for (let t = 0; t < terms.length; t++) {
        const { number, weight } = terms[t]!;
        const w = next[t]!;
        if (w === lists[number + 1]! || windowIds[w] !== id) continue;
        next[t] = w + 1;
        const { rowsAt, impactsAt, count } = windowOf(this.lists, number, w);
        this.#kernels.accumulate(sums, bytes, rowsAt, impactsAt, count, weight);
        touched = true;
      }
      if (!touched) continue;
      if (keep) {
        this.#window.mask.set(keep.subarray(base, base + length));
        this.#kernels.maskI32(sums, this.#window.mask);
      }
      matched += this.#kernels.countNonzero(sums);
      for (let from = 0; from < sums.length; ) {
        const above = Math.max(0, best.least);
        const found = this.#kernels.selectI32(sums, from, above, places, selected);
        from = found.next;
        for (let i = 0; i < found.count; i++) best.push(first + base + places[i]!, selected[i]!);
      }
      sums.fill(0);
    }
    return matched;
  }
}
