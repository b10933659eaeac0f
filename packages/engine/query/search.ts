import { checkTrees, type FilterTree, type SearchFilter } from '../conditions.ts';
import { QueryError } from '../errors.ts';
import { CANDIDATES, PAGED_CANDIDATES, RERANKED } from '../ranking-constants.ts';
import type { SchemaColumn } from '../schema.ts';
import type { SegmentFacts } from '../segment/format.ts';
import { compileTree } from '../segment/row-filter.ts';
import { allRows, countRows, noRows, type RowSet, setOf } from '../segment/row-set.ts';
import { analyzeQuery } from './analyze-query.ts';
import { type Candidates, fewerCandidates, fillCandidates, findCandidates } from './candidates.ts';
import type { IndexState, LoadedIndex } from './index-state.ts';
import type { KeptScales, TextScale } from './kept-scales.ts';
import { countMatches, listMatches, type Matches, matchRequest, rankedPage } from './matches.ts';
import { type ParsedQuery, parseQuery } from './parse-query.ts';
import { hitsInSegments, presentHits } from './present.ts';
import { QueryPages, readAhead } from './query-pages.ts';
import type { QueryVectors } from './query-vectors.ts';
import {
  NO_HITS,
  type NumberOf,
  type RankedHits,
  type RankingScale,
  rankCandidates,
  scaleRanking,
} from './rank-candidates.ts';
import { firstRows } from './row-numbers.ts';
import type { SearchRequest, SearchResult } from './search-index.ts';
import { SegmentMatches } from './segment-matches.ts';

/** Rows of one search at most. */
export const MAX_LIMIT = 1_000;

/**
 * The column of a filter.
 * @throws QueryError `unknown_column`
 */
export function filteredColumn(
  columns: readonly SchemaColumn[],
  filter: SearchFilter,
): SchemaColumn {
  const column = columns.find((c) => c.name === filter.column && c.role !== 'ignore');
  if (column) return column;
  throw new QueryError('unknown_column', `The index has no column "${filter.column}".`);
}

/**
 * The rows of each segment that pass all filters; undefined without filters.
 * @throws QueryError
 */
async function keptRows(
  { model: { schema }, segments }: IndexState,
  columns: readonly SchemaColumn[],
  filters: readonly FilterTree[],
): Promise<RowSet[] | undefined> {
  checkTrees(filters);
  if (filters.length === 0) return undefined;
  const find = compileTree({ and: filters }, schema, (filter) => filteredColumn(columns, filter));
  const firsts = firstRows(segments);
  return Promise.all(segments.map((segment, s) => find(segment, firsts[s]!)));
}

/**
 * Checks limit and fields.
 * @throws QueryError `bad_limit`, `unknown_column`
 */
export function checkRequest(
  columns: readonly SchemaColumn[],
  { limit, fields }: SearchRequest,
): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new QueryError('bad_limit', `The limit must be a whole number from 1 to ${MAX_LIMIT}.`);
  }
  for (const field of fields ?? []) {
    if (!columns.some((column) => column.name === field)) {
      throw new QueryError('unknown_column', `The index has no column "${field}".`);
    }
  }
}

/** What a search ranks. */
interface Retrieved {
  /** The best rows of the whole index. Scores are scaled over these, so that they depend on no filter. */
  readonly scale: Candidates;
  /** The best rows that pass the filters; the same object without filters, unless more hits are wanted. */
  readonly found: Candidates;
  readonly totalFound: number;
  /** The rows of each segment that `totalFound` counts, if they are wanted. */
  readonly matches?: readonly RowSet[];
}

/**
 * Retrieve: the best rows by BM25F, filled up by the nearest in concept space, of the whole index and of those rows that
 * pass the filters. An index that is not resident gives fewer candidates, and fills them up by codes instead of vectors.
 */
