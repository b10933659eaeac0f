import { SCAN_WASM, SCAN_WASM_RELAXED } from './scan.wasm.ts';
import type { ScanKernels } from './scan-kernels.ts';
import { createPlainScanKernels } from './scan-plain.ts';

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
  const [scanRows, addRows] = [call('scanRows'), call('addRows')];
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
    accumulate: (sums, bytes, rowsAt, impactsAt, count, weight) =>
      accumulate(
        sums.byteOffset,
        bytes.byteOffset + rowsAt,
        bytes.byteOffset + impactsAt,
        count,
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
