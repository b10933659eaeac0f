import type { Changes } from '../changes/changes.ts';
import type { ColumnKind } from '../column-kind.ts';
import type { FilterTree } from '../conditions.ts';
import type { Facet, FacetRequest } from '../facets.ts';
import type { SortOrder } from '../listing.ts';
import type { ByteSource } from '../source.ts';
import type { Synonyms, UsedSynonyms } from '../words/synonyms.ts';
import type { AskedWeights } from './signal-weights.ts';

/** Rows of one search at most. */
export const MAX_LIMIT = 1_000;

/** A search. */
export interface SearchRequest {
  /** Without a text and a vector, all rows that pass the filters are listed. */
  readonly text: string;
  /**
   * A vector in the space of the column of vectors, of any length but zero. Rows whose vectors are near are found, too, and their
   * cosines count beside words. Without a text, they alone rank.
   */
  readonly vector?: readonly number[] | undefined;
  /** Whether a model made the vector of the text. Cursors depend on the text alone then: a model may give slightly others. */
  readonly isVectorOfText?: boolean;
  /** Maximum number of hits, 1 to 1000. */
  readonly limit: number;
  /** Rows must meet all of them. */
  readonly filters?: readonly FilterTree[];
  /** Lists all matches in this order instead of ranking them. Default without a text: `rows`. */
  readonly sort?: SortOrder;
  /**
   * Gives `next` with ranked rows, too, of which there are a thousand at most. An index that fits into memory is read
   * first, because an index that is not resident ranks fewer rows.
   */
  readonly pages?: boolean;
  /** The `next` of the answer that a list continues. */
  readonly after?: string;
  /** Counts all matches, those of `totalFound`, by columns. */
  readonly facets?: readonly FacetRequest[];
  /**
   * A column of codes or names: of the matches with the same value, only the first is a hit, and says how many they are. Cells
   * are compared whole, but for case and accents. Rows without a value are hits each.
   */
  readonly distinct?: string;
  /** Columns to return. Default: all metadata columns. A column of vectors is not returned. */
  readonly fields?: readonly string[];
  /** Leaves out hits far below the best one, from the hits and from `totalFound`. */
  readonly relevantOnly?: boolean;
  /**
   * Leaves out hits with a lower score, above 0 to 1, from the hits, `totalFound` and facets. Counts are those of the best thousand rows, which are
   * all that are ranked. As with `pages`, an index that fits into memory is read first.
   */
  readonly minimumScore?: number;
  /** What the signals of the ranking count. They order what is found, and find no other rows. */
  readonly weights?: AskedWeights;
  /** Synonyms of the owner of the index. They apply to the text, not to filters. */
  readonly synonyms?: Synonyms;
  /** Adds to each hit its concept vector. */
  readonly vectors?: boolean;
  /** Adds to each hit an explanation, its best passage, and where its columns have words of the query. */
  readonly explain?: boolean;
}

/** A term and its share of a hit's score, 0 to 1. */
export interface TermShare {
  readonly term: string;
  readonly share: number;
  /** The word of the query that it is a synonym of, as the list of synonyms writes it. */
  readonly synonymOf?: string;
}

/** Start and end of words in a text, in UTF-16 units, the end exclusive. */
export type TextRange = [start: number, end: number];

/** A part of the index column. Offsets are in UTF-16 code units, `end` is exclusive. */
export interface Passage {
  /** Where it is from another column than the index column. */
  readonly column?: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Where the passage has terms of the query: offsets in `text`, ascending, none overlapping another. */
  readonly termRanges: TextRange[];
  /** The same for the concepts that the explanation names. */
  readonly conceptRanges: TextRange[];
}

/** Why a row was found. All shares add up to at most 1. */
export interface Explanation {
  /** Query terms that the row contains. */
  readonly terms: readonly TermShare[];
  /** Terms of the row that are related to the query in meaning. */
  readonly concepts: readonly TermShare[];
  /** Share of the score that the row's own vector has. Only if the request has a vector. */
  readonly vector?: number;
  /**
   * Whether `relevantOnly` keeps the row. Absent in lists that nothing ranks, of rows that are found by their id, and in a part of an
   * index.
   */
  readonly isRelevant?: boolean;
}

