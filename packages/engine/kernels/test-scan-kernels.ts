import { forEachCode } from '../file/term-code.ts';
import { rotateRows } from '../segment/rotation.ts';
import type { RowScanArrays, ScanKernels } from './scan-kernels.ts';
import { OCCURRENCE, PAIR_EVENT, SIMILAR_PLACE } from './structures.ts';

function dot(query: Int16Array, rows: Int8Array, row: number): number {
  let sum = 0;
  for (let j = 0, at = row * query.length; j < query.length; j++, at++) {
    sum += query[j]! * rows[at]!;
  }
  return sum;
}

/** Nearness of an association vector, computed on first use. */
function nearnessOf(scan: RowScanArrays, number: number): number {
  const { nearness, known, factors, query, vectors } = scan;
  if (known[number] === 0) {
    known[number] = 1;
    nearness[number] = Math.fround(dot(query, vectors, number)) * factors[number]!;
  }
  return nearness[number]!;
}

/** Where a scan is: index of the row in the list, occurrences and distinct pairs found so far. */
interface ScanPlace {
  row: number;
  occurrences: number;
  touched: number;
}

/** Scans one row. */
function scanRow(scan: RowScanArrays, row: number, found: ScanPlace): void {
  const { terms, idf, pairStarts, pairSeconds, pairCounts } = scan;
  const i = found.row;
  let [field, previous, length, sum, total, matched] = [0, 0, 0, 0, 0, 0];
  found.touched = 0;
  forEachCode(scan.bytes, scan.offsets[row]!, scan.offsets[row + 1]!, (value) => {
    if (value === 0) {
      scan.fieldEnds[i * scan.fields + field] = length;
      field++;
      previous = 0;
      return;
    }
    length++;
    const term = terms[value]!;
    let position = term >>> 16;
    sum += nearnessOf(scan, term & 0xffff);
    const next = OCCURRENCE.length * found.occurrences;
    if (position > 0 && next + OCCURRENCE.length <= scan.occurrences.length) {
      scan.occurrences.set([i, field, position], next);
      found.occurrences++;
    }
    if (position >= SIMILAR_PLACE) position = 0;
    if (field === scan.titleField) {
      total += idf[value - 1]!;
      if (position > 0) matched += idf[value - 1]!;
    }
    if (previous > 0 && position > 0) {
      for (let pair = pairStarts[previous - 1]!; pair < pairStarts[previous]!; pair++) {
        if (pairSeconds[pair] !== position) continue;
        if (pairCounts[pair]!++ === 0) scan.touched[found.touched++] = pair;
        break;
      }
    }
    previous = position;
  });
  scan.lengths[i] = length;
  scan.sums[i] = sum;
  scan.covers[i] = matched / (total > 0 ? total : 1);
}

/** The kernels in plain JavaScript, to compare with: the results are bit-identical. */
export const PLAIN_SCAN_KERNELS: ScanKernels = {
  rotate: rotateRows,
  signCodes(values, width, codes) {
    const positions = width / 8;
    for (let r = 0; r < values.length / width; r++) {
      for (let p = 0; p < positions; p++) {
        let bits = 0;
        for (let i = 0; i < 8; i++) if (values[r * width + p * 8 + i]! < 0) bits |= 1 << i;
        codes[((r >> 5) * positions + p) * 32 + (r & 31)] = bits;
      }
    }
  },
  scanCodes(codes, positions, tables, out) {
    for (let r = 0; r < codes.length / positions; r++) {
      let sum = 1;
      for (let p = 0; p < positions; p++) {
        const code = codes[((r >> 5) * positions + p) * 32 + (r & 31)]!;
        sum += tables[p * 32 + (code & 15)]! + tables[p * 32 + 16 + (code >> 4)]!;
      }
      out[r] = sum;
    }
  },
  mask(values, set) {
    for (let r = 0; r < values.length; r++)
      if ((set[r >> 5]! >>> (r & 31)) % 2 === 0) values[r] = 0;
  },
  mark(sums, set) {
    set.fill(0, 0, sums.length / 32);
    for (const [i, sum] of sums.entries()) if (sum !== 0) set[i >> 5]! |= 1 << (i & 31);
  },
  selectU16(values, from, minimum, out) {
    let count = 0;
    let next = from;
    while (next < values.length && count < out.length - 7) {
      for (let r = next; r < next + 8; r++) if (values[r]! >= minimum) out[count++] = r;
      next += 8;
    }
    return { count, next };
  },
  dotsAt(query, rows, list, count, out) {
    for (let i = 0; i < count; i++) out[i] = dot(query, rows, list[i]!);
  },
  accumulate(sums, bytes, rowsAt, impactsAt, count, weight, first, last) {
    for (let i = 0; i < count; i++) {
      const row = bytes[rowsAt + 2 * i]! | (bytes[rowsAt + 2 * i + 1]! << 8);
      if (row >= last) return i;
      sums[row - first]! += bytes[impactsAt + i]! * weight;
    }
    return count;
  },
  selectI32(sums, from, above, places, out) {
    let [count, nonzero, next] = [0, 0, from];
    while (next < sums.length && count < out.length - 15) {
      const end = Math.min(next + 16, sums.length);
      for (; next < end; next++) {
        if (sums[next] !== 0) nonzero++;
        if (sums[next]! <= above) continue;
        places[count] = next;
        out[count++] = sums[next]!;
      }
    }
    return { count, nonzero, next };
  },
  scanRows(scan, list) {
    const room = Math.floor(scan.events.length / PAIR_EVENT.length);
    const occurrenceRoom = Math.floor(scan.occurrences.length / OCCURRENCE.length);
    let events = 0;
    const found: ScanPlace = { row: 0, occurrences: 0, touched: 0 };
    for (; found.row < list.length; found.row++) {
      const row = list[found.row]!;
      const bytes = scan.offsets[row + 1]! - scan.offsets[row]!;
      if (events > 0 && events + bytes > room) break;
      if (found.occurrences > 0 && found.occurrences + bytes > occurrenceRoom) break;
      scanRow(scan, row, found);
      while (found.touched > 0) {
        const pair = scan.touched[--found.touched]!;
        scan.events.set([found.row, pair, scan.pairCounts[pair]!], PAIR_EVENT.length * events++);
        scan.pairCounts[pair] = 0;
      }
    }
    return { rows: found.row, events, occurrences: found.occurrences };
  },
  addRows(weights, panel, out) {
    const width = out.length;
    for (let i = 0; i < weights.length; i++) {
      for (let j = 0; j < width; j++) {
        out[j] = out[j]! + Math.fround(weights[i]! * panel[i * width + j]!);
      }
    }
  },
};
