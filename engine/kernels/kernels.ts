import { KERNELS_WASM } from './kernels.wasm.ts';
import { BLOCK } from './panel.ts';
import { createPlainKernels } from './plain.ts';

/** A sparse matrix in compressed rows, its arrays in kernel memory. */
export interface SparseRows {
  /** Start of each row in `indices` and `values`; rows + 1 entries. */
  readonly starts: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: Float32Array;
}

/**
 * Hot loops over arrays in one block of memory. All arrays passed to a kernel must come from the
 * same `Kernels` object (views of them are fine). Panels are matrices of f32 in blocks of 32 columns,
 * see `panelIndex` in panel.ts; their width is a multiple of 32. kernels.wat describes each kernel.
 */
export interface Kernels {
  u32(length: number): Uint32Array;
  f32(length: number): Float32Array;
  f64(length: number): Float64Array;
  i8(length: number): Int8Array;
  i32(length: number): Int32Array;
  /** image = A · panel; the panel has `panelRows` rows, the image as many as A. */
  multiply(
    a: SparseRows,
    panel: Float32Array,
    panelRows: number,
    width: number,
    image: Float32Array,
  ): void;
  /** image = Aᵀ · A · panel, both of `rows` rows; `row` is room for 32 numbers. */
  multiplyGram(
    a: SparseRows,
    panel: Float32Array,
    rows: number,
    width: number,
    image: Float32Array,
    row: Float32Array,
  ): void;
  /**
   * out = xᵀ · y, width × width; `half` leaves the entries left of the diagonal undefined. `wide` is
   * room for 128 × width numbers.
   */
  inner(
    x: Float32Array,
    y: Float32Array,
    rows: number,
    width: number,
    half: boolean,
    out: Float64Array,
    wide: Float64Array,
  ): void;
  /**
   * out = x · m for panels of `rows` rows, a multiple of 4, and a square matrix packed by
   * `packSquare`; `half` = m is upper triangular.
   */
  times(
    x: Float32Array,
    rows: number,
    width: number,
    m: Float32Array,
    half: boolean,
    out: Float32Array,
  ): void;
  /** out[r] = query · rows[r], exact; the width is a multiple of 16. */
  dotRows(query: Int8Array, rows: Int8Array, count: number, width: number, out: Int32Array): void;
}

const PAGE_BYTES = 65_536;
type KernelFunction = (...pointers: number[]) => void;

let compiled: WebAssembly.Module | null | undefined;

/** The compiled module, or null where WebAssembly SIMD is missing. */
function kernelModule(): WebAssembly.Module | null {
  if (compiled === undefined) {
    const bytes = Buffer.from(KERNELS_WASM, 'base64');
    compiled = WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null;
  }
  return compiled;
}

/**
 * Kernels with memory of their own.
 * @param sizeBytes room for all arrays together, 16 bytes of alignment each included
 */
export function createKernels(sizeBytes: number): Kernels {
  const module = kernelModule();
  if (!module) return createPlainKernels();
  const { exports } = new WebAssembly.Instance(module);
  const memory = exports.memory as WebAssembly.Memory;
  memory.grow(Math.ceil((sizeBytes + 1024) / PAGE_BYTES));
  let next = 16;
  const take = (bytes: number) => {
    const at = next;
    next = at + Math.ceil(bytes / 16) * 16;
    if (next > memory.buffer.byteLength) throw new RangeError('the kernel memory is too small');
    return at;
  };
  const call = (name: string) => exports[name] as KernelFunction;
  const [multiply, multiplyGram] = [call('multiply'), call('multiplyGram')];
  const [inner, times, dotRows] = [call('inner'), call('times'), call('dotRows')];
  return {
    u32: (length) => new Uint32Array(memory.buffer, take(length * 4), length),
    f32: (length) => new Float32Array(memory.buffer, take(length * 4), length),
    f64: (length) => new Float64Array(memory.buffer, take(length * 8), length),
    i8: (length) => new Int8Array(memory.buffer, take(length), length),
    i32: (length) => new Int32Array(memory.buffer, take(length * 4), length),
    multiply({ starts, indices, values }, panel, panelRows, width, image) {
      const rows = starts.length - 1;
      for (let block = 0; block < width / BLOCK; block++) {
        multiply(
          starts.byteOffset,
          rows,
          indices.byteOffset,
          values.byteOffset,
          panel.byteOffset + block * panelRows * BLOCK * 4,
          image.byteOffset + block * rows * BLOCK * 4,
        );
      }
    },
    multiplyGram({ starts, indices, values }, panel, rows, width, image, row) {
      image.fill(0);
      for (let block = 0; block < width / BLOCK; block++) {
        multiplyGram(
          starts.byteOffset,
          starts.length - 1,
          indices.byteOffset,
          values.byteOffset,
          panel.byteOffset + block * rows * BLOCK * 4,
          image.byteOffset + block * rows * BLOCK * 4,
          row.byteOffset,
        );
      }
    },
    inner: (x, y, rows, width, half, out, wide) =>
      inner(
        x.byteOffset,
        y.byteOffset,
        rows,
        width,
        0,
        width,
        half ? -1 : 0,
        out.byteOffset,
        wide.byteOffset,
      ),
    times(x, rows, width, m, half, out) {
      out.fill(0);
      times(x.byteOffset, rows, width, 0, rows, half ? -1 : 0, m.byteOffset, out.byteOffset);
    },
    dotRows: (query, rows, count, width, out) =>
      dotRows(query.byteOffset, rows.byteOffset, count, width, out.byteOffset),
  };
}
