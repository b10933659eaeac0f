import { zstdDecompressSync } from 'node:zlib';
import { bytesOf, type Container, compress, type SectionInput } from '../file/container.ts';
import { GrowableU32 } from '../file/growable.ts';
import { evenPages, PagedSection, pagedSections } from '../file/paged-section.ts';
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

/** Bytes of a posting. */
export const POSTING_BYTES = 3;
/** Size of a page of posting lists in memory. */
const PAGE_BYTES = 64 << 10;

/** Posting lists of a segment, divided into windows of 64k rows. */
export interface PostingLists {
  /** First posting of each term; terms + 1 entries. */
  readonly starts: Uint32Array;
  /** First window of each term; terms + 1 entries. */
  readonly lists: Uint32Array;
  readonly windowIds: Uint16Array;
  /** First posting of each window; windows + 1 entries. */
  readonly windowOffsets: Uint32Array;
  /**
   * The lists, three bytes for each posting. A list is stored as the low bytes of the gaps between its
   * rows, their high bytes, and the impacts. A decoded list has row numbers of 16 bits, then the impacts.
   */
  readonly bytes: Uint8Array;
  readonly pages: PagedSection;
  /** 1 for decoded lists, else 0. */
  readonly unpacked: Uint8Array;
}

/** First posting of a list, and their number. */
function spanOf({ starts }: PostingLists, term: number): [number, number] {
  const first = starts[term]!;
  return [first, starts[term + 1]! - first];
}

/** Reads some lists. */
export function ensureLists(
  postings: PostingLists,
  terms: Iterable<number>,
  maxReads?: number,
): Promise<void> {
  const pages: number[] = [];
  for (const term of terms) {
    const [first, count] = spanOf(postings, term);
    const end = POSTING_BYTES * (first + count);
    let page = Math.floor((POSTING_BYTES * first) / PAGE_BYTES);
    for (; page * PAGE_BYTES < end; page++) pages.push(page);
  }
  return postings.pages.ensure(pages, maxReads);
}

/** Decodes a list in place, once. On demand, because searches use few of many lists. */
export function unpackList(postings: PostingLists, term: number): void {
  const { lists, windowOffsets, bytes, unpacked } = postings;
  if (unpacked[term] !== 0) return;
  unpacked[term] = 1;
  const [first, count] = spanOf(postings, term);
  let to = POSTING_BYTES * first;
  const gaps = bytes.slice(to, to + 2 * count);
  let i = 0;
  for (let w = lists[term]!; w < lists[term + 1]!; w++) {
    let row = 0;
    for (const end = windowOffsets[w + 1]! - first; i < end; i++) {
      row += gaps[i]! | (gaps[count + i]! << 8);
      bytes[to++] = row;
      bytes[to++] = row >> 8;
    }
  }
}

/** A part of a decoded list: where its row numbers and impacts begin in `bytes`. */
export interface PostingWindow {
  readonly rowsAt: number;
  readonly impactsAt: number;
  readonly count: number;
}

/** A window of a decoded list. */
export function windowOf(postings: PostingLists, term: number, window: number): PostingWindow {
  const { windowOffsets } = postings;
  const [first, count] = spanOf(postings, term);
  const before = windowOffsets[window]! - first;
  const at = POSTING_BYTES * first;
  return {
    rowsAt: at + 2 * before,
    impactsAt: at + 2 * count + before,
    count: windowOffsets[window + 1]! - windowOffsets[window]!,
  };
}

/** Impact of a term in a row; 0 if the row does not contain it. */
export function impactOf(postings: PostingLists, term: number, row: number): number {
  unpackList(postings, term);
  const { bytes, lists, windowIds } = postings;
  const id = Math.floor(row / WINDOW_ROWS);
  for (let w = lists[term]!; w < lists[term + 1]!; w++) {
    if (windowIds[w] !== id) continue;
    const { rowsAt, impactsAt, count } = windowOf(postings, term, w);
    const wanted = row % WINDOW_ROWS;
    for (let low = 0, high = count - 1; low <= high; ) {
      const middle = (low + high) >> 1;
      const found = bytes[rowsAt + 2 * middle]! | (bytes[rowsAt + 2 * middle + 1]! << 8);
      if (found === wanted) return bytes[impactsAt + middle]!;
      if (found < wanted) low = middle + 1;
      else high = middle - 1;
    }
  }
  return 0;
}

/**
 * Sections of the posting lists; see `PostingLists`. Low and high bytes are apart, and offsets are stored
 * as counts: small numbers compress well.
 */
export function postingSections(postings: Postings): SectionInput[] {
  const { df, repeated, starts, rows, impacts } = postings;
  const windows = new Uint32Array(df.length);
  const ids = new GrowableU32();
  const counts = new GrowableU32();
  const bytes = new Uint8Array(POSTING_BYTES * rows.length);
  for (let t = 0; t < df.length; t++) {
    let window = -1;
    let previous = 0;
    let first = 0;
    const [start, count] = [starts[t]!, df[t]!];
    for (let p = start; p < start + count; p++) {
      const row = rows[p]!;
      if (window < 0 || row >= (window + 1) * WINDOW_ROWS) {
        if (window >= 0) counts.push(p - first);
        first = p;
        window = Math.floor(row / WINDOW_ROWS);
        previous = window * WINDOW_ROWS;
        windows[t]!++;
        ids.push(window);
      }
      const at = POSTING_BYTES * start + p - start;
      bytes[at] = row - previous;
      bytes[at + count] = (row - previous) >> 8;
      bytes[at + 2 * count] = impacts[p]!;
      previous = row;
    }
    if (window >= 0) counts.push(start + count - first);
  }
  const shape = { packed: true, head: true };
  return [
    { name: 'df', bytes: bytesOf(df), ...shape },
    { name: 'repeated', bytes: bytesOf(repeated), ...shape },
    { name: 'windows', bytes: bytesOf(windows), ...shape },
    { name: 'windowIds', bytes: bytesOf(Uint16Array.from(ids.view())), ...shape },
    { name: 'windowCounts', bytes: bytesOf(counts.view()), ...shape },
    ...postingPages(bytes, starts),
  ];
}

