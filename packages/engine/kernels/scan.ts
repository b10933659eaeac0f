import { inflateRawSync } from 'node:zlib';
import { arraysIn, type Layout, sizeOf, u32 } from './arena.ts';
import { compileBest } from './compile-best.ts';
import { RELAXED_BYTES, SCAN_WASM } from './scan.wasm.ts';
import type { RowScanArrays, ScanKernels, ScanMemory } from './scan-kernels.ts';
import { OCCURRENCE, PAIR_EVENT, ROW_SCAN } from './structures.ts';

const PAGE_BYTES = 65_536;
/** Marks the end of a field in `RowScanArrays.terms`. */
export const FIELD_END = 0xffff_0000;

let compiled: WebAssembly.Module | undefined;

function compileScan(): WebAssembly.Module {
  const both = inflateRawSync(Buffer.from(SCAN_WASM, 'base64'));
  return compileBest([both.subarray(0, RELAXED_BYTES), both.subarray(RELAXED_BYTES)]);
}

/** Runs a kernel of an instance. It is given the addresses of arrays. */
type Run = (kernel: string, ...parameters: (number | ArrayBufferView)[]) => number;

/** Arrays of the kernels themselves, besides those of their callers. */
const OWN = { block: u32(ROW_SCAN.length), found: u32(2) };
/** Kernels read whole vectors, also at the end of the last array. */
const READ_AHEAD_BYTES = 1024;

/** Creates kernels with their own memory. */
export function createScanKernels<const L extends Layout>(layout: L): ScanMemory<L> {
  compiled ??= compileScan();
  const { exports } = new WebAssembly.Instance(compiled);
  const memory = exports.memory as WebAssembly.Memory;
  memory.grow(Math.ceil((sizeOf([OWN, layout]) + READ_AHEAD_BYTES) / PAGE_BYTES));
  const { block, found } = arraysIn(memory.buffer, OWN);
  const run: Run = (kernel, ...parameters) =>
    (exports[kernel] as (...numbers: number[]) => number)(
      ...parameters.map((one) => (typeof one === 'number' ? one : one.byteOffset)),
    );
  return {
    kernels: kernelsOf(run, block, found),
    arrays: arraysIn(memory.buffer, layout, OWN),
  };
}

/**
 * The kernels of an instance.
 * @param block room for a ROW_SCAN
 * @param found room for two numbers
 */
function kernelsOf(run: Run, block: Uint32Array, found: Uint32Array): ScanKernels {
  return {
    rotate: (rows, width, size, factors) =>
      run('rotate', rows, rows.length / width, width, size, factors),
    quantize: (rows, width, to, scales, most) =>
      run('quantize', rows, rows.length / width, width, to, scales, most),
    signCodes: (values, width, codes) =>
      run('signCodes', values, values.length / width, width, codes),
    scanCodes: (codes, positions, tables, out) =>
      run('scanCodes', codes, codes.length / (32 * positions), positions, tables, out),
    maskU16: (values, mask) => run('maskU16', values, mask, values.length),
    selectU16: (values, from, minimum, out) => {
      const room = out.length - 7;
      const next = run('selectU16', values, from, values.length, minimum, out, room, found);
      return { count: found[0]!, next };
    },
    dotsAt: (query, rows, list, out) =>
      run('dotsAt', query, rows, query.length, list, list.length, out),
    accumulate: (sums, bytes, rowsAt, impactsAt, count, weight) => {
      const at = bytes.byteOffset;
      run('accumulate', sums, at + rowsAt, at + impactsAt, count, weight);
    },
    maskI32: (sums, mask) => run('maskI32', sums, mask, sums.length),
    selectI32: (sums, from, above, places, out) => {
      const room = out.length - 15;
      const next = run('selectI32', sums, from, sums.length, above, places, out, room, found);
      return { count: found[0]!, nonzero: found[1]!, next };
    },
    scanRows: (scan, list) => {
      for (const name of Object.keys(scan) as (keyof RowScanArrays)[]) {
        const value = scan[name];
        block[ROW_SCAN[name]] = typeof value === 'number' ? value : value.byteOffset;
      }
      block[ROW_SCAN.width] = scan.query.length;
      block[ROW_SCAN.eventCapacity] = Math.floor(scan.events.length / PAIR_EVENT.length);
      block[ROW_SCAN.occurrenceCapacity] = Math.floor(scan.occurrences.length / OCCURRENCE.length);
      block[ROW_SCAN.numberCapacity] = scan.numbers.length;
      const rows = run('scanRows', block, list, list.length);
      return {
        rows,
        events: block[ROW_SCAN.eventCount]!,
        occurrences: block[ROW_SCAN.occurrenceCount]!,
      };
    },
    addRows: (weights, panel, out) =>
      run('addRows', weights, weights.length, panel, out.length, out),
  };
}
