import { inflateRawSync } from 'node:zlib';
import { arraysIn, type Layout, sizeOf, u32 } from './arena.ts';
import { compileBest } from './compile-best.ts';
import { RELAXED_BYTES, SCAN_WASM } from './scan.wasm.ts';
import type { ScanKernels, ScanMemory } from './scan-kernels.ts';
import { OCCURRENCE, PAIR_EVENT, ROW_SCAN } from './structures.ts';

const PAGE_BYTES = 65_536;
/** Marks the end of a field in `RowScanArrays.terms`. */
export const FIELD_END = 0xffff_0000;

let compiled: WebAssembly.Module | undefined;

function compileScan(): WebAssembly.Module {
  const both = inflateRawSync(Buffer.from(SCAN_WASM, 'base64'));
  return compileBest([both.subarray(0, RELAXED_BYTES), both.subarray(RELAXED_BYTES)]);
}

type KernelFunction = (...pointers: number[]) => number;

/** Arrays of the kernels themselves, besides those of their callers. */
const OWN = { block: u32(ROW_SCAN.length), found: u32(1) };
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
    kernels: kernelsOf(exports, block, found),
    arrays: arraysIn(memory.buffer, layout, OWN),
  };
}

/**
 * The kernels of an instance.
 * @param block room for a ROW_SCAN
 * @param found room for a number
 */
function kernelsOf(
  exports: WebAssembly.Exports,
  block: Uint32Array,
  found: Uint32Array,
): ScanKernels {
  const call = (name: string) => exports[name] as KernelFunction;
  const [rotate, quantize, signCodes] = [call('rotate'), call('quantize'), call('signCodes')];
  const [scanCodes, maskU16, selectU16] = [call('scanCodes'), call('maskU16'), call('selectU16')];
  const [dotsAt, accumulate, maskI32] = [call('dotsAt'), call('accumulate'), call('maskI32')];
  const [countNonzero, selectI32] = [call('countNonzero'), call('selectI32')];
  const [scanRows, addRows] = [call('scanRows'), call('addRows')];
  return {
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
    selectU16: (values, from, minimum, out) => {
      const to = selectU16(
        values.byteOffset,
        from,
        values.length,
        minimum,
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
    scanRows: (scan, list) => {
      const numbers = {
        titleField: scan.titleField,
        fields: scan.fields,
        width: scan.query.length,
        eventCapacity: Math.floor(scan.events.length / PAIR_EVENT.length),
        occurrenceCapacity: Math.floor(scan.occurrences.length / OCCURRENCE.length),
        numberCapacity: scan.numbers.length,
      };
      const { titleField, fields, ...arrays } = scan;
      for (const [name, array] of Object.entries(arrays)) {
        block[ROW_SCAN[name as keyof typeof arrays]] = array.byteOffset;
      }
      for (const [name, number] of Object.entries(numbers)) {
        block[ROW_SCAN[name as keyof typeof numbers]] = number;
      }
      const rows = scanRows(block.byteOffset, list.byteOffset, list.length);
      return {
        rows,
        events: block[ROW_SCAN.eventCount]!,
        occurrences: block[ROW_SCAN.occurrenceCount]!,
      };
    },
    addRows: (weights, panel, out) =>
      addRows(weights.byteOffset, weights.length, panel.byteOffset, out.length, out.byteOffset),
  };
}
