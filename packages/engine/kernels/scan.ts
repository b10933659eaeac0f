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

/** The kernels of an instance: functions of numbers and addresses. */
type Exports = Readonly<Record<keyof ScanKernels, (...parameters: number[]) => number>>;

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
  return {
    kernels: kernelsOf(exports as unknown as Exports, block, found),
    arrays: arraysIn(memory.buffer, layout, OWN),
  };
}

/** Where the elements of an array begin in kernel memory. */
const at = (array: ArrayBufferView): number => array.byteOffset;

/**
 * The kernels of an instance.
 * @param block room for a ROW_SCAN
 * @param found room for two numbers
 */
function kernelsOf(run: Exports, block: Uint32Array, found: Uint32Array): ScanKernels {
  return {
    rotate: (rows, width, size, factors) =>
      run.rotate(at(rows), rows.length / width, width, size, at(factors)),
    signCodes: (values, width, codes) =>
      run.signCodes(at(values), values.length / width, width, at(codes)),
    scanCodes: (codes, positions, tables, out) =>
      run.scanCodes(at(codes), codes.length / (32 * positions), positions, at(tables), at(out)),
    mask: (values, set) =>
      run.mask(at(values), values.length, Number(values instanceof Int32Array), at(set)),
    mark: (sums, set) => run.mark(at(sums), sums.length, at(set)),
    selectU16: (values, from, minimum, out) => {
      const [room, count] = [out.length - 7, values.length];
      const next = run.selectU16(at(values), from, count, minimum, at(out), room, at(found));
      return { count: found[0]!, next };
    },
    dotsAt: (query, rows, list, count, out) =>
      run.dotsAt(at(query), at(rows), query.length, at(list), count, at(out)),
    accumulate: (sums, bytes, rowsAt, impactsAt, count, weight, first, last) =>
      run.accumulate(
        at(sums),
        at(bytes) + rowsAt,
        at(bytes) + impactsAt,
        count,
        weight,
        first,
        last,
      ),
    selectI32: (sums, from, above, places, out) => {
      const [room, count] = [out.length - 15, sums.length];
      const next = run.selectI32(
        at(sums),
        from,
        count,
        above,
        at(places),
        at(out),
        room,
        at(found),
      );
      return { count: found[0]!, nonzero: found[1]!, next };
    },
    scanRows: (scan, list) => {
      for (const name of Object.keys(scan) as (keyof RowScanArrays)[]) {
        const value = scan[name];
        block[ROW_SCAN[name]] = typeof value === 'number' ? value : at(value);
      }
      block[ROW_SCAN.width] = scan.query.length;
      block[ROW_SCAN.eventCapacity] = Math.floor(scan.events.length / PAIR_EVENT.length);
      block[ROW_SCAN.occurrenceCapacity] = Math.floor(scan.occurrences.length / OCCURRENCE.length);
      block[ROW_SCAN.numberCapacity] = scan.numbers.length;
      const rows = run.scanRows(at(block), at(list), list.length);
      return {
        rows,
        events: block[ROW_SCAN.eventCount]!,
        occurrences: block[ROW_SCAN.occurrenceCount]!,
      };
    },
    addRows: (weights, panel, out) =>
      run.addRows(at(weights), weights.length, at(panel), out.length, at(out)),
  };
}
