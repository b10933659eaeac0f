import { KERNELS_WASM } from './kernels.wasm.ts';
import { createPlainKernels } from './plain.ts';

/**
 * Hot loops over arrays in one block of memory. All arrays passed to a kernel must come from the
 * same `Kernels` object (views of them are fine). Panels are row-major f32 whose width is a
 * multiple of four; see kernels.wat for each kernel.
 */
export interface Kernels {
  u32(length: number): Uint32Array;
  f32(length: number): Float32Array;
  f64(length: number): Float64Array;
  i8(length: number): Int8Array;
  i32(length: number): Int32Array;
  /** y += Σ values[i] · panel[indices[i]]. */
  gather(
    indices: Uint32Array,
    values: Float32Array,
    panel: Float32Array,
    width: number,
    y: Float32Array,
  ): void;
  /** panel[indices[i]] += values[i] · y. */
  scatter(
    indices: Uint32Array,
    values: Float32Array,
    panel: Float32Array,
    width: number,
    y: Float32Array,
  ): void;
  /** out += xᵀy; `half` leaves the entries left of the diagonal undefined. */
  addOuter(
    x: Float32Array,
    y: Float32Array,
    rows: number,
    width: number,
    out: Float64Array,
    wide: Float64Array,
    half: boolean,
  ): void;
  /** panel ← panel · matrix, in place; `half` = the matrix is upper triangular. */
  timesMatrix(
    panel: Float32Array,
    rows: number,
    width: number,
    matrix: Float64Array,
    wide: Float64Array,
    half: boolean,
  ): void;
  /** out[r] = query · rows[r], exact; the width is a multiple of 16. */
  dotRows(query: Int8Array, rows: Int8Array, count: number, width: number, out: Int32Array): void;
}

/** The next width all lanes are used at. */
export const laneWidth = (columns: number) => Math.max(4, Math.ceil(columns / 4) * 4);

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
  const [gather, scatter, addOuter] = [call('gather'), call('scatter'), call('addOuter')];
  const [timesMatrix, dotRows] = [call('timesMatrix'), call('dotRows')];
  return {
    u32: (length) => new Uint32Array(memory.buffer, take(length * 4), length),
    f32: (length) => new Float32Array(memory.buffer, take(length * 4), length),
    f64: (length) => new Float64Array(memory.buffer, take(length * 8), length),
    i8: (length) => new Int8Array(memory.buffer, take(length), length),
    i32: (length) => new Int32Array(memory.buffer, take(length * 4), length),
    gather: (indices, values, panel, width, y) =>
      gather(
        indices.byteOffset,
        values.byteOffset,
        indices.length,
        panel.byteOffset,
        width,
        y.byteOffset,
      ),
    scatter: (indices, values, panel, width, y) =>
      scatter(
        indices.byteOffset,
        values.byteOffset,
        indices.length,
        panel.byteOffset,
        width,
        y.byteOffset,
      ),
    addOuter: (x, y, rows, width, out, wide, half) =>
      addOuter(
        x.byteOffset,
        y.byteOffset,
        rows,
        width,
        out.byteOffset,
        wide.byteOffset,
        half ? -1 : 0,
      ),
    timesMatrix: (panel, rows, width, matrix, wide, half) =>
      timesMatrix(panel.byteOffset, rows, width, matrix.byteOffset, wide.byteOffset, half ? -1 : 0),
    dotRows: (query, rows, count, width, out) =>
      dotRows(query.byteOffset, rows.byteOffset, count, width, out.byteOffset),
  };
}
