import { createScanKernels, type RowScanArrays, type ScanKernels } from '../kernels/scan.ts';

/** Rows as sequences of term numbers. */
export interface ForwardRows {
  /** Varint term numbers + 1, each field ended by 0. */
  readonly bytes: Uint8Array;
  /** Start of each row; rows + 1 entries. */
  readonly offsets: Uint32Array;
  /** Model term of each segment term, NO_TERM when unknown. */
  readonly modelTerms: Uint32Array;
  readonly associationNorms: Float32Array;
}

/** What a pass over rows looks for. */
export interface RowQuestion {
  /** Segment term of each place in the query, -1 where there is none. */
  readonly terms: ArrayLike<number>;
  /** Pairs of places. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Place of the title among the fields, -1 where there is none. */
  readonly titleField: number;
}

/** What a pass over rows found; entry i belongs to the i-th row. */
export interface RowFindings {
  /** Terms of the row. */
  readonly lengths: Uint32Array;
  /** Sum of the terms' nearness. */
  readonly nearness: Float64Array;
  /** Share of the title's idf that the query names. */
  readonly titleCovers: Float64Array;
  /** Row, pair, frequency: three numbers for each pair that a row has. */
  readonly pairEvents: Uint32Array;
}

/** Takes the findings of some of the rows, from the `first` on; they are valid until it returns. */
export type FindingsSink = (first: number, findings: RowFindings) => void;

/** Rows that are scanned in one go. */
const BATCH_ROWS = 1_024;
/** Distinct terms and pairs of the longest query: far above any set of claims. */
export const MAX_PLACES = 10_000;
export const MAX_PAIRS = 30_000;
/** Pairs found in the rows of one go; a row alone may have them all. */
const EVENTS = 1 << 16;
const LAST_STAMP = 255;
/** Behind the last term of any row. */
const END = 0xffff_ffff;

/** Rows of a segment in kernel memory, to be read term by term. */
export class ForwardScan {
  readonly rows: ForwardRows;
  /** Nearness of each term to the query; only what was written since `distinctTerms` is of use. */
  readonly nearness: Float32Array;
  readonly #kernels: ScanKernels;
  readonly #arrays: RowScanArrays;
  readonly #marks: Uint8Array;
  readonly #distinct: Uint32Array;
  readonly #list: Uint32Array;
  readonly #idf: () => Float32Array;
  #stamp = 0;

  /**
   * Copies the rows.
   * @param idfOf idf of a term; asked for all terms when a title is scanned first
   */
  constructor(rows: ForwardRows, idfOf: (term: number) => number) {
    const terms = rows.modelTerms.length;
    const kernels = createScanKernels(
      rows.bytes.length +
        4 * rows.offsets.length +
        15 * terms +
        4 * MAX_PLACES +
        12 * MAX_PAIRS +
        24 * BATCH_ROWS +
        12 * EVENTS +
        1024,
    );
    this.#kernels = kernels;
    const bytes = kernels.u8(rows.bytes.length);
    const offsets = kernels.u32(rows.offsets.length);
    bytes.set(rows.bytes);
    offsets.set(rows.offsets);
    this.rows = { ...rows, bytes, offsets };
    this.nearness = kernels.f32(terms);
    const idf = kernels.f32(terms);
    let known = false;
    this.#idf = () => {
      for (let t = 0; !known && t < terms; t++) idf[t] = idfOf(t);
      known = true;
      return idf;
    };
    this.#arrays = {
      bytes,
      offsets,
      nearness: this.nearness,
      idf,
      titleField: -1,
      places: kernels.u16(terms),
      pairStarts: kernels.u32(MAX_PLACES + 1),
      pairSeconds: kernels.u32(MAX_PAIRS),
      pairCounts: kernels.u32(MAX_PAIRS),
      touched: kernels.u32(MAX_PAIRS),
      lengths: kernels.u32(BATCH_ROWS),
      sums: kernels.f64(BATCH_ROWS),
      covers: kernels.f64(BATCH_ROWS),
      events: kernels.u32(3 * EVENTS),
    };
    this.#marks = kernels.u8(terms + 1);
    this.#distinct = kernels.u32(terms);
    this.#list = kernels.u32(BATCH_ROWS);
  }

  /** The distinct terms of some rows; valid until the next call. */
  distinctTerms(rows: Uint32Array): Uint32Array {
    if (this.#stamp === LAST_STAMP) {
      this.#marks.fill(0);
      this.#stamp = 0;
    }
    this.#stamp++;
    let count = 0;
    for (let from = 0; from < rows.length; from += BATCH_ROWS) {
      const batch = rows.subarray(from, from + BATCH_ROWS);
      this.#list.set(batch);
      count += this.#kernels.distinctTerms(
        this.#arrays,
        this.#list.subarray(0, batch.length),
        this.#marks,
        this.#stamp,
        this.#distinct.subarray(count),
      );
    }
    return this.#distinct.subarray(0, count);
  }

  /**
   * Scans rows for a query; the nearness of all their terms must have been written.
   * @param from only the terms from this one on count …
   * @param to … to this one, fields not counted
   */
  scan(
    rows: Uint32Array,
    question: RowQuestion,
    sink: FindingsSink,
    from = 0,
    to: number = END,
  ): void {
    const { terms, titleField } = question;
    const { places } = this.#arrays;
    const arrays = { ...this.#arrays, titleField };
    if (titleField >= 0) this.#idf();
    for (let i = 0; i < terms.length; i++) if (terms[i]! >= 0) places[terms[i]!] = i + 1;
    const pairs = this.#setPairs(question);
    for (let first = 0; first < rows.length; ) {
      const batch = rows.subarray(first, first + BATCH_ROWS);
      this.#list.set(batch);
      const done = this.#kernels.scanRows(arrays, this.#list.subarray(0, batch.length), from, to);
      const pairEvents = arrays.events.subarray(0, 3 * done.events);
      for (let e = 1; e < pairEvents.length; e += 3) pairEvents[e] = pairs[pairEvents[e]!]!;
      sink(first, {
        lengths: arrays.lengths.subarray(0, done.rows),
        nearness: arrays.sums.subarray(0, done.rows),
        titleCovers: arrays.covers.subarray(0, done.rows),
        pairEvents,
      });
      first += done.rows;
    }
    for (let i = 0; i < terms.length; i++) if (terms[i]! >= 0) places[terms[i]!] = 0;
  }

  /** Sorts the pairs by their first place; returns where each one stood. */
  #setPairs({ terms, pairs }: RowQuestion): Uint32Array {
    const { pairStarts, pairSeconds } = this.#arrays;
    pairStarts.fill(0, 0, terms.length + 1);
    for (const [a] of pairs) pairStarts[a + 1]!++;
    for (let i = 0; i < terms.length; i++) pairStarts[i + 1]! += pairStarts[i]!;
    const next = pairStarts.slice(0, terms.length);
    const order = new Uint32Array(pairs.length);
    pairs.forEach(([a, b], p) => {
      const at = next[a]!++;
      pairSeconds[at] = b + 1;
      order[at] = p;
    });
    return order;
  }
}
