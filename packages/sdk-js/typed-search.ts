/** What searches take and answer, with the names of an index's columns. */
import type {
  Explanation,
  Facet,
  FacetRequest,
  Filter,
  NearCondition,
  Operations,
  PhraseCondition,
} from './generated.ts';

type Sent = Operations['query-index']['body']['request'];
type Answered = Operations['query-index']['output'];
type SentExport = Operations['create-search-export']['body'];

/** Name of a column. */
export type Column<Row> = keyof Row & string;

/** A condition that rows must meet. */
export type Condition<Row> =
  | (Omit<Filter, 'column'> & { column: Column<Row> })
  | (Omit<PhraseCondition, 'columns'> & { columns?: readonly Column<Row>[] })
  | (Omit<NearCondition, 'columns'> & { columns?: readonly Column<Row>[] })
  | { and: readonly Condition<Row>[] }
  | { or: readonly Condition<Row>[] }
  | { not: Condition<Row> };

/** An order of a list. */
export type Sort<Row> = 'rows' | { column: Column<Row>; descending?: boolean };

interface Narrowed<Row> {
  /** Conditions on columns, which may be joined by `or`, `and` and `not`. A row must meet all of the list. */
  filters?: readonly Condition<Row>[];
  /** Columns to return. All metadata columns if absent. */
  fields?: readonly Column<Row>[];
  /** Lists all matches in this order instead of ranking them. */
  sort?: Sort<Row>;
}

/** A search as `POST /query` takes it. */
export type SearchRequest<Row> = Omit<Sent, 'filters' | 'fields' | 'sort' | 'facets' | 'distinct'> &
  Narrowed<Row> & {
    /** Counts all matches by columns. */
    facets?: readonly (Omit<FacetRequest, 'column' | 'by'> & {
      column: Column<Row>;
      by?: Omit<NonNullable<FacetRequest['by']>, 'column'> & { column: Column<Row> };
    })[];
    /** A column of codes or names: of the matches with the same value, only the first is a hit. */
    distinct?: Column<Row>;
  };

/** What narrows and cuts a list of similar rows. */
export type SimilarOptions<Row> = Omit<Narrowed<Row>, 'sort'> & {
  /** 5 if absent. */
  maxNumItems?: number;
};

/** A search whose matches are written to a file. */
export type ExportRequest<Row> = Omit<SentExport['request'], keyof Narrowed<Row>> & Narrowed<Row>;
export type ExportFormat = SentExport['format'];

/** A row that was found: its metadata columns, and how well it fits. */
export type Hit<Row> = Row & {
  /** 0 to 1. Comparable within one index. */
  conceptScore: number;
  /** With `distinct`: how many matches have the same value, this one included. */
  sameValue?: number;
  /** With `explain`. */
  explanation?: Explanation;
};

/** The answer to a search. */
export type SearchAnswer<Row> = Omit<Answered, 'foundItems' | 'facets'> & {
  /** The best rows, best first. */
  foundItems: Hit<Row>[];
  /** In the order of the request. */
  facets?: readonly Facet[];
};

/** A cell as rows are sent. */
export type Cell = string | number | boolean | null | readonly string[] | readonly number[];

/** A row as it is sent: its columns, as far as they have values. */
export type RowInput<Row> = { readonly [Name in Column<Row>]?: Cell };
