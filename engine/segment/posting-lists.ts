import { bytesOf, type Container, type SectionInput } from '../file/container.ts';
import { GrowableU32 } from '../file/growable.ts';
import type { ScanKernels } from '../kernels/scan-kernels.ts';
import { WINDOW_ROWS } from './format.ts';

/** Document frequencies and postings of all terms. */
export interface Postings {
  readonly df: Uint32Array;
  /** Number of documents in which the term occurs at least twice. */
  readonly repeated: Uint32Array;
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
  readonly impacts: Uint8Array;
}

/** Posting lists of a segment, divided into windows of 64k rows. */
export interface PostingLists {
  /** First window of each term; terms + 1 entries. */
  readonly lists: Uint32Array;
  readonly windowIds: Uint16Array;
  /** First posting of each window; windows + 1 entries. */
  readonly windowOffsets: Uint32Array;
  /** Row numbers of decoded lists; gaps to the previous row in others. See `unpackList`. */
  readonly rows: Uint16Array;
  readonly impacts: Uint8Array;
  /** 1 for decoded lists, else 0. */
  readonly unpacked: Uint8Array;
}

/** Decodes the gaps of a list to row numbers, once. On demand, because searches use few of many lists. */
export function unpackList(postings: PostingLists, term: number): void {
  const { lists, windowOffsets, rows, unpacked } = postings;
  if (unpacked[term] !== 0) return;
  unpacked[term] = 1;
  for (let w = lists[term]!; w < lists[term + 1]!; w++) {
    let row = 0;
    for (let p = windowOffsets[w]!; p < windowOffsets[w + 1]!; p++) {
      row += rows[p]!;
      rows[p] = row;
    }
  }
}

/**
 * Sections of the posting lists. Each list is divided into windows of 64k rows, so that a row number has
 * 16 bits. Rows are stored as gaps to the previous row, low and high bytes in separate sections, and
 * offsets as counts: small numbers compress well.
 */
export function postingSections(postings: Postings): SectionInput[] {
  const { df, repeated, starts, rows, impacts } = postings;
  const windows = new Uint32Array(df.length);
  const ids = new GrowableU32();
  const counts = new GrowableU32();
  const low = new Uint8Array(rows.length);
  const high = new Uint8Array(rows.length);
  for (let t = 0; t < df.length; t++) {
    let window = -1;
    let previous = 0;
    let first = 0;
    for (let p = starts[t]!; p < starts[t + 1]!; p++) {
      const row = rows[p]!;
      if (window < 0 || row >= (window + 1) * WINDOW_ROWS) {
        if (window >= 0) counts.push(p - first);
        first = p;
        window = Math.floor(row / WINDOW_ROWS);
        previous = window * WINDOW_ROWS;
        windows[t]!++;
        ids.push(window);
      }
      low[p] = row - previous;
      high[p] = (row - previous) >> 8;
      previous = row;
    }
    if (window >= 0) counts.push(starts[t + 1]! - first);
  }
  const packed = true;
  return [
    { name: 'df', bytes: bytesOf(df), packed },
    { name: 'repeated', bytes: bytesOf(repeated), packed },
    { name: 'windows', bytes: bytesOf(windows), packed },
    { name: 'windowIds', bytes: bytesOf(Uint16Array.from(ids.view())), packed },
    { name: 'windowCounts', bytes: bytesOf(counts.view()), packed },
    { name: 'gapsLow', bytes: low, packed },
    { name: 'gapsHigh', bytes: high, packed },
    { name: 'impacts', bytes: impacts, packed },
  ];
}

/** Prefix sums: the sum of the counts before each index, and the total. */
function runningSums(counts: Uint32Array): Uint32Array {
  const sums = new Uint32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) sums[i + 1] = sums[i]! + counts[i]!;
  return sums;
}

/**
 * Reads the posting lists of a segment into kernel memory.
 * @param count number of all postings
 */
export async function readPostings(
  file: Container,
  kernels: Pick<ScanKernels, 'u8' | 'u16' | 'joinBytes'>,
  count: number,
): Promise<PostingLists> {
  const rows = kernels.u16(count);
  const impacts = kernels.u8(count);
  // The low and high bytes are read into memory that rows and impacts fill afterwards.
  const low = bytesOf(rows).subarray(count);
  const [windows, windowIds, counts, packed] = await Promise.all([
    file.u32('windows'),
    file.u16('windowIds'),
    file.u32('windowCounts'),
    file.take('impacts'),
    file.readInto('gapsLow', low),
    file.readInto('gapsHigh', impacts),
  ]);
  kernels.joinBytes(low, impacts, rows);
  impacts.set(packed);
  const lists = runningSums(windows);
  const unpacked = new Uint8Array(windows.length);
  return { lists, windowIds, windowOffsets: runningSums(counts), rows, impacts, unpacked };
}
