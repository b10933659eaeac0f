import { quantizeRows } from '../concept/quantize.ts';
import { refuse } from '../conditions.ts';
import type { RowPayload } from '../search/placed-rows.ts';
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
import { readPayload } from './row-payload.ts';

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

/** A row that the cluster found. */
export interface FoundRow {
  readonly row: number;
  readonly payload: RowPayload;
}

/** Rows, best first. */
export interface FoundRows {
  readonly rows: readonly FoundRow[];
  /** All rows of the query, if they were counted, or at least so many as were to be. */
  readonly matched: number;
}

/** A row of an answer. */
export interface Hit {
  /** The value of each field that was asked for. */
  readonly fields: {
    readonly row: [number];
    readonly payload: [string];
    readonly cells: [string];
  };
  /** What it is sorted by: the value of a column if there is one, else infinite and a text, and the number of the row. */
  readonly sort: readonly number[];
}

/** What a search finds. */
export interface Answer {
  readonly status?: number;
  readonly error?: JsonObject;
  readonly timed_out: boolean;
  readonly _shards: { readonly total: number; readonly successful: number };
  /** The total only if it was asked for. */
  readonly hits: { readonly total?: { readonly value: number }; readonly hits: readonly Hit[] };
  readonly aggregations: JsonObject;
  readonly suggest: {
    readonly similar: readonly { readonly options: readonly { text: string; freq: number }[] }[];
  };
}

/** What searches send of each row. Fetching ids would cost more than all of it. */
const PAYLOADS = {
  stored_fields: '_none_',
  docvalue_fields: ['row', 'payload'],
  track_total_hits: false,
};

const TOO_MANY = /too_many_clauses|too_many_nested_clauses|maxClauseCount/;

