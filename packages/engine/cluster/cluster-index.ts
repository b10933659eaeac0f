import { refuse } from '../conditions.ts';
import type { ListPlace } from '../listing.ts';
import type { QueryVector } from '../segment/query-vector.ts';
import type { ResolvedTerm, TermCounts } from '../words/terms.ts';
import {
  ask,
  type ClusterConnection,
  ClusterError,
  clusterFailure,
  type JsonObject,
} from './connection.ts';
import { shardCount } from './index-mapping.ts';
import type { RelatedWord } from './related-words.ts';

/** Terms of a query by which the cluster chooses candidates, the weightiest. Ranking uses all of them. */
const MOST_TERMS = 256;
/** What a term counts at least there, as a share of its idf. */
const LEAST_BOOST = 0.1;
/** Of more rows, only those that have most of the related words are compared: so many of each shard, as OpenSearch allows. */
export const ALL_COMPARED = 300_000;
const MOST_COMPARED = 10_000;
/** Terms spelled like a word that a shard gives, those with the fewest edits. */
const SPELLINGS = 100;
/** Terms whose counts are remembered, a few megabytes. Beyond that, all are forgotten. */
const KEPT_COUNTS = 50_000;
/** Largest entry of a byte vector. */
const LARGEST = 127;

/** A row that the cluster found. */
export interface FoundRow {
  readonly row: number;
  readonly payload: string;
}

/** Rows by their words. */
export interface FoundRows {
  readonly lexical: readonly FoundRow[];
  /** Rows that have a word of the query and pass the filters. */
  readonly matched: number;
  /** Rows that pass the filters; 0 without filters. */
  readonly passing: number;
}

/** A row with its cosine in concept space. */
export interface NearRow {
  readonly row: number;
  readonly cosine: number;
}

interface Hit {
  readonly _score: number;
  /** Of each field that is asked for, and by which the rows are sorted, the value. */
  readonly fields: {
    readonly row: [number];
    readonly payload: [string];
    readonly cells: [string];
    readonly [field: string]: [number | string] | undefined;
  };
}

interface Answer {
  readonly status?: number;
  readonly error?: JsonObject;
  readonly timed_out: boolean;
  readonly _shards: { readonly total: number; readonly successful: number };
  readonly hits: { readonly total: { readonly value: number }; readonly hits: readonly Hit[] };
  readonly aggregations: JsonObject;
  readonly suggest: Readonly<
    Record<number, readonly { readonly options: readonly { text: string; freq: number }[] }[]>
  >;
}

/** What searches send of each row. Fetching ids would cost more than all of it. */
const ROW_NUMBERS = { stored_fields: '_none_', docvalue_fields: ['row'] };
const PAYLOADS = { stored_fields: '_none_', docvalue_fields: ['row', 'payload'] };

const TOO_MANY = /too_many_clauses|too_many_nested_clauses|maxClauseCount/;

/**
 * An answer that covers all shards.
 * @throws QueryError `bad_filter` if a phrase has a beginning of too many words,
 * @throws ClusterError `busy` if a part of the index did not answer
 */
function whole(answer: Answer): Answer {
  if (answer.error) {
    // A beginning within a phrase stands for more words than the cluster compares.
    if (TOO_MANY.test(JSON.stringify(answer.error))) {
      throw refuse('Too many words begin like a word of a phrase. Write more of it.');
    }
    throw clusterFailure(answer.status ?? 500, answer.error);
  }
  const { total, successful } = answer._shards;
  if (answer.timed_out || successful < total) {
    throw new ClusterError('busy', `${total - successful} of ${total} shards did not answer.`);
  }
  return answer;
}

/** Requests to one index on a cluster. */
export class ClusterIndex {
  readonly #connection: ClusterConnection;
  readonly #name: string;
  readonly #shards: number;
  /** Counts that were asked for: an index never changes. */
  readonly #counts = new Map<string, TermCounts>();

  constructor(connection: ClusterConnection, name: string, rowCount: number) {
    this.#connection = connection;
    this.#name = name;
    this.#shards = shardCount(rowCount);
  }

