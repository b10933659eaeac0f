import { QueryError } from '../errors.ts';
import { CANDIDATES, PAGED_CANDIDATES, RELEVANT_SHARE } from '../ranking-constants.ts';
import type { SchemaColumn } from '../schema.ts';
import type { SearchParts } from '../segment/open.ts';
import { compileFilter, type RowFilter, type SearchFilter } from '../segment/row-filter.ts';
import { type AnalyzedQuery, analyzeQuery } from './analyze-query.ts';
import {
  type Candidates,
  fillCandidates,
  findCandidates,
  type ResolvedTerm,
  resolveTerms,
  segmentOf,
} from './candidates.ts';
import type { IndexState, LoadedIndex } from './index-state.ts';
import { presentHits } from './present.ts';
import { QueryPages } from './query-pages.ts';
import type { QueryVectors } from './query-vectors.ts';
import { highest, mixSignals } from './rank-rows.ts';
import type { SearchRequest, SearchResult } from './search-index.ts';
import { type AbsoluteScore, absoluteScores, type RankedRow, shownScores } from './shown-scores.ts';
import { computeSignals } from './signals.ts';
import { replaceUnknownWords, unknownTerms } from './unknown-words.ts';

const MAX_LIMIT = 1_000;

/** Opens the filters for each segment. */
async function openFilters(
  state: IndexState,
  columns: readonly SchemaColumn[],
  filters: readonly SearchFilter[],
): Promise<RowFilter[][]> {
  const compiled = filters.map((filter) => {
    const column = columns.find((c) => c.name === filter.column && c.role !== 'ignore');
    if (!column) {
      throw new QueryError('unknown_column', `The index has no column "${filter.column}".`);
    }
    return compileFilter(column, filter);
  });
  return Promise.all(
    state.segments.map(({ file }) => Promise.all(compiled.map((filter) => filter(file)))),
  );
}

/** Marks the rows that meet all filters, in memory shared by all searches; null if there are no filters. */
function keepRows({ marks }: SearchParts, filters: readonly RowFilter[]): Uint8Array | null {
  if (filters.length === 0) return null;
  marks.fill(1);
  for (const filter of filters) filter(marks);
  return marks;
}

/** Checks limit and fields. */
function checkRequest(columns: readonly SchemaColumn[], { limit, fields }: SearchRequest): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new QueryError('bad_limit', `The limit must be a whole number from 1 to ${MAX_LIMIT}.`);
  }
  for (const field of fields ?? []) {
    if (!columns.some((column) => column.name === field)) {
      throw new QueryError('unknown_column', `The index has no column "${field}".`);
    }
  }
}

/** A query after "parse". */
export interface ParsedQuery {
  readonly query: AnalyzedQuery;
  readonly terms: readonly ResolvedTerm[];
  readonly vectors: QueryVectors;
}

/** Parse: terms with their counts, unknown words replaced, and the query in the spaces of the model. */
async function parse(
  state: IndexState,
  loaded: LoadedIndex,
  pages: QueryPages,
  text: string,
): Promise<ParsedQuery> {
  const { analyzer } = state.model;
  const asked = analyzeQuery(text, analyzer);
  await pages.terms(asked.terms);
  const lexicons = loaded.parts.map((part) => part.lexicon);
  if (unknownTerms(asked, lexicons).length > 0) await pages.allTerms();
  const query = replaceUnknownWords(asked, text, analyzer, lexicons, () => loaded.speller());
  if (query !== asked) await pages.terms(query.terms);
  const terms = resolveTerms(query, lexicons, state);
  await Promise.all([pages.vectors(query), pages.postings(terms)]);
  return { query, terms, vectors: loaded.spaces.vectors(query) };
}

/**
 * Retrieve: the best rows by BM25F, filled up by the nearest in concept space. An index that is not
 * resident gives fewer candidates, and is read whole to fill them up if fewer rows than wanted have a
 * word of the query.
 */
