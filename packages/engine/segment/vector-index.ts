import type { QuantizedRows } from '../concept/quantize.ts';
import { i8, i16, i32, u8, u16, u32 } from '../kernels/arena.ts';
import { createScanKernels } from '../kernels/scan.ts';
import type { ScanKernels } from '../kernels/scan-kernels.ts';
import { FEW_ROWS } from '../ranking-constants.ts';
import { type ScoredRows, TopK } from '../top-k.ts';
import type { QueryVector } from './query-vector.ts';
import { countRows, type RowSet, rowsIn } from './row-set.ts';
import {
  LARGEST_ENTRY,
  nibbleTables,
  type SignEstimator,
  signEstimator,
  type TableScale,
} from './sign-estimate.ts';

/** Rows compared by one kernel call. */
const BATCH_ROWS = 256;
/** Maximum number of rows selected by estimate at once. */
const MAX_SELECTED = 1 << 15;
/** The one-bit codes are transposed in groups of this many rows. */
const GROUP_ROWS = 32;
/** Below this share of eligible rows, comparing them directly is faster than scanning codes. Few rows are always compared. */
const DENSE_SHARE = 1 / 24;
/** Number of estimates sampled to guess a threshold. */
const SAMPLED_ROWS = 1 << 15;
/** Rows compared in the first round, as a multiple of the wanted number. */
const FIRST_ROUND_FACTOR = 8;
/** Rows whose estimates reach a guess, as a multiple of the wanted number. */
const GUESSED_FACTOR = 2;
/** A row is compared if its estimate plus this many standard errors reaches the threshold. */
const STANDARD_ERRORS = 1.9;

function everyRow(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}

/**
 * Unit vectors in kernel memory with eight bits per entry. A search first scans one-bit codes (signs after
 * a rotation: Charikar 2002, with the estimator of RaBitQ, Gao and Long 2024) and then compares the
 * promising rows. It scans all codes: there are no clusters to tune, and filters cost nothing.
 */
export class VectorIndex {
  readonly #kernels: ScanKernels;
  readonly #count: number;
  /** Number of entries of a stored row. */
  readonly width: number;
  /** Entries of all rows, row-major. Those that are read must be in memory, for `nearest` all of them. */
  readonly values: Int8Array;
  readonly scales: Float32Array;
  readonly #query: Int16Array;
  readonly #list: Uint32Array;
  readonly #selected: Uint32Array;
  readonly #dots: Int32Array;
  /** One-bit codes of all rows. */
  readonly codes: Uint8Array;
  readonly #tables: Uint8Array;
  readonly #estimates: Uint16Array;
  readonly #eligible: RowSet;
  #estimator: SignEstimator | null = null;

