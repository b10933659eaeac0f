import type { RowBatch } from '../csv/batch.ts';
import { bytesOf, type Container, type SectionInput } from '../file/container.ts';
import { once } from '../file/once.ts';
import { evenPages, PagedSection, pagedSections } from '../file/paged-section.ts';
import { readRowVector, unitVector } from '../own-vector.ts';
import { type IndexSchema, type SchemaColumn, vectorColumn } from '../schema.ts';
import type { OwnVectorFacts } from './format.ts';
import { paddedWidth } from './rotation.ts';
import type { RowSet } from './row-set.ts';
import { VectorIndex } from './vector-index.ts';
import { VectorWriter } from './vector-writer.ts';

/**
 * Vectors that the dataset has for its rows, stored like concept vectors: rotated, eight bits an entry with a scale for each row,
 * and one-bit codes. Scales and codes are read as a whole, entries in pages of 16 rows.
 */
const PAGE_ROWS = 16;
const VALUES = 'ownVectors';
const SCALES = 'ownScales';
const CODES = 'ownCodes';

/** Collects the vectors of a column while a segment is built. */
export class OwnVectorsWriter {
  readonly #column: string;
  readonly #position: number;
  readonly #dimensions: number;
  /** Whether a model gives the vectors, and not the file. */
  readonly isEmbedded: boolean;
  readonly #vectors: (Float32Array | undefined)[] = [];

  private constructor({ name, position, dimensions, isEmbedded }: SchemaColumn) {
    this.#column = name;
    this.#position = position;
    this.#dimensions = dimensions!;
    this.isEmbedded = isEmbedded === true;
  }

  /** Undefined if the dataset has no column of vectors. */
  static for(schema: IndexSchema): OwnVectorsWriter | undefined {
    const column = vectorColumn(schema);
    return column && new OwnVectorsWriter(column);
  }

  /**
   * Adds the vector of a row, if it has one.
   * @returns why the row cannot be used; then nothing is added
   */
  add(batch: RowBatch, row: number): string | undefined {
    const vector = readRowVector(batch.cell(row, this.#position), this.#column, this.#dimensions);
    if (typeof vector === 'string') return vector;
    this.#vectors.push(vector);
    return undefined;
  }

  /** Adds the vectors that a model gave for rows; undefined for those that it has not given. */
  addEmbedded(vectors: readonly (readonly number[] | undefined)[]): void {
    for (const numbers of vectors) this.#vectors.push(numbers && unitVector(numbers));
  }

  finish(): { readonly facts: OwnVectorFacts; readonly sections: SectionInput[] } {
    const writer = new VectorWriter(this.#dimensions, this.#vectors.length);
    const none = new Float32Array(this.#dimensions);
    for (const vector of this.#vectors) writer.add(vector ?? none);
    const rows = writer.finish();
    const index = VectorIndex.of(rows);
    const { width, values, scales } = rows;
    return {
      facts: {
        dimensions: this.#dimensions,
        rows: this.#vectors.filter((vector) => vector !== undefined).length,
        signNorm: index.encode().norm,
      },
      sections: [
        ...pagedSections(
          VALUES,
          bytesOf(values),
          evenPages(values.length, PAGE_ROWS * width),
          false,
        ),
        { name: SCALES, bytes: bytesOf(scales) },
        { name: CODES, bytes: index.codes },
      ],
    };
  }
}

/** The vectors of a segment's rows. They come into memory on demand. */
export class OwnVectors {
  readonly vectors: VectorIndex;
  readonly #file: Container;
  readonly #facts: OwnVectorFacts;
  readonly #pages: PagedSection;
  #filled: RowSet | undefined;

  private constructor(
    file: Container,
    facts: OwnVectorFacts,
    vectors: VectorIndex,
    pages: PagedSection,
  ) {
    this.vectors = vectors;
    this.#file = file;
    this.#facts = facts;
    this.#pages = pages;
  }

  static async open(file: Container, rows: number, facts: OwnVectorFacts): Promise<OwnVectors> {
    const width = paddedWidth(facts.dimensions);
    const vectors = new VectorIndex(width, new Float32Array(rows));
    const pages = await PagedSection.open(file, VALUES, (page, bytes) => {
      bytesOf(vectors.values).set(bytes, page * PAGE_ROWS * width);
    });
    return new OwnVectors(file, facts, vectors, pages);
  }

  /** Reads which rows have a vector, once. */
  readonly readScales = once(async () => {
    const { scales } = this.vectors;
    await this.#file.readInto(SCALES, bytesOf(scales));
    if (this.#facts.rows < scales.length) {
      const filled = new Uint32Array(Math.ceil(scales.length / 32));
      for (let row = 0; row < scales.length; row++) {
        if (scales[row]! > 0) filled[row >>> 5]! |= 1 << (row & 31);
      }
      this.#filled = filled;
    }
  });

  /** Reads the one-bit codes of all rows, once. */
  readonly readCodes = once(async () => {
    await this.#file.readInto(CODES, this.vectors.codes);
    this.vectors.setNorm(this.#facts.signNorm);
  });

  /** The rows that have a vector; undefined if all do. Known after `readScales`. */
  get filled(): RowSet | undefined {
    return this.#filled;
  }

  /** Whether the vectors of all rows are in memory. */
  get isComplete(): boolean {
    return this.#pages.isComplete;
  }

  /** Size in the file, without codes. */
  get sizeBytes(): number {
    return this.#pages.sizeBytes + bytesOf(this.vectors.scales).length;
  }

  ensure(rows: Uint32Array): Promise<void> {
    return this.#pages.ensure(rows.map((row) => Math.floor(row / PAGE_ROWS)));
  }

  async all(): Promise<void> {
    await Promise.all([this.readScales(), this.#pages.all()]);
  }
}
