import { SCAN_WASM, SCAN_WASM_RELAXED } from './scan.wasm.ts';
import { createPlainScanKernels } from './scan-plain.ts';

/**
 * Hot loops of the query path over arrays in one block of memory. All arrays passed to a kernel must be
 * allocated by the same object (views of them are fine). scan.wat describes each kernel.
 */
export interface ScanKernels {
  u8(length: number): Uint8Array;
  i8(length: number): Int8Array;
  u16(length: number): Uint16Array;
  i16(length: number): Int16Array;
  u32(length: number): Uint32Array;
  i32(length: number): Int32Array;
  f32(length: number): Float32Array;
  f64(length: number): Float64Array;
  /** Rotates rows of `width` in place; see `rotation`. */
  rotate(rows: Float32Array, width: number, size: number, factors: Float32Array): void;
  /** Quantises rows to eight bits, each by its largest entry. `scales` receives the value of one step. */
  quantize(rows: Float32Array, width: number, to: Int8Array, scales: Float32Array): void;
  /** Packs the signs of 8-bit rows into bits, transposed in groups of 32 rows. */
  signCodes(values: Int8Array, width: number, codes: Uint8Array): void;
  /** out[r] = 1 + the sum of the table entries selected by the nibbles of code r, in groups of 32 codes. */
  scanCodes(codes: Uint8Array, positions: number, tables: Uint8Array, out: Uint16Array): void;
  /** Sets values to 0 where the mask is 0; the length is a multiple of 8. */
  maskU16(values: Uint16Array, mask: Uint8Array): void;
  /**
   * Writes the indices of values that are at least `least`, starting at `from` (a multiple of 8), until
   * `out` is nearly full or the values end.
   */
  selectU16(values: Uint16Array, from: number, least: number, out: Uint32Array): Selection;
  /** out[i] = query · rows[list[i]], exact. The width is a multiple of 16. */
  dotsAt(query: Int16Array, rows: Int8Array, list: Uint32Array, out: Int32Array): void;
  /**
   * out[i] = low[i] + 256 · high[i]. All arrays have the same length; `low` may be the second half of the
   * memory of `out`.
   */
  joinBytes(low: Uint8Array, high: Uint8Array, out: Uint16Array): void;
  /** sums[rows[i]] += impacts[i] · weight for from ≤ i < to. */
  accumulate(
    sums: Int32Array,
    rows: Uint16Array,
    impacts: Uint8Array,
    from: number,
    to: number,
    weight: number,
  ): void;
  /** Sets sums to 0 where the mask is 0; the length is a multiple of 4. */
  maskI32(sums: Int32Array, mask: Uint8Array): void;
  /** Number of sums that are not 0. The length is a multiple of 4. */
  countNonzero(sums: Int32Array): number;
  /**
   * Writes the indices and values of sums greater than `above`, starting at `from` (a multiple of 4), until
   * the outputs are nearly full or the sums end.
   */
  selectI32(
    sums: Int32Array,
    from: number,
    above: number,
    places: Uint32Array,
    out: Int32Array,
  ): Selection;
  /**
   * Scans the terms of the listed rows in one pass, using only the terms from `from` to `to` of each row.
   * Stops early when the events might not fit.
   */
  scanRows(
    scan: RowScanArrays,
    list: Uint32Array,
    from: number,
    to: number,
  ): { rows: number; events: number };
  /** out += Σ weights[i] · panel[i], row-major. The width, the length of `out`, is a multiple of 4. */
  addRows(weights: Float32Array, panel: Float32Array, out: Float32Array): void;
}

/** The number of selected indices, and the index at which to continue. */
export interface Selection {
  readonly count: number;
  readonly next: number;
}