/** A found row. */
export interface SearchHit {
  /** Number of the row in the index, from 0. Stable for a version of the index. */
  readonly number: number;
  /** The requested columns. If none is requested, this is empty and no stored row is read. */
  readonly row: Record<string, string>;
  /** 0 to 1 with four decimals; 0 in a list that is not ranked. Never rises with rank; comparable between queries of one index. */
  readonly score: number;
  /**
   * Best passage, of the index column, or of another column of text if only that has words of the query. Only with `explain`; null
   * if there is no text.
   */
  readonly passage?: Passage | null;
  readonly explanation?: Explanation;
  /**
   * In concept space, rotated: inner products are those of the vectors that `vector` gives, single entries are not. Of unit
   * length but for rounding to eight bits, or all zeros if the model knows no word of the row. Only with `vectors`.
   */
  readonly vector?: Float32Array;
  /** With `distinct`: the matches with the same value, this one included. */
  readonly sameValue?: number;
  /** Where searched columns in `row` have words of the query, by column. Only with `explain`. */
  readonly highlights?: Readonly<Record<string, readonly TextRange[]>>;
}

/** The result of a search. */
export interface SearchResult {
  /** Number of matching rows; `hits` are the best of them. */
  readonly totalFound: number;
  /** With `relevantOnly`: number of rows that match and are left out. Absent where rows were found by their id. */
  readonly lessRelevant?: number;
  readonly hits: readonly SearchHit[];
  /** Words of the text that were searched as others, too. Absent if there are none. */
  readonly synonyms?: readonly UsedSynonyms[];
  /** In the order of the request. */
  readonly facets?: readonly Facet[];
  /** Of a list or pages that go on: what `after` of the next request is. Valid for one version of the index. */
  readonly next?: string;
}

/** A term that is related to a text. */
export interface DictionaryTerm {
  readonly term: string;
  /** Cosine, four decimals. */
  readonly score: number;
}

/** A term of the rows that a model was trained on. */
export interface KnownWord {
  /** ln((rows + 1) / rows that have it), at least 0. */
  readonly rarity: number;
  /**
   * In association space: words that occur near the same words are near each other. The fewer rows have the term, the shorter it is
   * than 1. All zeros if it is not there.
   */
  readonly vector: Float32Array;
}

/** The part of an index that a reader sees. */
export interface Scope {
  /** Rows must meet all of them; others do not exist. They may name columns that are not seen. All rows if absent. */
  readonly rows?: readonly FilterTree[] | undefined;
  /** Names of the columns that are seen. All columns if absent. */
  readonly columns?: readonly string[] | undefined;
}

/** An opened index, whose rows are in its files or on a cluster. */
export interface SearchIndex {
  /** The stored columns: those that are searched or come back with results. */
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
  /** Whether a model has given rows their vectors, so that it can give a query one. */
  readonly isEmbedded: boolean;
  /** @throws QueryError if a filter, a field or the limit is invalid */
  search(request: SearchRequest): Promise<SearchResult>;
  /**
   * The index after changes of its rows, which shares with this one what is in memory. Both can be used, and close together.
   * @throws CorruptFileError
   */
  changed(changes: Changes): Promise<SearchIndex>;
  /**
   * The part of the index that a reader sees, which shares with it what is in memory. Rows and columns beyond it change no
   * answer, but for scores and the order that follows from them: words have the meaning that they have in all rows. Words that no
   * seen row has count as if no row had them, and no spelling is corrected.
   */
  within(scope: Scope): SearchIndex;
  /** Concept vector of a text: unit length, or all zeros if no word is known. */
  vector(text: string): Promise<number[]>;
  /** Terms nearest to a text in meaning, best first, without the text's own terms. */
  dictionary(text: string, limit: number): Promise<DictionaryTerm[]>;
  /**
   * What is known of terms; undefined for a term that the model does not know, which few or no rows have.
   * @param terms as `createAnalyzer` of the index's language gives them
   */
  words(terms: readonly string[]): Promise<(KnownWord | undefined)[]>;
  /** Reads what searches will need, as far as memory goes. A search meanwhile need not wait for it. */
  warm(): Promise<void>;
  /** Releases memory. The index must not be used afterwards. */
  close(): void;
}

/** Opens a file of an index by its name in the manifest. */
export type OpenFile = (fileName: string, sizeBytes: number) => Promise<ByteSource>;

/** Settings of an opened index. */
export interface OpenOptions {
  /** An index of at most this size is read whole by its first search. Default: 8 MiB. */
  readonly smallBytes?: number;
  /**
   * Bytes of the index that may be in memory. An index of at most this size becomes resident after its
   * first search, and keeps what facets count in what it leaves (`facetBytes` at most); of a larger one only pages that searches read are kept. Default: no bound.
   */
  readonly residentBytes?: number;
  /**
   * Bytes of pages that are kept of an index that does not become resident. In memory they take up to two and a half
   * times as much: the system gives memory in pages of its own, and a row is in several arrays. Default: `residentBytes`.
   */
  readonly pageBytes?: number;
  /**
   * Bytes of whole sections that are read of such an index after its first search, a part of `pageBytes`: words and
   * posting lists first, then rows. The next searches read less. Default: 0.
   */
  readonly sectionBytes?: number;
}
