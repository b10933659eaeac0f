import type { FilterOperator } from '../segment/filter-column.ts';

/** A condition on one column; all conditions of a search must hold. */
export interface SearchFilter {
  readonly column: string;
  readonly operator: FilterOperator;
  /** Dates with or without dashes; a year or a month stands for all its days. */
  readonly value: string;
}

/** A search. */
export interface SearchRequest {
  readonly text: string;
  /** Hits wanted at most, 1 to 1000. */
  readonly limit: number;
  readonly filters?: readonly SearchFilter[];
  /** Columns to return; default all metadata columns. */
  readonly fields?: readonly string[];
  /** Say why each row was found, and quote its best passage. */
  readonly explain?: boolean;
}

/** A term with its share of a hit's score, 0 to 1. */
export interface TermShare {
  readonly term: string;
  readonly share: number;
}

/** A stretch of the index column; offsets in UTF-16 units, `end` exclusive. */
export interface Passage {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Why a row was found. The shares of terms and concepts add up to at most 1. */
export interface Explanation {
  /** Query terms the row contains. */
  readonly terms: readonly TermShare[];
  /** Terms of the row that are near the query in meaning. */
  readonly concepts: readonly TermShare[];
}

/** A found row. */
export interface SearchHit {
  /** Place of the row among all rows of the index, from 0: stable as long as the index is. */
  readonly number: number;
  /** The wanted columns; empty, and nothing stored is read, when none is wanted. */
  readonly row: Record<string, string>;
  /** 0 to 1, four decimals, falling with rank, comparable between queries of one index. */
  readonly score: number;
  /** Best passage; only with `explain`, null if the index column is empty. */
  readonly passage?: Passage | null;
  readonly explanation?: Explanation;
}

/** What a search found. */
export interface SearchResult {
  /** Rows that match, of which `hits` are the best. */
  readonly totalFound: number;
  readonly hits: readonly SearchHit[];
}

/** A term near a text in meaning. */
export interface DictionaryTerm {
  readonly term: string;
  /** Cosine, four decimals. */
  readonly score: number;
}

/** An opened index. Implementations may live on one machine or ask a cluster. */
export interface SearchIndex {
  /** @throws QueryError for filters or fields the index does not have */
  search(request: SearchRequest): Promise<SearchResult>;
  /** Concept vector of a text: unit length, all zero when no word is known. */
  vector(text: string): number[];
  /** Terms nearest to a text in meaning, best first, the text's own terms left out. */
  dictionary(text: string, limit: number): DictionaryTerm[];
  /** Releases memory; the index must not be used afterwards. */
  close(): void;
}