  /** Counts of terms over the whole index; zeros for those that do not occur. */
  async counts(terms: readonly string[]): Promise<readonly TermCounts[]> {
    const missing = [...new Set(terms)].filter((term) => !this.#counts.has(term));
    const kept = terms.map((term) => this.#counts.get(term));
    const read = await this.#readCounts(missing);
    if (this.#counts.size > KEPT_COUNTS) this.#counts.clear();
    for (const [term, counts] of read) this.#counts.set(term, counts);
    return terms.map((term, i) => kept[i] ?? read.get(term)!);
  }

  /** Those of some terms that occur. */
  async present(terms: readonly string[]): Promise<ReadonlySet<string>> {
    const counts = await this.#readCounts(terms);
    return new Set(terms.filter((term) => counts.get(term)!.df > 0));
  }

  /** The statistics of terms are known by shard. */
  async #readCounts(terms: readonly string[]): Promise<Map<string, TermCounts>> {
    if (terms.length === 0) return new Map();
    const text = terms.join(' ');
    const body = {
      doc: { words: text, repeated: text },
      fields: ['words', 'repeated'],
      term_statistics: true,
      field_statistics: false,
      positions: false,
      offsets: false,
      payloads: false,
    };
    const answers = await Promise.all(
      Array.from({ length: this.#shards }, (_, shard) =>
        ask(this.#connection, {
          method: 'POST',
          path: `/${this.#name}/_termvectors?preference=_shards:${shard}`,
          body,
        }),
      ),
    );
    type Statistics = Record<string, { terms: Record<string, { doc_freq?: number }> } | undefined>;
    const shards = answers.map((answer) => answer.term_vectors as unknown as Statistics);
    const sum = (field: string, term: string) =>
      shards.reduce((total, one) => total + (one[field]?.terms[term]?.doc_freq ?? 0), 0);
    return new Map(
      terms.map((term) => [term, { df: sum('words', term), repeated: sum('repeated', term) }]),
    );
  }

  /** For each word, terms of the index within so many edits, with the numbers of rows that have them. */
  async similarTerms(
    words: readonly { readonly word: string; readonly edits: number }[],
  ): Promise<ReadonlyMap<string, number>[]> {
    if (words.length === 0) return [];
    const options = {
      field: 'words',
      suggest_mode: 'always',
      prefix_length: 0,
      size: SPELLINGS,
      shard_size: SPELLINGS,
    };
    const suggest = words.map(({ word, edits }, i) => [
      i,
      { text: word, term: { ...options, max_edits: edits } },
    ]);
    const [answer] = await this.#search([{ size: 0, suggest: Object.fromEntries(suggest) }]);
    return words.map((_, i) => {
      const found = answer!.suggest[i]!.flatMap((entry) => entry.options);
      return new Map(found.map(({ text, freq }) => [text, freq]));
    });
  }

  /**
   * Finds rows by words and counts those that pass the filters, in one request. Without a term that the index has, the
   * first rows that pass the filters count as found by words, unless rows can be found by meaning.
   * @param size how many rows
   * @throws ClusterError
   */
  async find(
    terms: readonly ResolvedTerm[],
    hasMeaning: boolean,
    filters: readonly JsonObject[],
    size: number,
  ): Promise<FoundRows> {
    const isFiltered = filters.length > 0;
    const passes = { bool: { filter: filters } };
    const hasWords = terms.some(({ df }) => df > 0);
    const page = { ...PAYLOADS, size, track_total_hits: true };
    const searches: JsonObject[] = [];
    if (hasWords) searches.push({ ...page, query: this.#scored(terms, filters) });
    else if (!hasMeaning && isFiltered) searches.push({ ...page, query: passes, sort: ['row'] });
    const byWords = searches.length;
    if (isFiltered) searches.push({ size: 0, track_total_hits: true, query: passes });
    const answers = searches.length > 0 ? await this.#search(searches) : [];
    const [lexical] = answers.slice(0, byWords);
    return {
      lexical: lexical ? lexical.hits.hits.map(({ fields }) => found(fields)) : [],
      matched: hasWords ? lexical!.hits.total.value : 0,
      passing: isFiltered ? answers.at(-1)!.hits.total.value : 0,
    };
  }

  /**
   * The rows nearest to a concept vector that pass the filters, best first.
   * @param related words of rows near to it. If given, only the rows that have most of them are compared
   * @throws ClusterError
   */
  async nearest(
    concept: QueryVector,
    filters: readonly JsonObject[],
    related: readonly RelatedWord[] | undefined,
    size: number,
  ): Promise<NearRow[]> {
    const params = { field: 'vector', query_value: byteVector(concept), space_type: 'cosinesimil' };
    const script = { source: 'knn_score', lang: 'knn', params };
    const compared = (query: JsonObject) => ({ script_score: { query, script } });
    const should = related?.map(({ word, weight }) => ({
      term: { words: { value: word, boost: weight } },
    }));
    // With filters, rows without a related word come last.
    const preferred = should && {
      query: { bool: { should, filter: filters } },
      rescore: {
        window_size: MOST_COMPARED,
        query: {
          rescore_query: compared({ match_all: {} }),
          query_weight: 0,
          rescore_query_weight: 1,
        },
      },
    };
    const all = { query: compared({ bool: { filter: filters } }) };
    const page = { ...ROW_NUMBERS, size, track_total_hits: false };
    const [answer] = await this.#search([{ ...page, ...(preferred ?? all) }]);
    // The cluster gives 1 + cosine, which is never negative.
    return answer!.hits.hits.map(({ fields, _score }) => ({
      row: fields.row[0],
      cosine: _score - 1,
    }));
  }

  async #search(searches: readonly JsonObject[]): Promise<Answer[]> {
    const index = { index: this.#name, allow_partial_search_results: false };
    const answer = await ask(this.#connection, {
      method: 'POST',
      path: '/_msearch',
      body: searches.flatMap((search) => [index, search]),
    });
    return (answer.responses as unknown as Answer[]).map(whole);
  }

  /** Number of rows of a query. */
  async count(query: JsonObject): Promise<number> {
    const [answer] = await this.#search([{ size: 0, track_total_hits: true, query }]);
    return answer!.hits.total.value;
  }

  /** Counts the rows of a query. */
  async aggregate(query: JsonObject, aggs: JsonObject): Promise<JsonObject> {
    const [answer] = await this.#search([{ size: 0, track_total_hits: false, query, aggs }]);
    return answer!.aggregations;
  }

  /**
   * The first rows of a query after a place; those without a value come last.
   * @param field of numbers, by which they are sorted; undefined for the order of the index
   */
  async sorted(
    query: JsonObject,
    field: string | undefined,
    descending: boolean,
    size: number,
    after?: ListPlace,
  ): Promise<ListPlace[]> {
    const order = descending ? 'desc' : 'asc';
    const byField = field ? [{ [field]: { order, missing: '_last', numeric_type: 'double' } }] : [];
    // The cluster compares rows without a value by this one.
    const key = after?.key ?? (descending ? '-Infinity' : 'Infinity');
    const [answer] = await this.#search([
      {
        size,
        stored_fields: '_none_',
        docvalue_fields: field ? ['row', field] : ['row'],
        track_total_hits: false,
        query,
        sort: [...byField, { row: 'asc' }],
        search_after: after && [...(field ? [key] : []), after.row],
      },
    ]);
    return answer!.hits.hits.map(({ fields }) => {
      const value = field ? fields[field]?.[0] : undefined;
      return { row: fields.row[0], key: typeof value === 'number' ? value : null };
    });
  }

  /** The query of rows that have a term and pass filters, scored like BM25F. */
  #scored(terms: readonly ResolvedTerm[], filters: readonly JsonObject[]): JsonObject {
    // The cluster multiplies by the idf.
    const should = weightiest(terms).map(({ term, weight, idf }) => ({
      term: { words: { value: term, boost: Math.max(LEAST_BOOST, weight / idf) } },
    }));
    return { bool: { should, minimum_should_match: 1, filter: filters } };
  }

