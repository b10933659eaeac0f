import { bytesOf, type Container, openContainer } from '../file/container.ts';
import { readTermTable, type TermTable } from '../file/term-table.ts';
import type { ByteSource } from '../source.ts';
import { isFilterSection } from './filter-column.ts';
import { type SegmentFacts, segmentFacts } from './format.ts';
import type { ForwardSource } from './forward-rows.ts';
import { inverseDocumentFrequency } from './inverse-document-frequency.ts';
import { PostingScan } from './posting-scan.ts';
import { paddedWidth } from './rotation.ts';
import { isRowSection, RowStore } from './row-store.ts';
import { VectorIndex } from './vector-index.ts';

/** Most terms of a vocabulary occur in fewer rows. Their idf is precomputed. */
const RARE = 100;

/** Terms of a segment with their counts. */
export interface Lexicon {
  readonly terms: TermTable;
  readonly df: Uint32Array;
  readonly repeated: Uint32Array;
}

/** The parts of a segment that every search reads, in memory. */
export interface SearchParts {
  readonly facts: SegmentFacts;
  readonly lexicon: Lexicon;
  readonly postings: PostingScan;
  readonly vectors: VectorIndex;
  /** Scratch: one byte for each row. Only valid between two awaits of a search. */
  readonly marks: Uint8Array;
}

/** An opened segment. Its parts are read and verified on first use. */
export class Segment {
  readonly file: Container;
  readonly facts: SegmentFacts;
  readonly rowStore: RowStore;
  readonly #dimensions: number;
  #parts: Promise<SearchParts> | undefined;

  constructor(file: Container, facts: SegmentFacts, storedColumns: number, dimensions: number) {
    this.file = file;
    this.facts = facts;
    this.rowStore = new RowStore(file, storedColumns);
    this.#dimensions = dimensions;
  }

  /** The parts that every search reads. They stay in memory. */
  parts(): Promise<SearchParts> {
    if (!this.#parts) {
      this.#parts = this.#readParts();
      // A failed read may be a temporary fault, so the next call tries again.
      this.#parts.catch(() => {
        this.#parts = undefined;
      });
    }
    return this.#parts;
  }

  /** Frees cached file contents that are in memory now. Stored rows and filters will be read again. */
  retain(): void {
    this.file.retain((name) => isRowSection(name) || isFilterSection(name));
  }

  async #readParts(): Promise<SearchParts> {
    const [lexicon, postings, vectors] = await Promise.all([
      this.#lexicon(),
      PostingScan.open(this.file, this.facts),
      this.#vectors(),
    ]);
    const marks = new Uint8Array(this.facts.rowCount);
    return { facts: this.facts, lexicon, postings, vectors, marks };
  }

  async #lexicon(): Promise<Lexicon> {
    const { file } = this;
    const [terms, df, repeated] = await Promise.all([
      readTermTable(file),
      file.u32('df'),
      file.u32('repeated'),
    ]);
    return { terms, df, repeated };
  }

  /** Access to the rows as term sequences. */
  forward(): ForwardSource {
    const { file, facts } = this;
    let df: Uint32Array | undefined;
    // Most terms are rare, so their logarithms are precomputed.
    const ofRare = new Float64Array(RARE).map((_, n) =>
      inverseDocumentFrequency(facts.rowCount, n),
    );
    return {
      bytes: file.sizeBytes('forward'),
      rows: facts.rowCount,
      terms: facts.termCount,
      readOffsets: async () => asU32(await file.take('forwardOffsets')),
      readBytes: (target) => file.readInto('forward', target),
      readTerms: async () => {
        const [modelTerms, associationNorms] = await Promise.all([
          file.u32('modelTerms'),
          file.f32('associationNorms'),
        ]);
        df = await file.u32('df');
        return { modelTerms, associationNorms };
      },
      idfOf: (term) => {
        const n = df![term]!;
        return n < RARE ? ofRare[n]! : inverseDocumentFrequency(facts.rowCount, n);
      },
    };
  }

  async #vectors(): Promise<VectorIndex> {
    const scales = await this.file.f32('vectorScales');
    const vectors = new VectorIndex(paddedWidth(this.#dimensions), scales);
    await this.file.readInto('vectors', bytesOf(vectors.values));
    return vectors;
  }
}

const asU32 = (b: Uint8Array) => new Uint32Array(b.buffer, b.byteOffset, b.byteLength >>> 2);

/**
 * Opens a segment.
 * @param storedColumns number of columns that are not ignored
 * @param dimensions entries of its concept vectors
 * @throws CorruptFileError
 */
export async function openSegment(
  source: ByteSource,
  fileName: string,
  storedColumns: number,
  dimensions: number,
): Promise<Segment> {
  const file = await openContainer(source, fileName, 'segment');
  const facts = await file.json('facts', segmentFacts);
  return new Segment(file, facts, storedColumns, dimensions);
}