async function retrieve(
  state: IndexState,
  loaded: LoadedIndex,
  { terms, vectors }: ParsedQuery,
  filters: readonly (readonly RowFilter[])[],
  limit: number,
): Promise<Candidates> {
  const { parts } = loaded;
  const keeps = () => parts.map((part, s) => keepRows(part, filters[s]!));
  const wanted = loaded.isResident() ? CANDIDATES : Math.max(PAGED_CANDIDATES, limit);
  const found = findCandidates(parts, terms, keeps(), wanted);
  const isEnough = found.count >= (loaded.isResident() ? wanted : limit);
  const isFiltered = filters.some((own) => own.length > 0);
  if (isEnough || !(vectors.concept || isFiltered)) return found;
  if (vectors.concept && !loaded.isResident()) {
    // The nearest of all rows are known only with the vectors of all rows.
    if (!state.mayLoad) return found;
    await state.load();
  }
  return fillCandidates(parts, found, vectors.concept, keeps(), CANDIDATES);
}

/** Ranked rows with their scores. */
export interface RankedHits {
  readonly rows: readonly RankedRow[];
  /** Scores to show. */
  readonly scores: readonly number[];
  /** What words and meaning contribute to the score of the candidate at a place. */
  readonly shareOf: (place: number) => AbsoluteScore;
  /** Number of candidates whose score is near the best one. */
  readonly relevant: number;
}

/** Features and rerank: one score for each candidate. Nothing is awaited in here. */
function rank(
  state: IndexState,
  loaded: LoadedIndex,
  { query, terms, vectors }: ParsedQuery,
  found: Candidates,
  { limit, relevantOnly }: SearchRequest,
): RankedHits {
  const signals = computeSignals(state, loaded, query, terms, vectors, found);
  const mixed = mixSignals(signals);
  const total = mixed.lexical.map((score, i) => score + mixed.concept[i]!);
  const relevant = countRelevant(total);
  const most = relevantOnly ? Math.min(limit, relevant) : limit;
  const rows = Array.from(highest(total, most), (place): RankedRow => {
    const segment = segmentOf(found, place);
    return { segment, row: found.rows[place]!, place, score: total[place]! };
  });
  const absolute = absoluteScores(terms, query, state.rowCount, signals);
  // With a single candidate, or equal ones, all scaled scores are 0. Then shares follow absolute scores.
  const scaled = rows.some(({ place }) => mixed.lexical[place]! > 0);
  const shareOf = scaled
    ? (place: number) => ({ lexical: mixed.lexical[place]!, concept: mixed.concept[place]! })
    : absolute;
  return { rows, scores: shownScores(rows, absolute), shareOf, relevant };
}

/** Number of candidates whose score is near the best one. */
function countRelevant(scores: Float64Array): number {
  let best = 0;
  for (const score of scores) if (score > best) best = score;
  let count = 0;
  for (const score of scores) if (score >= RELEVANT_SHARE * best) count++;
  return count;
}

/** Runs a search over all segments of an index. */
export async function searchIndex(
  state: IndexState,
  columns: readonly SchemaColumn[],
  request: SearchRequest,
): Promise<SearchResult> {
  const storedColumns = columns.filter((column) => column.role !== 'ignore');
  checkRequest(storedColumns, request);
  const loaded = await state.open();
  const pages = new QueryPages(state, loaded);
  const [filters, parsed] = await Promise.all([
    openFilters(state, columns, request.filters ?? []),
    parse(state, loaded, pages, request.text),
  ]);
  const found = await retrieve(state, loaded, parsed, filters, request.limit);
  if (found.count === 0) return { totalFound: 0, hits: [] };
  await pages.rows(found);
  const ranked = rank(state, loaded, parsed, found, request);
  const hits = await presentHits(state, loaded, pages, storedColumns, request, parsed, ranked);
  // With filters, shown rows may be unrelated to the query. They count as found.
  const matching = Math.max(found.totalFound, hits.length);
  return { totalFound: request.relevantOnly ? ranked.relevant : matching, hits };
}