  /** The query of the same rows, which do not get scores. */
  wordQuery(terms: readonly ResolvedTerm[], filters: readonly JsonObject[]): JsonObject {
    const words = weightiest(terms).map(({ term }) => term);
    return { bool: { filter: [{ terms: { words } }, ...filters] } };
  }

  /** Rows by their numbers. */
  async #byNumber(rows: readonly number[], wanted: JsonObject): Promise<readonly Hit[]> {
    const query = { terms: { row: rows } };
    const [answer] = await this.#search([{ size: rows.length, ...wanted, query }]);
    return answer!.hits.hits;
  }

  /** Payloads of rows. */
  async payloads(rows: readonly number[]): Promise<FoundRow[]> {
    if (rows.length === 0) return [];
    const hits = await this.#byNumber(rows, PAYLOADS);
    return hits.map(({ fields }) => found(fields));
  }

  /** Stored cells of rows, by the numbers of the rows. */
  async cells(rows: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    const hits = await this.#byNumber(rows, { stored_fields: ['cells'], docvalue_fields: ['row'] });
    const cells = new Map<number, string[]>(
      hits.map(({ fields }) => [
        fields.row[0],
        JSON.parse(Buffer.from(fields.cells[0], 'base64').toString()),
      ]),
    );
    const missing = rows.find((row) => !cells.has(row));
    if (missing === undefined) return cells;
    throw new ClusterError('busy', `Row ${missing} is missing from the cluster.`);
  }
}

const found = ({ row, payload }: Hit['fields']): FoundRow => ({ row: row[0], payload: payload[0] });

/** The terms of a query by which the cluster finds rows. */
const weightiest = (terms: readonly ResolvedTerm[]) =>
  terms
    .filter(({ df }) => df > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST_TERMS);

/** A vector in eight bits. Its length does not matter to a cosine. */
function byteVector({ rotated }: QueryVector): number[] {
  const largest = rotated.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return Array.from(rotated, (x) => Math.round((x / largest) * LARGEST));
}