async function retrieve(
  loaded: LoadedIndex,
  pages: QueryPages,
  { query, terms }: ParsedQuery,
  keeps: readonly RowSet[] | undefined,
  limit: number,
  needsMatches: boolean,
  known: RankingScale | undefined,
): Promise<Retrieved> {
  const { parts } = loaded;
  const isPaged = !loaded.isResident();
  const scaled = isPaged ? PAGED_CANDIDATES : CANDIDATES;
  const wanted = Math.max(scaled, limit);
  if (known && !keeps && !needsMatches && wanted === scaled) {
    const { candidates } = known;
    return { scale: candidates, found: candidates, totalFound: candidates.matched };
  }
  const concept = loaded.spaces.concept(query);
  const having = needsMatches ? parts.map(({ facts }) => noRows(facts.rowCount)) : undefined;
  const candidates = findCandidates(parts, terms, [
    ...(keeps && !known ? [{}] : []),
    { keeps, found: having },
  ]);
  const [ofIndex, kept] = [known?.candidates ?? candidates[0]!, candidates.at(-1)!];
  // Without filters, rows by meaning are also counted.
  const isShort =
    ofIndex.count < (keeps ? scaled : CANDIDATES) ||
    kept.count < (needsMatches ? CANDIDATES : wanted);
  const byCodes = isPaged && concept !== null && isShort;
  if (byCodes) await pages.codes();

  const fill = (rows: Candidates, keeps: readonly RowSet[] | undefined, count: number) =>
    rows.count < CANDIDATES && (concept || keeps) && (byCodes || !(isPaged && concept))
      ? fillCandidates(parts, rows, concept, keeps, count, byCodes)
      : fewerCandidates(rows, count);
  const scale = known?.candidates ?? fill(ofIndex, undefined, scaled);
  /** If few rows have a word, those that fill them up count, too. */
  const matches =
    having && (kept.matched < CANDIDATES ? setsOf(parts, fill(kept, keeps, CANDIDATES)) : having);
  if (!keeps) {
    const found = wanted > scaled ? fill(kept, undefined, wanted) : scale;
    return { scale, found, totalFound: scale.matched, matches };
  }
  const passing = keeps.reduce((sum, keep) => sum + countRows(keep), 0);
  const found = fill(kept, keeps, wanted);
  const isAsked = concept !== null || terms.some(({ df }) => df > 0);
  const totalFound = countFound(kept.matched, passing, isAsked);
  return { scale, found, totalFound, matches: isAsked ? matches : keeps };
}

/** Rows that are grouped by segment, as sets. */
const setsOf = (
  parts: readonly { readonly facts: SegmentFacts }[],
  { rows, starts }: Pick<Candidates, 'rows' | 'starts'>,
): RowSet[] =>
  parts.map(({ facts }, s) => setOf(facts.rowCount, rows.subarray(starts[s], starts[s + 1])));

/**
 * The rows that a search with filters finds: those that have a word of the query. If they are few, all that pass the filters
 * are ranked and count, up to `CANDIDATES`. Without a known word, all that pass count.
 */
export function countFound(matched: number, passing: number, isAsked: boolean): number {
  return isAsked ? Math.max(matched, Math.min(CANDIDATES, passing)) : passing;
}

/** Ranks what was retrieved. */
async function rank(
  state: IndexState,
  loaded: LoadedIndex,
  pages: QueryPages,
  parsed: ParsedQuery,
  vectorsOf: () => QueryVectors,
  { scale, found }: Retrieved,
  numberOf: NumberOf,
  request: SearchRequest,
  scales: TextScale,
): Promise<RankedHits> {
  if (found.count === 0) return NO_HITS;
  // Similar words are looked for while the rows are on their way.
  const [similar] = await Promise.all([
    loaded.similarWords().then((words) => words.of(parsed, state.rowCount)),
    pages.rows(scale),
    found === scale ? undefined : pages.rows(found),
  ]);
  const vectors = vectorsOf();
  const question = { ...parsed, similar };
  const ranking = scales.known ?? scaleRanking(state, loaded, question, vectors, scale, numberOf);
  scales.keep(ranking);
  return rankCandidates(state, loaded, question, vectors, ranking, found, request, numberOf);
}

