import { optionalSetting, setting } from '#core/runtime/config.ts';
import { type IndexShape, openMemory } from '#engine';

/** What is known of an index before it is built. */
export interface PlannedSize {
  readonly rows: number;
  /** Of the dataset in UTF-8. Columns that are ignored count too, so that the estimates are upper bounds. */
  readonly textBytes: number;
  readonly segments: number;
  /** Distinct terms of all segments. Absent for a dataset that is too small for them to matter. */
  readonly terms?: number;
  /** Bytes of the different codes and names of all columns. Absent likewise. */
  readonly codeBytes?: number;
  /** Columns of ids, and all that are not ignored. */
  readonly ids?: number;
  readonly columns?: number;
  /** Numbers of each row's own vector. */
  readonly dimensions?: number;
}

/** What an index needs of a function that searches it: estimates, from constants that benchmarks measured. */
export interface IndexNeeds {
  /** Memory of all that searches read. Stored cells are not part of it: hits read their own. */
  readonly residentBytes: number;
  /** Memory without which some searches of it cannot be answered: what opening reads, codes and terms. */
  readonly openBytes: number;
  /** Until a fresh function has answered its first search. */
  readonly firstAnswerMs: number;
}

/**
 * Where the functions of an installation hold an index. `memory`: as a whole, after the first search.
 * `pages`: it is larger than the memory of a function, so every search reads pages from the store.
 * `nowhere`: a search would run out of memory, or its caller out of patience.
 */
export type Placement = 'memory' | 'pages' | 'nowhere';

/** Memory of a function that is not for open indexes: its code, its buffers and its answers. */
const ownBytes = 640 * 2 ** 20;
/** Even the smallest function keeps so much for open indexes. */
const minRoomBytes = 64 * 2 ** 20;

/** A fresh function that takes longer for its first answer than this serves nobody well. */
const patienceMs = 3_000;

/** Measured by `npm run bench -- cold`, at 100,000 and 1,000,000 rows of 80 words, and rounded up. */
const measured = {
  /** Vector, codes, and entries in tables of pages, of each row. */
  rowBytes: 300,
  /** Posting lists, terms of rows and their table, for each byte of text. */
  textShare: 0.55,
  /** The largest model: 32,768 rows are sampled, whatever the dataset has. */
  modelBytes: 48 * 2 ** 20,
  /** Of each row, once a search has read the codes and the terms of all segments. */
  openRowBytes: 150,
  /** What opening reads for each row. */
  headRowBytes: 5,
  /** The store: time to the first byte of a read, reads at a time, bytes of a millisecond. */
  firstByteMs: 63,
  readsAtOnce: 32,
  bytesOfMs: 75_000,
  /** Opening and a search, whatever the size of the index. */
  fixedMs: 700,
  /** Reads of a search in each segment: its head, terms and posting lists. */
  readsOfSegment: 6,
} as const;

/**
 * Share of that memory for pages of an index that does not fit. Pages that lie apart take up to two and a half times their
 * bytes, because the system gives memory in pages of its own.
 */
export const pageShare = 0.4;

/** Share of these pages that are whole sections, so that the rest has room for the rows of many searches. */
export const sectionShare = 0.5;

/** Memory for open indexes in a function of this size. */
export const roomBytes = (memoryMb: number): number =>
  Math.max(minRoomBytes, memoryMb * 2 ** 20 - ownBytes);

export function needsOf({
  rows,
  textBytes,
  segments,
  terms = 0,
  codeBytes = 0,
  ids = 0,
  columns = 0,
  dimensions = 0,
}: PlannedSize): IndexNeeds {
  const { modelBytes } = measured;
  const byTerms = openMemory({ rows, terms, ids, columns, dimensions, modelBytes, codeBytes });
  const headMs = (measured.headRowBytes * rows) / measured.bytesOfMs;
  const waves = (measured.readsOfSegment * segments) / measured.readsAtOnce;
  return {
    residentBytes: modelBytes + measured.rowBytes * rows + measured.textShare * textBytes,
    openBytes: Math.max(modelBytes + measured.openRowBytes * rows, byTerms),
    firstAnswerMs: measured.fixedMs + headMs + waves * measured.firstByteMs,
  };
}

/** Decides where the functions that search, which have `memoryMb` each, hold an index. */
export function placeIndex(size: PlannedSize, memoryMb: number): Placement {
  const { residentBytes, openBytes, firstAnswerMs } = needsOf(size);
  const room = roomBytes(memoryMb);
  // Many short rows may take more for their words than for themselves.
  if (Math.max(residentBytes, openBytes) <= room) return 'memory';
  return openBytes <= room && firstAnswerMs <= patienceMs ? 'pages' : 'nowhere';
}

/**
 * Where searches find an index: in functions if they can hold it, else on the cluster if the installation has one. It may
 * prefer the cluster from some number of rows on, but for vectors, which only functions search.
 */
export function servingPlace(size: PlannedSize): 'functions' | 'cluster' | 'nowhere' {
  const isHeld = placeIndex(size, Number(setting('SEARCH_MEMORY_MB'))) !== 'nowhere';
  // Absent without a cluster.
  const fromRows = optionalSetting('CLUSTER_FROM_ROWS');
  const isPreferred = size.rows < Number(fromRows || Number.POSITIVE_INFINITY);
  if (isHeld && (isPreferred || size.dimensions)) return 'functions';
  return fromRows ? 'cluster' : 'nowhere';
}

/** From so many bytes on, it helps to leave out columns of codes. */
const namedCodeBytes = 100e6;

/** No function of this installation can serve the index. The message is for the customer. */
export class IndexTooLargeError extends Error {
  constructor({
    rows,
    textBytes,
    terms = 0,
    codeBytes = 0,
  }: Pick<PlannedSize, 'rows' | 'textBytes' | 'terms' | 'codeBytes'>) {
    const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
    const words = terms >= rows ? ` with ${terms.toLocaleString('en-US')} different words` : '';
    const codes =
      codeBytes >= namedCodeBytes ? `, ${gigabytes(codeBytes)} of different codes and names` : '';
    const dataset = `${rows.toLocaleString('en-US')} rows${words}${codes} and ${gigabytes(textBytes)} of text`;
    const without = [
      ...(words ? ['without columns of codes and numbers in their text'] : []),
      ...(codes ? ['without the columns of long codes and names'] : []),
    ];
    const help = [...without, 'from'].join(', ');
    super(
      `The dataset has ${dataset}. That is more than this installation can search in good time. Build the index ${help} fewer rows or several indexes from parts, or ask the operator of the installation for search functions with more memory or a search cluster.`,
    );
    this.name = 'IndexTooLargeError';
  }
}

/**
 * Checks an index that is built, before it serves: what it really takes may be more than was planned.
 * @throws IndexTooLargeError if a function that searches it would run out of memory
 */
export function requireServable(shape: IndexShape, textBytes: number): void {
  if (openMemory(shape) <= roomBytes(Number(setting('SEARCH_MEMORY_MB')))) return;
  throw new IndexTooLargeError({ ...shape, textBytes });
}

/** Processors of the smallest cluster. */
const minProcessors = 6;

/** Processors of the nodes of the cluster, as far as the installation knows them. */
export const clusterProcessors = (): number =>
  Number(optionalSetting('CLUSTER_PROCESSORS') || minProcessors);