  /**
   * @param width number of entries of a row
   * @param scales scale of each row, filled like `values`
   */
  constructor(width: number, scales: Float32Array) {
    this.#count = scales.length;
    this.width = width;
    const padded = Math.ceil(this.#count / GROUP_ROWS) * GROUP_ROWS;
    const { kernels, arrays } = createScanKernels({
      values: i8(this.#count * width),
      codes: u8((padded * width) / 8),
      estimates: u16(padded),
      eligible: u32(padded / 32),
      list: u32(BATCH_ROWS),
      selected: u32(MAX_SELECTED + 7),
      dots: i32(BATCH_ROWS),
      query: i16(width),
      tables: u8(4 * width),
    });
    this.#kernels = kernels;
    this.values = arrays.values;
    this.codes = arrays.codes;
    this.#estimates = arrays.estimates;
    this.#eligible = arrays.eligible;
    this.#list = arrays.list;
    this.#selected = arrays.selected;
    this.#dots = arrays.dots;
    this.#query = arrays.query;
    this.#tables = arrays.tables;
    this.scales = scales;
  }

  /** Copies rows written by `VectorWriter`. */
  static of({ width, values, scales }: QuantizedRows): VectorIndex {
    const index = new VectorIndex(width, scales);
    index.values.set(values);
    return index;
  }

  /** Inner products of a vector with rows `from` to before `to` of a list, at the same places of `out`. */
  scores(
    query: QueryVector,
    rows: Uint32Array,
    out: Float64Array,
    from = 0,
    to = rows.length,
  ): void {
    this.#query.set(query.steps);
    for (; from < to; from += BATCH_ROWS) {
      this.#dot(query, rows, from, Math.min(to, from + BATCH_ROWS), out, from);
    }
  }

  /** Inner products of the vector in `#query` with at most `BATCH_ROWS` rows of a list, from index `at` of `out` on. */
  #dot(
    { step }: QueryVector,
    rows: Uint32Array,
    from: number,
    to: number,
    out: Float64Array,
    at = 0,
  ): void {
    // Views of parts of the arrays would take longer to make than these loops over few rows.
    const count = to - from;
    for (let i = 0; i < count; i++) this.#list[i] = rows[from + i]!;
    this.#kernels.dotsAt(this.#query, this.values, this.#list, count, this.#dots);
    for (let i = 0; i < count; i++) {
      out[at + i] = this.#dots[i]! * this.scales[rows[from + i]!]! * step;
    }
  }

  /** A row as a query vector. */
  at(row: number): QueryVector {
    const values = this.values.subarray(row * this.width, (row + 1) * this.width);
    const step = this.scales[row]!;
    const rotated = new Float32Array(this.width);
    for (let j = 0; j < this.width; j++) rotated[j] = values[j]! * step;
    return { rotated, steps: new Int16Array(values), step };
  }

  /** Adds a weighted row to a rotated vector. */
  addRow(to: Float32Array, row: number, weight: number): void {
    const factor = weight * this.scales[row]!;
    const base = row * this.width;
    for (let j = 0; j < this.width; j++) to[j]! += factor * this.values[base + j]!;
  }

  /**
   * The rows nearest to a vector. Among more than `FEW_ROWS` approximate: finds about 99 of 100 truly nearest rows. Their
   * scores are exact apart from the 8-bit quantisation.
   * @param eligible the rows that may be found; null = all rows
   * @param floor rows with a lower score are ignored, which makes the search faster
   */
  nearest(query: QueryVector, limit: number, eligible: RowSet | null, floor?: number): ScoredRows {
    const best = new TopK(Math.min(limit, this.#count), floor);
    this.collect(query, best, eligible);
    return best.ranked();
  }

  /** Adds the rows nearest to a vector to the best rows; see `nearest`. */
  collect(query: QueryVector, best: TopK, eligible: RowSet | null): void {
    const few = Math.max(FEW_ROWS, Math.floor(this.#count * DENSE_SHARE));
    const rows = eligible && countRows(eligible) <= few ? rowsIn(eligible) : null;
    this.#query.set(query.steps);
    if (rows) this.#compareAll(query, best, rows);
    else if (this.#count <= few) this.#compareAll(query, best, everyRow(this.#count));
    else this.#compareByEstimate(query, best, eligible);
  }

  /** The rows nearest to a vector by comparing all rows: the reference for `nearest`. */
  nearestOfAll(query: QueryVector, limit: number): ScoredRows {
    const best = new TopK(Math.min(limit, this.#count));
    this.#query.set(query.steps);
    this.#compareAll(query, best, everyRow(this.#count));
    return best.ranked();
  }

  #compareAll(query: QueryVector, best: TopK, rows: Uint32Array): void {
    const scores = new Float64Array(BATCH_ROWS);
    for (let from = 0; from < rows.length; from += BATCH_ROWS) {
      const to = Math.min(rows.length, from + BATCH_ROWS);
      this.#dot(query, rows, from, to, scores);
      for (let i = from; i < to; i++) best.push(rows[i]!, scores[i - from]!);
    }
  }

  /** Estimates the inner products of a vector with all rows; those of other rows than eligible ones are 0. */
  #estimate(query: QueryVector, eligible: RowSet | null): TableScale {
    const tables = nibbleTables(query.rotated, this.#tables);
    this.#kernels.scanCodes(this.codes, this.width / 8, this.#tables, this.#estimates);
    this.#estimates.fill(0, this.#count);
    if (eligible) {
      this.#eligible.set(eligible);
      this.#kernels.mask(this.#estimates, this.#eligible);
    }
    return tables;
  }

  /**
   * The rows nearest to a vector by their codes alone, with their estimates. Of equal ones the first rows are found.
   * @param minimum rows that are estimated below this score are ignored
   */
  nearestByCodes(query: QueryVector, limit: number, eligible: RowSet, minimum: number): ScoredRows {
    const estimator = this.encode();
    const { entryOf } = this.#estimate(query, eligible);
    const lowest = Math.max(1, minimum > -1 ? entryOf(minimum, 0, estimator) : 1);
    // Nearly always, enough rows reach a guess, and few of the others do.
    const guess = this.#guessMinEstimate(limit * GUESSED_FACTOR);
    const found = this.#bestEstimates(limit, Math.max(lowest, guess));
    return found.rows.length < limit && guess > lowest ? this.#bestEstimates(limit, lowest) : found;
  }

  /** The rows with the highest estimates, from a lowest one on. */
  #bestEstimates(limit: number, lowest: number): ScoredRows {
    const best = new TopK(Math.min(limit, this.#count));
    for (const rows of this.#reaching(lowest)) {
      for (const row of rows) best.push(row, this.#estimates[row]!);
    }
    return best.added();
  }

  /** The rows whose estimates reach a lowest one, some at a time. */
  *#reaching(lowest: number): Generator<Uint32Array> {
    for (let from = 0; from < this.#estimates.length; ) {
      const found = this.#kernels.selectU16(this.#estimates, from, lowest, this.#selected);
      from = found.next;
      yield this.#selected.subarray(0, found.count);
    }
  }

  #compareByEstimate(query: QueryVector, best: TopK, eligible: RowSet | null): void {
    const estimator = this.encode();
    const tables = this.#estimate(query, eligible);
    const lowest = () => Math.max(1, tables.entryOf(best.lowest, STANDARD_ERRORS, estimator));
    // Comparing the best estimates first gives a high threshold, which few other rows can pass.
    const guess = Math.max(lowest(), this.#guessMinEstimate(best.k * FIRST_ROUND_FACTOR));
    for (const rows of this.#reaching(guess)) this.#compareAll(query, best, rows);
    best.tighten();
    for (const rows of this.#reaching(lowest())) {
      const others = rows.filter((row) => this.#estimates[row]! < guess);
      this.#compareAll(query, best, others);
    }
  }

  /** An estimate that about `rows` rows reach, guessed from a sample. */
  #guessMinEstimate(rows: number): number {
    const stride = Math.max(1, Math.floor(this.#count / SAMPLED_ROWS));
    const histogram = new Uint32Array((this.width / 4) * LARGEST_ENTRY + 2);
    let sampled = 0;
    for (let r = 0; r < this.#count; r += stride, sampled++) histogram[this.#estimates[r]!]!++;
    const wanted = (rows * sampled) / this.#count;
    let minimum = histogram.length;
    for (let above = 0; minimum > 1 && above < wanted; ) above += histogram[--minimum]!;
    return minimum;
  }

  /** Declares that `codes` are in memory. */
  setNorm(norm: number): void {
    this.#estimator = { norm, width: this.width };
  }

  /** Creates the one-bit codes if they do not exist yet. */
  encode(): SignEstimator {
    if (!this.#estimator) {
      this.#kernels.signCodes(this.values, this.width, this.codes);
      this.#estimator = signEstimator(this.values, this.scales, this.width);
    }
    return this.#estimator;
  }
}