/** Runs a search over all segments of an index. */
export async function searchIndex(
  state: IndexState,
  columns: readonly SchemaColumn[],
  kept: KeptScales,
  request: SearchRequest,
): Promise<SearchResult> {
  const storedColumns = columns.filter((column) => column.role !== 'ignore');
  checkRequest(storedColumns, request);
  const wanted = matchRequest(columns, request, state.version);
  const { text, limit, relevantOnly = false } = request;
  const { isListed, facets } = wanted;
  const isAsked = text.trim() !== '';
  const asked = analyzeQuery(text, state.model.analyzer);
  if (isAsked) await readAhead(state, asked.terms);
  const loaded = await state.open();
  const pages = new QueryPages(state, loaded);
  const [keeps, parsed] = await Promise.all([
    keptRows(state, columns, request.filters ?? []),
    isAsked ? parseQuery(state, loaded, pages, text, asked) : { query: asked, terms: [] },
  ]);
  const source = hitsInSegments(state, loaded, pages);
  let vectors: QueryVectors | undefined;
  /** Read after what they consist of has come into memory. */
  const vectorsOf = () => {
    vectors ??= loaded.spaces.vectors(parsed.query);
    return vectors;
  };
  const present = (ranked: RankedHits) =>
    presentHits(source, storedColumns, request, parsed, vectorsOf(), ranked);
  const counted = async (matches: Matches) =>
    facets.length > 0 && { facets: await countMatches(matches, facets) };
  const listed = async (sets: readonly RowSet[]) => {
    const matches = new SegmentMatches(state, sets);
    const { ranked, numbers: _, ...next } = await listMatches(matches, wanted, limit);
    if (request.explain) await pages.rows(grouped(state, ranked.rows));
    const hits = await present(ranked);
    return { totalFound: matches.count, hits, ...(await counted(matches)), ...next };
  };

  if (!isAsked) return listed(keeps ?? state.segments.map(({ facts }) => allRows(facts.rowCount)));
  const needsMatches = isListed || facets.length > 0;
  const { depth } = wanted;
  // A paged index has other scales.
  const scales = kept.of(text, loaded.isResident());
  const retrieved = await retrieve(loaded, pages, parsed, keeps, depth, needsMatches, scales.known);
  if (isListed && !relevantOnly) return listed(retrieved.matches!);
  const most = needsMatches ? Math.max(depth, RERANKED) : depth;
  const ranked = await rank(
    state,
    loaded,
    pages,
    parsed,
    vectorsOf,
    retrieved,
    source.numberOf,
    {
      ...request,
      limit: most,
    },
    scales,
  );
  const sets = relevantOnly
    ? setsOf(state.segments, grouped(state, ranked.rows))
    : retrieved.matches;
  if (isListed) return listed(sets!);
  const { shown, ...next } = rankedPage(ranked, wanted, limit);
  const hits = await present(shown);
  const totalFound = relevantOnly ? ranked.relevant : retrieved.totalFound;
  return {
    totalFound,
    hits,
    ...(needsMatches && (await counted(new SegmentMatches(state, sets!)))),
    ...next,
  };
}

/** Rows as candidates, grouped by segment. */
function grouped({ segments }: IndexState, rows: readonly { segment: number; row: number }[]) {
  const own = segments.map((_, s) => rows.filter(({ segment }) => segment === s));
  const starts = new Uint32Array(segments.length + 1);
  own.forEach((some, s) => {
    starts[s + 1] = starts[s]! + some.length;
  });
  const flat = Uint32Array.from(own.flat(), ({ row }) => row);
  return { rows: flat, starts, count: rows.length };
}
