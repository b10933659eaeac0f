import { type Container, openContainer } from '../file/container.ts';
import { once } from '../file/once.ts';
import { TermTable } from '../file/term-table.ts';
import type { ByteSource } from '../source.ts';
import { type SegmentFacts, segmentFacts } from './format.ts';
import type { ForwardSource } from './forward-rows.ts';
import { KeptRows } from './kept-rows.ts';
import { modelTermsOf, type SegmentTerms } from './model-terms.ts';
import { OwnVectors } from './own-vectors.ts';
import { PostingScan } from './posting-scan.ts';
import { paddedWidth } from './rotation.ts';
import { RowStore } from './row-store.ts';
import { VectorIndex } from './vector-index.ts';
import { openWordLists } from './word-lists.ts';

/** Terms of a segment with their counts, and which of the model they are. */
export interface Lexicon extends SegmentTerms {
  readonly terms: TermTable;
  readonly df: Uint32Array;
  readonly repeated: Uint32Array;
}

/** What is read of a segment to look up a query's terms. What they hold comes into memory on demand. */
export interface TermParts {
  readonly lexicon: Lexicon;
  readonly postings: PostingScan;
}

/** The parts of a segment that searches read. What they hold comes into memory on demand. */
export interface SearchParts extends TermParts {
  readonly facts: SegmentFacts;
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

  constructor(file: Container, facts: SegmentFacts, storedColumns: number, dimensions: number) {
    this.file = file;
    this.facts = facts;
    this.rowStore = new RowStore(file, storedColumns);
    this.#dimensions = dimensions;
  }

  /** Where its words stand. Only if `hasWordLists`. */
  readonly words = once(() => openWordLists(this.file));

  readonly #modelTerms = once(async () => modelTermsOf(await this.file.u32('modelTerms')));

  /** Its terms and posting lists, which a search reads first. They stay. */
  readonly terms = once(async (): Promise<TermParts> => {
    const { file, facts } = this;
    const [terms, modelTerms, df, repeated, postings] = await Promise.all([
      TermTable.open(file, facts.termCount),
      this.#modelTerms(),
      file.u32('df'),
      file.u32('repeated'),
      PostingScan.open(file, facts),
    ]);
    return { lexicon: { ...modelTerms, terms, df, repeated }, postings };
  });

  /** The parts that searches read, with what every search needs in memory. They stay. */
  readonly parts = once(async (): Promise<SearchParts> => {
    const { file, facts } = this;
    const { rowCount } = facts;
    const [terms, , own] = await Promise.all([
      this.terms(),
      this.rowStore.open(),
      facts.own && OwnVectors.open(file, rowCount, facts.own),
    ]);
    const vectors = new VectorIndex(paddedWidth(this.#dimensions), new Float32Array(rowCount));
    const parts = { facts, ...terms, vectors };
    return own ? { ...parts, own } : parts;
  });

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