/** An answer, if it covers all shards. */
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
  readonly #width: number;
  /** Counts that were asked for: an index never changes. */
  #counts = new Map<string, TermCounts>();

  /** @param width entries of a concept vector */
  constructor(connection: ClusterConnection, name: string, rowCount: number, width: number) {
    this.#connection = connection;
    this.#name = name;
    this.#shards = shardCount(rowCount);
    this.#width = width;
  }

  /** Counts of terms over the whole index; zeros for those that do not occur. */
  async counts(terms: readonly string[]): Promise<readonly TermCounts[]> {
    if (this.#counts.size > KEPT_COUNTS) this.#counts = new Map();
    const kept = this.#counts;
    const missing = [...new Set(terms.filter((term) => !kept.has(term)))];
    if (missing.length > 0) await this.#readCounts(missing, kept);
    return terms.map((term) => kept.get(term)!);
  }

  /** The statistics of terms are known by shard. */
  async #readCounts(terms: readonly string[], counts: Map<string, TermCounts>): Promise<void> {
    const text = terms.join(' ');
    const body = {
      doc: { words: text, repeated: text },
      fields: ['words', 'repeated'],
      term_statistics: true,
      field_statistics: false,
      positions: false,
      offsets: false,
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
    for (const term of terms) {
      counts.set(term, { df: sum('words', term), repeated: sum('repeated', term) });
    }
  }

  /** Terms of the index within so many edits of each word, with the numbers of rows that have them. */
  async similarTerms(
    words: readonly { readonly word: string; readonly edits: number }[],
  ): Promise<ReadonlyMap<string, number>[]> {
    const asked = words.map(({ word, edits }) => {
      const options = { suggest_mode: 'always', prefix_length: 0, size: SPELLINGS };
      const term = { field: 'words', max_edits: edits, shard_size: SPELLINGS, ...options };
      return { size: 0, suggest: { similar: { text: word, term } } };
    });
    const answers = await this.search(asked);
    return answers.map(({ suggest }) => {
      const found = suggest.similar.flatMap(({ options }) => options);
      return new Map(found.map(({ text, freq }) => [text, freq]));
    });
  }

  /** Rows of searches with their payloads. They are counted if `track_total_hits` says so. */
  async find(searches: readonly JsonObject[]): Promise<FoundRows[]> {
    const answers = await this.search(searches.map((search) => ({ ...PAYLOADS, ...search })));
    return answers.map(({ hits }) => ({
      rows: hits.hits.map(({ fields: { row, payload } }) => ({
        row: row[0],
        payload: readPayload(payload[0], this.#width),
      })),
      matched: hits.total?.value ?? 0,
    }));
  }

  /**
   * Rows of a query, with their payloads: those nearest to a concept vector or, without one, the first.
   * @param among clauses of the query
   * @param related words of rows near to the vector. If given, only the rows that have most of them are compared
   * @throws ClusterError
   */
  async others(
    among: JsonObject,
    size: number,
    concept: QueryVector | null,
    related?: readonly RelatedWord[],
  ): Promise<readonly FoundRow[]> {
    const order = concept
      ? nearest(among, concept, related)
      : { query: { bool: among }, sort: ['row'] };
    const [found] = await this.find([{ size, ...order }]);
    return found!.rows;
  }

  /**
   * Searches in one request.
   * @throws QueryError `bad_filter` if a phrase has a beginning of too many words
   * @throws ClusterError `busy` if a part of the index did not answer
   */
  async search(searches: readonly JsonObject[]): Promise<Answer[]> {
    if (searches.length === 0) return [];
    const index = { index: this.#name, allow_partial_search_results: false };
    const answer = await ask(this.#connection, {
      method: 'POST',
      path: '/_msearch',
      body: searches.flatMap((search) => [index, search]),
    });
    return (answer.responses as unknown as Answer[]).map(whole);
  }

  /** Stored cells of rows, by the numbers of the rows. */
  async cells(rows: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    const wanted = { stored_fields: ['cells'], docvalue_fields: ['row'] };
    const [answer] = await this.search([{ ...byNumber(rows), ...wanted }]);
    const cells = new Map<number, string[]>(
      answer!.hits.hits.map(({ fields }) => [
        fields.row[0],
        JSON.parse(Buffer.from(fields.cells[0], 'base64').toString()),
      ]),
    );
    const missing = rows.find((row) => !cells.has(row));
    if (missing === undefined) return cells;
    throw new ClusterError('busy', `Row ${missing} is missing from the cluster.`);
  }
}

/** What asks for rows by their numbers. */
export const byNumber = (rows: readonly number[]) => ({
  size: rows.length,
  query: { terms: { row: rows } },
});

/** The terms of a query by which the cluster finds rows. */
const weightiest = (terms: readonly ResolvedTerm[]) =>
  terms
    .filter(({ df }) => df > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST_TERMS);

/** The query of rows that have a term. */
export const hasWord = (terms: readonly ResolvedTerm[]): JsonObject => ({
  terms: { words: weightiest(terms).map(({ term }) => term) },
});

/** The query of the rows of these that pass filters, scored like BM25F. */
export function scored(terms: readonly ResolvedTerm[], filter?: readonly JsonObject[]): JsonObject {
  // The cluster multiplies by the idf.
  const should = weightiest(terms).map(({ term, weight, idf }) => ({
    term: { words: { value: term, boost: Math.max(LEAST_BOOST, weight / idf) } },
  }));
  if (should.length === 0) return { match_none: {} };
  return { bool: { should, minimum_should_match: 1, filter } };
}

/** What asks for the rows nearest to a concept vector; see `ClusterIndex.others`. */
function nearest(
  among: JsonObject,
  { rotated }: QueryVector,
  related: readonly RelatedWord[] | undefined,
): JsonObject {
  // A vector in eight bits. Its length does not matter to a cosine.
  const query_value = Array.from(quantizeRows(rotated, rotated.length).values);
  const params = { field: 'vector', query_value, space_type: 'cosinesimil' };
  const script = { source: 'knn_score', lang: 'knn', params };
  const compared = (query: JsonObject) => ({ script_score: { query, script } });
  if (!related) return { query: compared({ bool: among }) };
  const should = related.map(({ word, weight }) => ({
    term: { words: { value: word, boost: weight } },
  }));
  return {
    // With filters, rows without a related word come last.
    query: { bool: { ...among, should } },
    rescore: {
      window_size: MOST_COMPARED,
      query: {
        rescore_query: compared({ match_all: {} }),
        query_weight: 0,
        rescore_query_weight: 1,
      },
    },
  };
}
