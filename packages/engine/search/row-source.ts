import type { FilterTree } from '../conditions.ts';
import type { CheckedCodes, CheckedFacet, Facet, IntervalFacet } from '../facets.ts';
import type { ListPlace, RowOrder } from '../listing.ts';
import type { Candidates } from '../query/candidates.ts';
import type { ExplainedRows } from '../query/explain.ts';
import type { TextScale } from '../query/kept-scales.ts';
import type { RankedIndex, RankedRows } from '../query/signals.ts';
import type { SchemaColumn } from '../schema.ts';
import type { Analyzer } from '../text/analyze.ts';
import type { ParsedQuery, TermEntry } from '../words/terms.ts';
import type { KnownWords } from '../words/unknown-words.ts';
import type { EncodedQuery, QueryEncoder } from './query.ts';

/** Rows in the memory of the kernels. They belong to one search until it gives them back: `using rows = source.place(found)`. */
export interface RowLease extends RankedRows, ExplainedRows, Disposable {}

/** Lends memory that all searches of an index share, to one at a time. */
export class Lender {
  #isLent = false;

  /** @throws Error if another search has not given the memory back: it awaited something while it had it */
  lend(rows: RankedRows & ExplainedRows): RowLease {
    if (this.#isLent) throw new Error('Another search has rows in this memory.');
    this.#isLent = true;
    return {
      ...rows,
      [Symbol.dispose]: () => {
        this.#isLent = false;
      },
    };
  }
}

/** A row of a list, its number in the index, and where its source has it. */
export interface ListedRow {
  readonly number: number;
  readonly segment: number;
  /** Row within its segment. */
  readonly row: number;
}

/** Counts of a facet. Values of codes are in the form of `fold`, with the number of the first row that has each. */
export interface CountedFacet {
  readonly facet: Facet;
  readonly firsts?: ReadonlyMap<string, number>;
}

/** Matches that have the same value in a column, cells that list several taken whole. */
export interface RowGroup {
  /** In the form of `fold`. */
  readonly value: string;
  readonly count: number;
  /** Number of the first of them in an order. */
  readonly first: number;
}

/** All matches of a search. */
export interface Matches {
  count(): Promise<number>;
  /**
   * The matches that have each of some values.
   * @param values in the form of `fold`, at most `MAX_LIMIT`, none twice
   * @throws QueryError `not_filterable` for prose
   */
  groupsOf(
    column: SchemaColumn,
    values: readonly string[],
    order: RowOrder,
  ): Promise<ReadonlyMap<string, RowGroup>>;
  /** The matches that have none of some values. */
  without(column: SchemaColumn, values: readonly string[]): Promise<Matches>;
  /** At most `limit` rows after a place. */
  list(
    order: RowOrder,
    after: ListPlace | undefined,
    limit: number,
  ): Promise<(ListedRow & Pick<ListPlace, 'key'>)[]>;
  countBy(facet: CheckedFacet): Promise<CountedFacet>;
  /**
   * Counts the matches that have each of some values by interval.
   * @param values that `countBy` gave, none twice
   */
  countEach(facet: CheckedCodes, values: readonly string[], by: IntervalFacet): Promise<Facet[]>;
}

/** What a search ranks. */
export interface Retrieved<Found extends Candidates> {
  /** The best rows of the whole index. Scores are scaled over these, so that they depend on no filter. */
  readonly scale: Found;
  /** The best rows that pass the filters; the same object without filters, unless more hits are wanted. */
  readonly found: Found;
  /** Number of rows that pass the filters and have a word of the query. Without filters or with a vector, of related rows, too. */
  readonly matched: number;
  /** Number of rows that pass the filters; 0 without filters. */
  readonly passing: number;
  /** Those of `matched` and, if they are few, all candidates. Only if they were wanted. */
  matches(): Matches;
}

/** The column of vectors that a dataset has for its rows. */
export interface OwnSpace {
  readonly column: string;
  readonly dimensions: number;
  /** Whether a model has filled it. */
  readonly isEmbedded: boolean;
  /** Weight of their cosines beside words; see `RankingConstants`. */
  readonly weight: number;
}

/** What a search wants of the rows that it looks for. */
export interface Wanted {
  readonly limit: number;
  readonly matches: boolean;
  /** How rows of the text are scored, if an earlier search has found out. */
  readonly scale: TextScale;
}

/**
 * Where the rows of an index are. A search asks it in the order of these members, and ranks what it places.
 * @template Filter the rows that pass filters, in the source's own form
 * @template Found candidates, with what the source needs to place them
 */
export interface RowSource<Filter, Found extends Candidates> extends RankedIndex {
  readonly encoder: QueryEncoder;
  /** Absent without a column of vectors. */
  readonly own?: OwnSpace | undefined;
  /** Whether other rows than these are beyond what the reader sees: then counts are those of these rows, and no word is replaced. */
  readonly isPart: boolean;
  /** Tells versions of the index apart. */
  readonly version: number;
  /** Share of postings whose term occurs at least twice in its row. */
  readonly meanBurstiness: number;
  /** Counts of terms over all rows of the source, and their numbers. */
  counts(terms: readonly string[]): Promise<readonly TermEntry[]>;
  /** What may replace the unknown words of a text, as the analyzer reads it. */
  words(text: string, analyzer: Analyzer, unknown: readonly string[]): Promise<KnownWords>;
  /** Brings into memory what finding rows of a query reads. */
  prepare(parsed: ParsedQuery): Promise<void>;
  /**
   * Begins to read what ranking by a text and counts of some columns need, while a search finds rows. What fails is read again when
   * it is needed.
   */
  readAhead?(columns: readonly SchemaColumn[], hasText: boolean): void;
  /** @throws QueryError if a filter is invalid */
  filter(trees: readonly FilterTree[]): Promise<Filter>;
  /** All rows that pass. */
  all(filter: Filter | undefined): Matches;
  find(
    parsed: ParsedQuery,
    query: EncodedQuery,
    filter: Filter | undefined,
    wanted: Wanted,
  ): Promise<Retrieved<Found>>;
  /** Hits as rows to be placed. */
  collect(hits: readonly ListedRow[]): Promise<Found>;
  /**
   * What earlier searches of a text have found out, which may depend on what is in memory.
   * @param text with what else its terms depend on
   */
  scaleOf(text: string): TextScale;
  /** Brings into memory what ranking reads of rows. */
  read(found: Found): Promise<void>;
  place(found: Found): RowLease;
  /** Matches that are these hits. */
  only(hits: readonly ListedRow[]): Matches;
  /** Stored cells of rows by their numbers in the index. `columns` are indices among the stored columns. */
  cells(rows: readonly number[], columns: readonly number[]): Promise<string[][]>;
  /**
   * Cells of rows in a column of codes or names, in the form of `fold`; undefined for those without a value.
   * @throws QueryError `not_filterable` for prose
   */
  values(rows: readonly number[], column: SchemaColumn): Promise<(string | undefined)[]>;
  /** Brings into memory what explaining reads of the model. */
  readExplanations(): Promise<void>;
}