/** The last list that begins at or before a posting. */
function listAt(starts: Uint32Array, posting: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= posting) low = middle;
    else high = middle;
  }
  return low;
}

/** Calls `visit` for the low bytes (stream 0), high bytes (1) and impacts (2) of each list in a page. */
function forEachRun(
  starts: Uint32Array,
  page: number,
  visit: (stream: number, from: number, to: number) => void,
): void {
  const [first, last] = [page * PAGE_BYTES, (page + 1) * PAGE_BYTES];
  let list = listAt(starts, Math.floor(first / POSTING_BYTES));
  for (; list + 1 < starts.length && POSTING_BYTES * starts[list]! < last; list++) {
    for (let stream = 0; stream < POSTING_BYTES; stream++) {
      const [from, to] = runOf(starts, list, stream, first, last);
      if (from < to) visit(stream, from, to);
    }
  }
}

/** Where the bytes of a stream of a list begin and end between two places; it has none there if they end first. */
function runOf(
  starts: Uint32Array,
  list: number,
  stream: number,
  first: number,
  last: number,
): [number, number] {
  const count = starts[list + 1]! - starts[list]!;
  const at = POSTING_BYTES * starts[list]! + stream * count;
  return [Math.max(first, at), Math.min(last, at + count)];
}

/** Bytes of each stream in a page. */
function streamSizes(starts: Uint32Array, page: number): number[] {
  const [first, last] = [page * PAGE_BYTES, (page + 1) * PAGE_BYTES];
  const from = listAt(starts, Math.floor(first / POSTING_BYTES));
  const to = listAt(starts, Math.floor((last - 1) / POSTING_BYTES));
  // Lists between the first and the last are in the page as a whole.
  const between = from < to ? starts[to]! - starts[from + 1]! : 0;
  const sizes = [between, between, between];
  for (const list of new Set([from, to])) {
    for (let stream = 0; stream < POSTING_BYTES; stream++) {
      const [start, end] = runOf(starts, list, stream, first, last);
      sizes[stream]! += Math.max(0, end - start);
    }
  }
  return sizes;
}

/**
 * The pages of the lists in the file. The streams of a page are apart and compressed on their own, which saves a
 * tenth; the stored size of each comes first.
 */
function postingPages(bytes: Uint8Array, starts: Uint32Array): SectionInput[] {
  const parts: Uint8Array[] = [];
  let end = 0;
  const ends = evenPages(bytes.length, PAGE_BYTES).map((_, page) => {
    const streams = streamSizes(starts, page).map((size) => new Uint8Array(size));
    const filled = new Uint32Array(POSTING_BYTES);
    forEachRun(starts, page, (stream, from, to) => {
      const target = streams[stream]!;
      // Most runs have a byte or two: a view of each would take longer.
      for (let i = from; i < to; i++) target[filled[stream]!++] = bytes[i]!;
    });
    const stored = streams.map((stream) => compress(stream) ?? stream);
    const sizes = Uint32Array.from(stored, ({ length }) => length);
    parts.push(bytesOf(sizes), ...stored);
    end += sizes.byteLength + sizes.reduce((sum, size) => sum + size, 0);
    return end;
  });
  return pagedSections('postings', Buffer.concat(parts), ends, false);
}

/** Puts a page of the lists into memory. */
function placePage(starts: Uint32Array, page: number, read: Uint8Array, to: Uint8Array): void {
  const stored = new Uint32Array(new Uint8Array(read.subarray(0, 4 * POSTING_BYTES)).buffer);
  let at = 4 * POSTING_BYTES;
  const streams = streamSizes(starts, page).map((size, stream) => {
    const part = read.subarray(at, at + stored[stream]!);
    at += part.length;
    return part.length === size ? part : zstdDecompressSync(part);
  });
  const used = new Uint32Array(POSTING_BYTES);
  forEachRun(starts, page, (stream, from, end) => {
    const source = streams[stream]!;
    for (let i = from; i < end; i++) to[i] = source[used[stream]!++]!;
  });
}

/** Prefix sums: the sum of the counts before each index, and the total. */
function runningSums(counts: Uint32Array): Uint32Array {
  const sums = new Uint32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) sums[i + 1] = sums[i]! + counts[i]!;
  return sums;
}

/**
 * Opens the posting lists of a segment. The lists themselves are not read yet.
 * @param bytes where their bytes will be, in kernel memory: POSTING_BYTES for each posting
 */
export async function openPostings(file: Container, bytes: Uint8Array): Promise<PostingLists> {
  const [windows, windowIds, counts] = await Promise.all([
    file.u32('windows'),
    file.u16('windowIds'),
    file.u32('windowCounts'),
  ]);
  const [lists, windowOffsets] = [runningSums(windows), runningSums(counts)];
  const starts = new Uint32Array(lists.length);
  // Until code is compiled, calling a function for each takes longer.
  for (let t = 0; t < starts.length; t++) starts[t] = windowOffsets[lists[t]!]!;
  return {
    starts,
    lists,
    windowIds,
    windowOffsets,
    bytes,
    pages: await PagedSection.open(file, 'postings', (page, read) =>
      placePage(starts, page, read, bytes),
    ),
    unpacked: new Uint8Array(windows.length),
  };
}
