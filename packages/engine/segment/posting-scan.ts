import type { Container } from '../file/container.ts';
import { type Arrays, i32, u8, u32 } from '../kernels/arena.ts';
import { createScanKernels } from '../kernels/scan.ts';
import type { ScanKernels } from '../kernels/scan-kernels.ts';
import { type ScoredRows, TopK } from '../top-k.ts';
import { type SegmentFacts, WINDOW_ROWS } from './format.ts';
import {
  openPostings,
  POSTING_BYTES,
  type PostingLists,
  type PostingWindow,
  unpackList,
  windowOf,
} from './posting-lists.ts';
import { countRows, type RowSet, rowsIn } from './row-set.ts';

/** A query term in a segment. */
export interface ScoredTerm {
  /** Number in the segment's lexicon. */
  readonly number: number;
  /** Weight of one impact step, an integer. */
  readonly weight: number;
}

/** A list's postings of a window that are not added up yet. */
type UnreadPart = { -readonly [K in keyof PostingWindow]: PostingWindow[K] } & {
  readonly weight: number;
};

/** Sums are below 2^31, and counted by these of their bits. */
const COUNTED_BITS = 11;

/**
 * The k rows with the largest sums. Counts sums by their highest bits, so that what cannot be among them is known long before
 * `TopK` looks for the k-th.
 */
export class BestSums {
  readonly #best: TopK;
  readonly #counts = new Uint32Array(1 << COUNTED_BITS);
  /** The highest bits that k sums reach, and how many reach them. */
  #least = 0;
  #reaching = 0;

  constructor(k: number) {
    this.#best = new TopK(k);
  }