/** Input and output arrays of `scanRows`. */
export interface RowScanArrays {
  /** Rows as encoded term numbers + 1, with 0 at the end of each field; see file/term-code.ts. */
  readonly bytes: Uint8Array;
  /** `CODE_BASES` of file/term-code.ts. */
  readonly codeBases: Uint32Array;
  /** Start of each row; rows + 1 entries. */
  readonly offsets: Uint32Array;
  /**
   * For each code: (position of the term in the query + 1, or 0) × 65,536 + number of its association
   * vector. Code 0, the end of a field, has `FIELD_END`.
   */
  readonly terms: Uint32Array;
  /** Inverse document frequency of each term; only read for the title field. */
  readonly idf: Float32Array;
  readonly titleField: number;
  /** For each association vector: factor × inner product with the query; NaN = not computed yet. */
  readonly nearness: Float32Array;
  readonly factors: Float32Array;
  /** Association vectors, padded to the width of the query. */
  readonly vectors: Int8Array;
  readonly query: Int16Array;
  /** First pair of each query position, by the pair's first term, and the end. */
  readonly pairStarts: Uint32Array;
  /** Position + 1 of the second term of each pair. */
  readonly pairSeconds: Uint32Array;
  /** A counter for each pair, all 0 between calls. */
  readonly pairCounts: Uint32Array;
  /** Scratch: one entry for each pair. */
  readonly touched: Uint32Array;
  /** Output: number of terms of each listed row. */
  readonly lengths: Uint32Array;
  /** Output: sum of the nearness of each listed row's terms. */
  readonly sums: Float64Array;
  /** Output: share of the title's idf that the query covers. */
  readonly covers: Float64Array;
  /** Scratch: at least as many entries as the longest row has bytes. */
  readonly numbers: Uint16Array;
  /** Scratch: one entry more than there are association vectors. */
  readonly fresh: Uint32Array;
  /** Output: index in the list, pair and frequency for each pair found. Must have space for every pair. */
  readonly events: Uint32Array;
}

const PAGE_BYTES = 65_536;
/** Marks the end of a field in `RowScanArrays.terms`. */
export const FIELD_END = 0xffff_0000;

let compiled: WebAssembly.Module | null | undefined;

/** The best compiled module that this machine supports, or null without SIMD. */
function scanModule(): WebAssembly.Module | null {
  if (compiled === undefined) {
    const forms = [SCAN_WASM_RELAXED, SCAN_WASM].map((text) => Buffer.from(text, 'base64'));
    const best = forms.find((bytes) => WebAssembly.validate(bytes));
    compiled = best ? new WebAssembly.Module(best) : null;
  }
  return compiled;
}

type KernelFunction = (...pointers: number[]) => number;

/**
 * Creates kernels with their own memory.
 * @param sizeBytes memory for all arrays, including 16 bytes of alignment each
 */
