import type { QuantizedRows } from '../concept/quantize.ts';
import { type Container, openContainer } from '../file/container.ts';
import { readTermTable, type TermTable } from '../file/term-table.ts';
import type { ByteSource } from '../source.ts';
import type { SegmentFacts } from './format.ts';
import { RowStore } from './row-store.ts';
import { VectorScan } from './vector-scan.ts';

/** Posting lists of a segment, windows of 64k rows. */
export interface PostingLists {
  /** First window of each term; terms + 1 entries. */
  readonly lists: Uint32Array;
  readonly windowIds: Uint16Array;
  /** First posting of each window; windows + 1 entries. */
  readonly windowOffsets: Uint32Array;
  readonly rows: Uint16Array;
  readonly impacts: Uint8Array;
}

/** What lexical search needs of a segment. */
export interface Lexicon {
  readonly terms: TermTable;
  readonly df: Uint32Array;
  readonly repeated: Uint32Array;
}

/** Rows as sequences of term numbers. */
export interface ForwardRows {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  /** Model term of each segment term, NO_TERM when unknown. */
  readonly modelTerms: Uint32Array;
  readonly associationNorms: Float32Array;
}

/** An opened segment. Its parts are read and verified on first use. */
export class Segment {
  readonly file: Container;
  readonly facts: SegmentFacts;
  readonly rowStore: RowStore;
  #scan: Promise<VectorScan> | undefined;

  constructor(file: Container, facts: SegmentFacts, storedColumns: number) {
    this.file = file;
    this.facts = facts;
    this.rowStore = new RowStore(file, storedColumns);
  }

  async lexicon(): Promise<Lexicon> {
    const { file } = this;
    const [terms, df, repeated] = await Promise.all([
      readTermTable(file),
      file.u32('df'),
      file.u32('repeated'),
    ]);
    return { terms, df, repeated };
  }

  async postings(): Promise<PostingLists> {
    const { file } = this;
    const [lists, windowIds, windowOffsets, rows, impacts] = await Promise.all([
      file.u32('lists'),
      file.u16('windowIds'),
      file.u32('windowOffsets'),
      file.u16('postingRows'),
      file.section('impacts'),
    ]);
    return { lists, windowIds, windowOffsets, rows, impacts };
  }

  async forward(): Promise<ForwardRows> {
    const { file } = this;
    const [bytes, offsets, modelTerms, associationNorms] = await Promise.all([
      file.section('forward'),
      file.u32('forwardOffsets'),
      file.u32('modelTerms'),
      file.f32('associationNorms'),
    ]);
    return { bytes, offsets, modelTerms, associationNorms };
  }

  async vectors(dimensions: number): Promise<QuantizedRows> {
    const { file } = this;
    const [values, scales] = await Promise.all([file.i8('vectors'), file.f32('vectorScales')]);
    return { width: dimensions, values, scales };
  }

  /** The vectors in kernel memory, for comparing all of them with a query. */
  vectorScan(dimensions: number): Promise<VectorScan> {
    this.#scan ??= this.vectors(dimensions).then((vectors) => new VectorScan(vectors));
    // A failed read may be a passing fault: the next call tries again.
    this.#scan.catch(() => {
      this.#scan = undefined;
    });
    return this.#scan;
  }
}

/**
 * Opens a segment.
 * @param storedColumns number of columns that are not ignored
 * @throws CorruptFileError
 */
export async function openSegment(
  source: ByteSource,
  fileName: string,
  storedColumns: number,
): Promise<Segment> {
  const file = await openContainer(source, fileName, 'segment');
  const facts = (await file.json('facts')) as SegmentFacts;
  return new Segment(file, facts, storedColumns);
}
