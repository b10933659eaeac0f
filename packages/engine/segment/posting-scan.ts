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
import { countRows, type RowSet, spread } from './row-set.ts';

/** A query term in a segment. */
export interface ScoredTerm {
  /** Number in the segment's lexicon. */
  readonly number: number;
  /** Weight of one impact step, an integer. */
  readonly weight: number;
}

/** Receives rows that have a term. */
export interface RowSink {
  /** The rows that may be found; null = all rows. */
  readonly keep: RowSet | null;
  /** Receives the largest sums. */
  readonly best: TopK;
  /** If it is given, receives the rows that are found. */
  readonly found?: RowSet | undefined;
  /** Number of rows that were found. */
  matched: number;
}

/** If at most so many rows of a window may be found, as a share of its rows, their sums are looked up one by one. */
const FEW_ROWS = 1 / 16;
/** If at least so many may be found, the sums of the others are cleared one by one: mostly, these are deleted rows. */
const MOST_ROWS = 3 / 4;
/** Maximum number of sums that are selected at once. */
const BATCH = 1_024;

/** Memory for the sums of one window. */
function windowLayout(rowCount: number) {
  // Padded for the kernels.
  const rows = Math.min(WINDOW_ROWS, Math.ceil(rowCount / 4) * 4);
  return { sums: i32(rows), mask: u8(rows), places: u32(BATCH + 15), selected: i32(BATCH + 15) };
}

/** Sets the sums of rows that are not in a set to 0. The first is that of bit 0 of word `from`. */
function clearOthers(sums: Int32Array, keep: RowSet, from: number): void {
  for (let w = 0; 32 * w < sums.length; w++) {
    // The last word has bits beyond the sums, which are not stored.
    for (let word = ~keep[from + w]!; word !== 0; word &= word - 1) {
      sums[32 * w + 31 - Math.clz32(word & -word)] = 0;
    }
  }
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
   * @param sinks those of all rows first; each keeps a part of the rows of the one before it
   * @param first number of the segment's first row among those of `best`
   */
  collect(terms: readonly ScoredTerm[], sinks: readonly RowSink[], first: number): void {
    const { lists, windowIds, bytes } = this.lists;
    for (const { number } of terms) unpackList(this.lists, number);
    const next = terms.map(({ number }) => lists[number]!);
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
      for (const sink of sinks) this.#select(sums, sink, base, first);
      sums.fill(0);
    }
  }

  /** Gives the sums of a window to a sink. Those of rows that it does not keep may become 0. */
  #select(sums: Int32Array, sink: RowSink, base: number, first: number): void {
    const { keep, best, found } = sink;
    const [from, to] = [base / 32, Math.ceil((base + sums.length) / 32)];
    if (keep) {
      const count = countRows(keep, from, to);
      if (count === 0) return;
      if (count <= FEW_ROWS * sums.length) {
        this.#selectFew(sums, sink, keep, base, first);
        return;
      }
      if (count >= MOST_ROWS * sums.length) clearOthers(sums, keep, from);
      else {
        const mask = this.#window.mask.subarray(0, sums.length);
        spread(keep, mask, from);
        this.#kernels.maskI32(sums, mask);
      }
    }
    if (found) {
      for (let row = 0, w = from; row < sums.length; w++) {
        let word = 0;
        // No sum is negative.
        for (let bit = 0; bit < 32 && row < sums.length; bit++, row++) {
          word |= ((0 - sums[row]!) >>> 31) << bit;
        }
        found[w]! |= word;
      }
    }
    const { places, selected } = this.#window;
    for (let at = 0; at < sums.length; ) {
      const above = Math.max(0, best.lowest);
      const { count, nonzero, next } = this.#kernels.selectI32(sums, at, above, places, selected);
      sink.matched += nonzero;
      at = next;
      for (let i = 0; i < count; i++) best.push(first + base + places[i]!, selected[i]!);
    }
  }

  /** Gives the sums of a window to a sink that keeps few of its rows. */
  #selectFew(sums: Int32Array, sink: RowSink, keep: RowSet, base: number, first: number): void {
    const { best, found } = sink;
    const from = base / 32;
    for (let w = 0; 32 * w < sums.length; w++) {
      for (let word = keep[from + w]!; word !== 0; word &= word - 1) {
        const place = 32 * w + 31 - Math.clz32(word & -word);
        const sum = sums[place]!;
        if (sum === 0) continue;
        sink.matched++;
        if (found) found[from + w]! |= word & -word;
        if (sum >= best.lowest) best.push(first + base + place, sum);
      }
    }
  }
}