  /** Later rows with this sum or a lower one are not kept. Sums of 0 never are. */
  get lowest(): number {
    return Math.max(0, this.#best.lowest, this.#least * 2 ** (31 - COUNTED_BITS) - 1);
  }

  /** Adds a row. Rows ascend. */
  push(row: number, sum: number): void {
    const bits = sum >>> (31 - COUNTED_BITS);
    if (bits < this.#least) return;
    this.#best.push(row, sum);
    this.#counts[bits]!++;
    this.#reaching++;
    while (this.#reaching - this.#counts[this.#least]! >= this.#best.k) {
      this.#reaching -= this.#counts[this.#least++]!;
    }
  }

  /** The best rows in the order in which they were added. */
  added(): ScoredRows {
    return this.#best.added();
  }
}

/** Receives rows that have a term. */
export interface RowSink {
  /** The rows that may be found; null = all rows. */
  readonly keep: RowSet | null;
  /** How many these are, if it is known. */
  readonly count?: number | undefined;
  /** Receives the largest sums. */
  readonly best: BestSums;
  /** If it is given, receives the rows that are found. */
  readonly found?: RowSet | undefined;
  /** Number of rows that were found. */
  matched: number;
}

/** Few rows that a sink keeps. */
interface ListedRows {
  /** Ascending. */
  readonly rows: Uint32Array;
  /** Index of the first that no block has had yet. */
  at: number;
}

/** If at most so many rows of a segment may be found, as a share of its rows, their sums are looked up one by one. */
const FEW_ROWS = 1 / 32;
/** If at least so many may be found, the sums of the others are cleared one by one: mostly, these are deleted rows. */
const MOST_ROWS = 3 / 4;
/** Maximum number of sums that are selected at once. */
const BATCH = 256;

/** Rows whose sums are added up together: these stay in a fast cache. A part of a window. */
const BLOCK_ROWS = 16_384;
/** Kernels look at so many sums together. */
const LANES = 32;

const padded = (rows: number) => Math.ceil(rows / LANES) * LANES;

/** Memory for the sums of one block. */
function blockLayout(rowCount: number) {
  const rows = Math.min(BLOCK_ROWS, padded(rowCount));
  const selected = { places: u32(BATCH + 15), selected: i32(BATCH + 15) };
  return { sums: i32(rows), keep: u32(Math.ceil(rows / 32)), ...selected };
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

type Block = Arrays<ReturnType<typeof blockLayout>>;

/**
 * Posting lists in kernel memory. Impacts are added up exhaustively, block by block. For the queries of
 * this engine, especially long ones, this is faster than skipping algorithms (WAND, MaxScore).
 */
export class PostingScan {
  readonly lists: PostingLists;
  readonly #kernels: ScanKernels;
  readonly #rowCount: number;
  readonly #block: Block;

  private constructor(lists: PostingLists, kernels: ScanKernels, rowCount: number, block: Block) {
    this.lists = lists;
    this.#kernels = kernels;
    this.#rowCount = rowCount;
    this.#block = block;
  }

  /** Opens the postings of a segment without reading its lists. */
  static async open(
    file: Container,
    { postingCount, rowCount }: SegmentFacts,
  ): Promise<PostingScan> {
    const { kernels, arrays } = createScanKernels({
      postings: u8(POSTING_BYTES * postingCount),
      block: blockLayout(rowCount),
    });
    const lists = await openPostings(file, arrays.postings);
    return new PostingScan(lists, kernels, rowCount, arrays.block);
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
    const listed = sinks.map((sink) => this.#listed(sink));
    for (let base = 0, id = 0; base < this.#rowCount; base += WINDOW_ROWS, id++) {
      const length = Math.min(WINDOW_ROWS, this.#rowCount - base);
      const parts: UnreadPart[] = [];
      for (let t = 0; t < terms.length; t++) {
        const { number, weight } = terms[t]!;
        const w = next[t]!;
        if (w === lists[number + 1]! || windowIds[w] !== id) continue;
        next[t] = w + 1;
        parts.push({ ...windowOf(this.lists, number, w), weight });
      }
      for (let from = 0; from < length && parts.length > 0; from += BLOCK_ROWS) {
        const sums = this.#block.sums.subarray(0, padded(Math.min(BLOCK_ROWS, length - from)));
        let touched = 0;
        for (const part of parts) {
          const { rowsAt, impactsAt, count, weight } = part;
          const last = from + BLOCK_ROWS;
          const done = this.#kernels.accumulate(
            sums,
            bytes,
            rowsAt,
            impactsAt,
            count,
            weight,
            from,
            last,
          );
          part.rowsAt += 2 * done;
          part.impactsAt += done;
          part.count -= done;
          touched += done;
        }
        if (touched === 0) continue;
        for (const [i, sink] of sinks.entries()) {
          const few = listed[i];
          if (few) this.#selectListed(sums, sink, few, base + from, first);
          else this.#select(sums, sink, base + from, first);
        }
        sums.fill(0);
      }
    }
  }

  /** The rows that a sink keeps, if they are few. */
  #listed({ keep, count: known }: RowSink): ListedRows | undefined {
    if (!keep) return undefined;
    const count = known ?? countRows(keep);
    return count > FEW_ROWS * this.#rowCount ? undefined : { rows: rowsIn(keep, count), at: 0 };
  }

  /** Gives the sums of a block to a sink. Those of rows that it does not keep may become 0. */
  #select(sums: Int32Array, sink: RowSink, base: number, first: number): void {
    const { keep, best, found } = sink;
    const [from, to] = [base / 32, Math.ceil((base + sums.length) / 32)];
    if (keep) {
      const count = countRows(keep, from, to);
      if (count === 0) return;
      if (count >= MOST_ROWS * sums.length) clearOthers(sums, keep, from);
      else {
        this.#block.keep.set(keep.subarray(from, to));
        this.#kernels.mask(sums, this.#block.keep);
      }
    }
    if (found) {
      const set = this.#block.keep.subarray(0, to - from);
      this.#kernels.mark(sums, set);
      found.set(set, from);
    }
    const { places, selected } = this.#block;
    for (let at = 0; at < sums.length; ) {
      const { count, nonzero, next } = this.#kernels.selectI32(
        sums,
        at,
        best.lowest,
        places,
        selected,
      );
      sink.matched += nonzero;
      at = next;
      for (let i = 0; i < count; i++) best.push(first + base + places[i]!, selected[i]!);
    }
  }

  /** Gives the sums of a block to a sink that keeps few rows. */
  #selectListed(
    sums: Int32Array,
    sink: RowSink,
    listed: ListedRows,
    base: number,
    first: number,
  ): void {
    const { best, found } = sink;
    const { rows } = listed;
    let at = listed.at;
    while (at < rows.length && rows[at]! < base) at++;
    for (; at < rows.length && rows[at]! < base + sums.length; at++) {
      const row = rows[at]!;
      const sum = sums[row - base]!;
      if (sum === 0) continue;
      sink.matched++;
      if (found) found[row >>> 5]! |= 1 << (row & 31);
      if (sum > best.lowest) best.push(first + row, sum);
    }
    listed.at = at;
  }
}
