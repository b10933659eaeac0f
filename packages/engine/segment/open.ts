import { type Container, openContainer } from '../file/container.ts';
import { once } from '../file/once.ts';
import { TermTable } from '../file/term-table.ts';
import type { ByteSource } from '../source.ts';
import { type SegmentFacts, segmentFacts } from './format.ts';
import type { ForwardSource } from './forward-rows.ts';
import { KeptRows } from './kept-rows.ts';
import { type ModelTerms, modelTermsOf } from './model-terms.ts';
import { OwnVectors } from './own-vectors.ts';
import { PostingScan } from './posting-scan.ts';
import { paddedWidth } from './rotation.ts';
import { RowStore } from './row-store.ts';
import { VectorIndex } from './vector-index.ts';
import { openWordLists } from './word-lists.ts';

/** Terms of a segment with their counts, and which of the model they are. */
export interface Lexicon extends ModelTerms {
  readonly terms: TermTable;
  readonly df: Uint32Array;
  readonly repeated: Uint32Array;
}

/** The parts of a segment that searches read. What they hold comes into memory on demand. */
export interface SearchParts {
  readonly facts: SegmentFacts;
  readonly lexicon: Lexicon;
  readonly postings: PostingScan;
  readonly vectors: VectorIndex;
  /** Absent without a column of vectors. */
  readonly own?: OwnVectors;
}

/** An opened segment. */
export class Segment {
  readonly file: Container;
  readonly facts: SegmentFacts;
  readonly rowStore: RowStore;
  /** Rows that met the last conditions. */
  readonly filtered = new KeptRows();
  readonly #dimensions: number;
  #parts: Promise<SearchParts> | undefined;

  constructor(file: Container, facts: SegmentFacts, storedColumns: number, dimensions: number) {
    this.file = file;
    this.facts = facts;
    this.rowStore = new RowStore(file, storedColumns);
    this.#dimensions = dimensions;
  }

  /** The parts that searches read, with what every search needs in memory. They stay. */
  parts(): Promise<SearchParts> {
    if (!this.#parts) {
      this.#parts = this.#openParts();
      // A failed read may be a temporary fault, so the next call tries again.
      this.#parts.catch(() => {
        this.#parts = undefined;
      });
    }
    return this.#parts;
  }

  /** The table of its terms, whose pages come into memory on demand. */
  readonly terms = once(() => TermTable.open(this.file, this.facts.termCount));

  /** Where its words stand. Only if `hasWordLists`. */
  readonly words = once(() => openWordLists(this.file));

  readonly #modelTerms = once(async () => modelTermsOf(await this.file.u32('modelTerms')));

  async #openParts(): Promise<SearchParts> {
    const { file, facts } = this;
    const { rowCount } = facts;
    const [terms, modelTerms, df, repeated, postings, , own] = await Promise.all([
      this.terms(),
      this.#modelTerms(),
      file.u32('df'),
      file.u32('repeated'),
      PostingScan.open(file, facts),
      this.rowStore.open(),
      facts.own && OwnVectors.open(file, rowCount, facts.own),
    ]);
    const vectors = new VectorIndex(paddedWidth(this.#dimensions), new Float32Array(rowCount));
    const lexicon = { ...modelTerms, terms, df, repeated };
    const parts = { facts, lexicon, postings, vectors };
    return own ? { ...parts, own } : parts;
  }

  /** Reads the one-bit codes of all rows, once. */
  readonly readCodes = once(async () => {
    const { vectors } = await this.parts();
    await this.file.readInto('codes', vectors.codes);
    vectors.setNorm(this.facts.signNorm);
  });

  /** The rows as term sequences. */
  async forward(): Promise<ForwardSource> {
    const { facts } = this;
    return {
      ...(await this.#modelTerms()),
      bytes: facts.forwardBytes,
      rows: facts.rowCount,
      longest: facts.longestRow,
    };
  }
}

/** What filters read of a segment. */
export type FilteredSegment = Pick<Segment, 'file' | 'filtered' | 'words'> & {
  readonly facts: Pick<Segment['facts'], 'rowCount'>;
};

/**
 * Opens a segment.
 * @param storedColumns number of columns that are not ignored
 * @param dimensions entries of its concept vectors
 * @param headBytes see `openContainer`
 * @throws CorruptFileError
 */
export async function openSegment(
  source: ByteSource,
  fileName: string,
  storedColumns: number,
  dimensions: number,
  headBytes?: number,
): Promise<Segment> {
  const file = await openContainer(source, fileName, 'segment', headBytes);
  const facts = await file.json('facts', segmentFacts);
  return new Segment(file, facts, storedColumns, dimensions);
}