export function createScanKernels(sizeBytes: number): ScanKernels {
  const module = scanModule();
  if (!module) return createPlainScanKernels();
  const { exports } = new WebAssembly.Instance(module);
  const memory = exports.memory as WebAssembly.Memory;
  memory.grow(Math.ceil((sizeBytes + 1024) / PAGE_BYTES));
  const { buffer } = memory;
  let next = 16;
  const take = (bytes: number) => {
    const at = next;
    next = at + Math.ceil(bytes / 16) * 16;
    if (next > buffer.byteLength) throw new RangeError('the kernel memory is too small');
    return at;
  };
  const call = (name: string) => exports[name] as KernelFunction;
  const [rotate, quantize, signCodes] = [call('rotate'), call('quantize'), call('signCodes')];
  const [scanCodes, maskU16, selectU16] = [call('scanCodes'), call('maskU16'), call('selectU16')];
  const [dotsAt, accumulate, maskI32] = [call('dotsAt'), call('accumulate'), call('maskI32')];
  const [countNonzero, selectI32] = [call('countNonzero'), call('selectI32')];
  const [scanRows, addRows, joinBytes] = [call('scanRows'), call('addRows'), call('joinBytes')];
  const block = new Uint32Array(buffer, take(104), 26);
  const found = new Uint32Array(buffer, take(4), 1);
  return {
    u8: (length) => new Uint8Array(buffer, take(length), length),
    i8: (length) => new Int8Array(buffer, take(length), length),
    u16: (length) => new Uint16Array(buffer, take(length * 2), length),
    i16: (length) => new Int16Array(buffer, take(length * 2), length),
    u32: (length) => new Uint32Array(buffer, take(length * 4), length),
    i32: (length) => new Int32Array(buffer, take(length * 4), length),
    f32: (length) => new Float32Array(buffer, take(length * 4), length),
    f64: (length) => new Float64Array(buffer, take(length * 8), length),
    rotate: (rows, width, size, factors) =>
      rotate(rows.byteOffset, rows.length / width, width, size, factors.byteOffset),
    quantize: (rows, width, to, scales) =>
      quantize(rows.byteOffset, rows.length / width, width, to.byteOffset, scales.byteOffset),
    signCodes: (values, width, codes) =>
      signCodes(values.byteOffset, values.length / width, width, codes.byteOffset),
    scanCodes: (codes, positions, tables, out) =>
      scanCodes(
        codes.byteOffset,
        codes.length / (32 * positions),
        positions,
        tables.byteOffset,
        out.byteOffset,
      ),
    maskU16: (values, mask) => maskU16(values.byteOffset, mask.byteOffset, values.length),
    selectU16: (values, from, least, out) => {
      const to = selectU16(
        values.byteOffset,
        from,
        values.length,
        least,
        out.byteOffset,
        out.length - 7,
        found.byteOffset,
      );
      return { count: found[0]!, next: to };
    },
    dotsAt: (query, rows, list, out) =>
      dotsAt(
        query.byteOffset,
        rows.byteOffset,
        query.length,
        list.byteOffset,
        list.length,
        out.byteOffset,
      ),
    joinBytes: (low, high, out) =>
      joinBytes(low.byteOffset, high.byteOffset, out.byteOffset, out.length),
    accumulate: (sums, rows, impacts, from, to, weight) =>
      accumulate(
        sums.byteOffset,
        rows.byteOffset + from * 2,
        impacts.byteOffset + from,
        to - from,
        weight,
      ),
    maskI32: (sums, mask) => maskI32(sums.byteOffset, mask.byteOffset, sums.length),
    countNonzero: (sums) => countNonzero(sums.byteOffset, sums.length),
    selectI32: (sums, from, above, places, out) => {
      const to = selectI32(
        sums.byteOffset,
        from,
        sums.length,
        above,
        places.byteOffset,
        out.byteOffset,
        out.length - 3,
        found.byteOffset,
      );
      return { count: found[0]!, next: to };
    },
    scanRows: (scan, list, from, to) => {
      block[0] = scan.bytes.byteOffset;
      block[1] = scan.offsets.byteOffset;
      block[2] = scan.terms.byteOffset;
      block[3] = scan.idf.byteOffset;
      block[4] = scan.titleField;
      block[5] = scan.nearness.byteOffset;
      block[6] = scan.factors.byteOffset;
      block[7] = scan.vectors.byteOffset;
      block[8] = scan.query.length;
      block[9] = scan.query.byteOffset;
      block[10] = scan.pairStarts.byteOffset;
      block[11] = scan.pairSeconds.byteOffset;
      block[12] = scan.pairCounts.byteOffset;
      block[13] = scan.touched.byteOffset;
      block[14] = scan.lengths.byteOffset;
      block[15] = scan.sums.byteOffset;
      block[16] = scan.covers.byteOffset;
      block[17] = scan.events.byteOffset;
      block[18] = Math.floor(scan.events.length / 3);
      block[20] = scan.codeBases.byteOffset;
      block[21] = scan.numbers.byteOffset;
      block[22] = scan.numbers.length;
      block[23] = scan.fresh.byteOffset;
      const rows = scanRows(block.byteOffset, list.byteOffset, list.length, from, to);
      return { rows, events: block[19]! };
    },
    addRows: (weights, panel, out) =>
      addRows(weights.byteOffset, weights.length, panel.byteOffset, out.length, out.byteOffset),
  };
}
