import { crc32, zstdDecompressSync } from 'node:zlib';
import { bytesOf, type Container, compress, type SectionInput } from './container.ts';

/** Pages with at most this many bytes between them are read together: one more request would take as much time. */
const NEAR_BYTES = 128 << 10;
/** Pages this far apart are never read together, however many requests that costs: reading so much takes longer. */
const FAR_BYTES = 512 << 10;
/** Largest read when a whole section is loaded. */
const CHUNK_BYTES = 4 << 20;
/** Reads at a time when a whole section is loaded: queries need most of the connections. */
const CHUNK_READS = 6;

const tableOf = (name: string) => `${name}.pages`;

/** Pages as they are stored, and three arrays: their lengths in the file, their lengths in memory, their CRC-32s. */
interface StoredPages {
  readonly bytes: Uint8Array;
  readonly table: Uint32Array;
}

/**
 * Cuts bytes into pages. Threads are given its text (`runApart`), so it has no names from outside.
 * @param ends end of each page in `bytes`
 * @param compressed makes a page smaller, or returns null
 */
export function storedPages(
  bytes: Uint8Array,
  ends: ArrayLike<number>,
  compressed: (page: Uint8Array) => Uint8Array | null,
): StoredPages {
  const { crc32: checksum } = process.getBuiltinModule('node:zlib');
  const count = ends.length;
  const table = new Uint32Array(3 * count);
  const out = new Uint8Array(bytes.length);
  let length = 0;
  for (let i = 0, start = 0; i < count; i++) {
    const page = bytes.subarray(start, ends[i]);
    const stored = compressed(page) ?? page;
    table[i] = stored.byteLength;
    table[count + i] = page.byteLength;
    table[2 * count + i] = checksum(stored);
    out.set(stored, length);
    length += stored.byteLength;
    start = ends[i]!;
  }
  return { bytes: out.subarray(0, length), table };
}

/** The sections of pages. */
export const sectionsOfPages = (
  name: string,
  { bytes, table }: StoredPages,
  head = false,
): SectionInput[] => [
  { name, bytes, ranged: true, head },
  { name: tableOf(name), bytes: bytesOf(table), packed: true, head: true },
];

/**
 * Sections that are read page by page: the pages, each compressed on its own if that makes it clearly
 * smaller, and a head section with their table.
 * @param ends end of each page in `bytes`
 * @param head whether every search needs all pages
 */
export const pagedSections = (
  name: string,
  bytes: Uint8Array,
  ends: ArrayLike<number>,
  packed: boolean,
  head = false,
): SectionInput[] =>
  sectionsOfPages(name, storedPages(bytes, ends, packed ? compress : () => null), head);

/** Ends of pages of one size. */
export function evenPages(sizeBytes: number, pageBytes: number): Uint32Array {
  const count = Math.ceil(sizeBytes / pageBytes);
  return Uint32Array.from({ length: count }, (_, i) => Math.min(sizeBytes, (i + 1) * pageBytes));
}

/** Puts a page into memory. `bytes` is only valid during the call. */
type PlacePage = (page: number, bytes: Uint8Array) => void;

/** A section that comes into memory page by page, each page once. */
export class PagedSection {
  readonly #file: Container;
  readonly #name: string;
  /** Start of each page in the file, and the end. */
  readonly #starts: Float64Array;
  /** Start of each page in memory, and the end. */
  readonly #places: Float64Array;
  readonly #crcs: Uint32Array;
  readonly #place: PlacePage;
  readonly #isPlaced: Uint8Array;
  readonly #reading = new Map<number, Promise<void>>();
  /** Pages that came with others, as they are in the file. They are unpacked when they are needed. */
  readonly #stored = new Map<number, Uint8Array>();
  /** The section as it is in the file, if it came with the head. Pages are unpacked when they are needed. */
  #atHand: Uint8Array | null;
  #missing: number;

  private constructor(file: Container, name: string, table: Uint32Array, place: PlacePage) {
    const count = table.length / 3;
    this.#file = file;
    this.#name = name;
    this.#atHand = file.atHand(name);
    this.#starts = new Float64Array(count + 1);
    this.#places = new Float64Array(count + 1);
    for (let i = 0; i < count; i++) {
      this.#starts[i + 1] = this.#starts[i]! + table[i]!;
      this.#places[i + 1] = this.#places[i]! + table[count + i]!;
    }
    this.#crcs = table.subarray(2 * count);
    this.#place = place;
    this.#isPlaced = new Uint8Array(count);
    this.#missing = count;
  }

