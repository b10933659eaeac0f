import type { QuantizedRows } from '../concept/quantize.ts';
import { bytesOf, type Container, compress, type SectionInput } from '../file/container.ts';
import { PagedSection, sectionsOfPages, storedPages } from '../file/paged-section.ts';
import { runApart } from '../kernels/apart.ts';
import { type EncodedRows, longestRow } from './forward-rows.ts';

/**
 * What reranking reads of rows, in pages of 16 rows: their scales and association norms (four bytes each), the sizes
 * of their encoded terms, then their concept vectors, then their encoded terms.
 */
const PAGE_ROWS = 16;
const NAME = 'rowFeatures';
/** Bytes of a scale and of a norm. */
const FLOAT_BYTES = 4;

/** An array of sizes with as many bytes as the longest row of the segment needs. */
const sizesFor = (longest: number) =>
  longest < 1 << 8 ? Uint8Array : longest < 1 << 16 ? Uint16Array : Uint32Array;

/** Bytes of a row beside its vector and terms. */
const headBytes = (longest: number) => 2 * FLOAT_BYTES + sizesFor(longest).BYTES_PER_ELEMENT;

/** Begins the sections with the features of all rows. If there are several threads, another one compresses them. */
export function beginFeatureSections(
  encoded: EncodedRows,
  { width, values, scales }: QuantizedRows,
  norms: Float32Array,
  threads: number,
): () => Promise<SectionInput[]> {
  const { bytes: terms, offsets } = encoded;
  const rows = scales.length;
  const longest = longestRow(offsets);
  const sizes = new (sizesFor(longest))(rows);
  for (let r = 0; r < rows; r++) sizes[r] = offsets[r + 1]! - offsets[r]!;
  const out = new Uint8Array(rows * (headBytes(longest) + width) + terms.length);
  const ends: number[] = [];
  let at = 0;
  for (let row = 0; row < rows; row += PAGE_ROWS) {
    const end = Math.min(rows, row + PAGE_ROWS);
    const parts = [
      bytesOf(scales.subarray(row, end)),
      bytesOf(norms.subarray(row, end)),
      bytesOf(sizes.subarray(row, end)),
      bytesOf(values.subarray(row * width, end * width)),
      terms.subarray(offsets[row], offsets[end]),
    ];
    for (const part of parts) {
      out.set(part, at);
      at += part.byteLength;
    }
    ends.push(at);
  }
  const pages = runApart(threads, storedPages, out, ends, compress);
  return async () => sectionsOfPages(NAME, await pages);
}

/** Number of pages of a segment. */
export const featurePages = (rows: number) => Math.ceil(rows / PAGE_ROWS);

/**
 * Reads the concept vectors of some pages of rows, without memory for the others.
 * @param rows number of rows of the segment
 * @param longest see `RowFeatures.open`
 * @param width entries of a vector
 * @returns the vectors of each page, in the order of `pages`
 */
export async function readVectors(
  file: Container,
  { rowCount, longestRow: longest }: { readonly rowCount: number; readonly longestRow: number },
  width: number,
  pages: readonly number[],
): Promise<QuantizedRows[]> {
  const head = headBytes(longest);
  const found = new Map<number, QuantizedRows>();
  const place = (page: number, read: Uint8Array) => {
    const count = Math.min(PAGE_ROWS, rowCount - page * PAGE_ROWS);
    // Copies, which are aligned; a slice of a Node buffer is none.
    const vectors = new Uint8Array(read.subarray(head * count, (head + width) * count));
    const scales = new Uint8Array(read.subarray(0, FLOAT_BYTES * count));
    found.set(page, {
      width,
      values: new Int8Array(vectors.buffer),
      scales: new Float32Array(scales.buffer),
    });
  };
  await (await PagedSection.open(file, NAME, place)).ensure(pages);
  return pages.map((page) => found.get(page)!);
}

/** Where the features of the rows of a segment are in memory. */
export interface FeatureArrays {
  /** Concept vectors; see `VectorIndex`. */
  readonly values: Int8Array;
  readonly scales: Float32Array;
  readonly norms: Float32Array;
  /** Encoded terms of rows; see `ForwardRows`. */
  readonly terms: Uint8Array;
  readonly offsets: Uint32Array;
}

/** Brings the features of rows into memory. */
export class RowFeatures {
  readonly #pages: PagedSection;

  private constructor(pages: PagedSection) {
    this.#pages = pages;
  }

  /**
   * @param to arrays for all rows of the segment, which fill up page by page
   * @param longest size of the longest encoded row
   */
  static async open(file: Container, to: FeatureArrays, longest: number): Promise<RowFeatures> {
    const rows = to.scales.length;
    const width = rows > 0 ? to.values.length / rows : 0;
    const head = headBytes(longest);
    const Sizes = sizesFor(longest);
    const place = (page: number, read: Uint8Array) => {
      const row = page * PAGE_ROWS;
      const count = Math.min(PAGE_ROWS, rows - row);
      // A copy, which is aligned.
      const words = new Uint8Array(read.subarray(0, head * count)).buffer;
      to.scales.set(new Float32Array(words, 0, count), row);
      to.norms.set(new Float32Array(words, FLOAT_BYTES * count, count), row);
      const sizes = new Sizes(words, 2 * FLOAT_BYTES * count, count);
      const termsAt = (head + width) * count;
      bytesOf(to.values).set(read.subarray(head * count, termsAt), row * width);
      // All pages before this one are full.
      let offset = pages.placeOf(page) - row * (head + width);
      to.terms.set(read.subarray(termsAt), offset);
      to.offsets[row] = offset;
      for (let r = 0; r < count; r++) {
        offset += sizes[r]!;
        to.offsets[row + r + 1] = offset;
      }
    };
    const pages = await PagedSection.open(file, NAME, place);
    return new RowFeatures(pages);
  }

  /** Whether the features of all rows are in memory. */
  get isComplete(): boolean {
    return this.#pages.isComplete;
  }

  /** Size of the section in memory. */
  get sizeBytes(): number {
    return this.#pages.sizeBytes;
  }

  ensure(rows: Uint32Array): Promise<void> {
    return this.#pages.ensure(rows.map((row) => Math.floor(row / PAGE_ROWS)));
  }

  all(): Promise<void> {
    return this.#pages.all();
  }
}