  /** Reads the table of a section. `place` receives every page that is read. */
  static async open(file: Container, name: string, place: PlacePage): Promise<PagedSection> {
    return new PagedSection(file, name, await file.u32(tableOf(name)), place);
  }

  /** Whether all pages are in memory. */
  get isComplete(): boolean {
    return this.#missing === 0;
  }

  /** Size of the section in memory. */
  get sizeBytes(): number {
    return this.#places.at(-1)!;
  }

  /** Where a page begins in memory, if the pages lie there one after the other. */
  placeOf(page: number): number {
    return this.#places[page]!;
  }

  has(page: number): boolean {
    return this.#isPlaced[page] === 1;
  }

  /**
   * Brings pages into memory. Pages near each other are read together, with those between them.
   * @param maxReads number of requests that this should cost; more if the pages are very far apart
   */
  async ensure(pages: Iterable<number>, maxReads = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.isComplete) return;
    const wanted = Uint32Array.from(new Set(pages))
      .filter((page) => !this.has(page))
      .sort();
    const fresh = wanted.filter((page) => !this.#stored.has(page) && !this.#reading.has(page));
    for (const [first, last] of this.#runs(fresh, maxReads)) this.#read(first, last);
    const comingTogether = Map.groupBy(wanted, (page) => this.#reading.get(page));
    await Promise.all(
      Array.from(comingTogether, async ([reading, some]) => {
        await reading;
        for (const page of some) this.#putInPlace(page);
      }),
    );
  }

  /** Brings all pages into memory. */
  async all(): Promise<void> {
    const count = this.#isPlaced.length;
    let next = 0;
    const readChunks = async () => {
      while (next < count) {
        const first = next;
        const limit = this.#starts[first]! + CHUNK_BYTES;
        while (next < count && this.#starts[next]! < limit) next++;
        await this.ensure(Array.from({ length: next - first }, (_, i) => first + i));
      }
    };
    await Promise.all(Array.from({ length: CHUNK_READS }, readChunks));
  }

  /** First and last pages of what is read together. */
  #runs(pages: Uint32Array, maxReads: number): [number, number][] {
    const gapBefore = (i: number) => this.#starts[pages[i]!]! - this.#starts[pages[i - 1]! + 1]!;
    const gaps = Float64Array.from(pages.subarray(1), (_, i) => gapBefore(i + 1)).sort();
    // More reads than allowed: only the widest gaps divide them.
    const near = Math.min(FAR_BYTES, Math.max(NEAR_BYTES, gaps.at(-maxReads) ?? 0));
    const runs: [number, number][] = [];
    pages.forEach((page, i) => {
      if (i > 0 && gapBefore(i) <= near) runs.at(-1)![1] = page;
      else runs.push([page, page]);
    });
    return runs;
  }

  #read(first: number, last: number): void {
    const from = this.#starts[first]!;
    const end = this.#starts[last + 1]!;
    const bytes = this.#atHand
      ? Promise.resolve(this.#atHand.subarray(from, end))
      : this.#file.range(this.#name, from, end - from);
    const reading = bytes
      .then((bytes) => {
        for (let page = first; page <= last; page++) {
          if (this.has(page)) continue;
          const stored = bytes.subarray(this.#starts[page]! - from, this.#starts[page + 1]! - from);
          if (crc32(stored) !== this.#crcs[page]) {
            throw this.#file.corrupt(
              this.#name,
              this.#starts[page]!,
              'the checksum does not match',
            );
          }
          this.#stored.set(page, stored);
        }
      })
      .finally(() => {
        for (let page = first; page <= last; page++) {
          if (this.#reading.get(page) === reading) this.#reading.delete(page);
        }
      });
    for (let page = first; page <= last; page++) this.#reading.set(page, reading);
  }

  /** Puts a page that was read into memory, unless another search has done so. */
  #putInPlace(page: number): void {
    const stored = this.#stored.get(page);
    if (!stored) return;
    this.#stored.delete(page);
    const length = this.#places[page + 1]! - this.#places[page]!;
    // One byte more than it has, so that zlib need not look for more.
    const chunkSize = Math.max(64, length + 1);
    this.#place(
      page,
      stored.byteLength === length ? stored : zstdDecompressSync(stored, { chunkSize }),
    );
    this.#isPlaced[page] = 1;
    this.#missing--;
    if (this.isComplete) this.#atHand = null;
  }
}
