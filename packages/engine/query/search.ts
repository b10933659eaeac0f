import { checkTrees, type FilterTree, type SearchFilter } from '../conditions.ts';
import { QueryError } from '../errors.ts';
import { CANDIDATES, PAGED_CANDIDATES } from '../ranking-constants.ts';
import type { SchemaColumn } from '../schema.ts';
import { compileTree } from '../segment/row-filter.ts';
import { countRows, type RowSet } from '../segment/row-set.ts';
import { analyzeQuery } from './analyze-query.ts';
import { type Candidates, fewerCandidates, fillCandidates, findCandidates } from './candidates.ts';
import type { IndexState, LoadedIndex } from './index-state.ts';
import { type ParsedQuery, parseQuery } from './parse-query.ts';
import { hitsInSegments, presentHits } from './present.ts';
import { QueryPages, readAhead } from './query-pages.ts';
import { rankCandidates, scaleRanking } from './rank-candidates.ts';
import type { SearchRequest, SearchResult } from './search-index.ts';

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
  { segments }: IndexState,
  columns: readonly SchemaColumn[],
  filters: readonly FilterTree[],
): Promise<RowSet[] | undefined> {
  checkTrees(filters);
  if (filters.length === 0) return undefined;
  const find = compileTree({ and: filters }, (filter) => filteredColumn(columns, filter));
  return Promise.all(segments.map(find));
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
): Promise<Retrieved> {
  const { parts } = loaded;
  const isPaged = !loaded.isResident();
  const scaled = isPaged ? PAGED_CANDIDATES : CANDIDATES;
  const wanted = Math.max(scaled, limit);
  const concept = loaded.spaces.concept(query);
  const candidates = findCandidates(parts, terms, keeps ? [{}, { keeps }] : [{}]);
  const [ofIndex, kept] = [candidates[0]!, candidates.at(-1)!];
  // Without filters, rows by meaning are also counted.
  const isShort = ofIndex.count < (keeps ? scaled : CANDIDATES) || kept.count < wanted;
  const byCodes = isPaged && concept !== null && isShort;
  if (byCodes) await pages.codes();

  const fill = (rows: Candidates, keeps: readonly RowSet[] | undefined, count: number) =>
    rows.count < CANDIDATES && (concept || keeps) && (byCodes || !(isPaged && concept))
      ? fillCandidates(parts, rows, concept, keeps, count, byCodes)
      : fewerCandidates(rows, count);
  const scale = fill(ofIndex, undefined, scaled);
  if (!keeps) {
    const found = wanted > scaled ? fill(ofIndex, undefined, wanted) : scale;
    return { scale, found, totalFound: scale.matched };
  }
  const passing = keeps.reduce((sum, keep) => sum + countRows(keep), 0);
  const found = fill(kept, keeps, wanted);
  const isAsked = concept !== null || terms.some(({ df }) => df > 0);
  return { scale, found, totalFound: countFound(kept.matched, passing, isAsked) };
}

/**
 * The rows that a search with filters finds: those that have a word of the query. If they are few, all that pass the filters
 * are ranked and count, up to `CANDIDATES`. Without a known word, all that pass count.
 */
export function countFound(matched: number, passing: number, isAsked: boolean): number {
  return isAsked ? Math.max(matched, Math.min(CANDIDATES, passing)) : passing;
}

/** Runs a search over all segments of an index. */
export async function searchIndex(
  state: IndexState,
  columns: readonly SchemaColumn[],
  request: SearchRequest,
): Promise<SearchResult> {
  const storedColumns = columns.filter((column) => column.role !== 'ignore');
  checkRequest(storedColumns, request);
  const asked = analyzeQuery(request.text, state.model.analyzer);
  await readAhead(state, asked.terms);
  const loaded = await state.open();
  const pages = new QueryPages(state, loaded);
  const [keeps, parsed] = await Promise.all([
    keptRows(state, columns, request.filters ?? []),
    parseQuery(state, loaded, pages, request.text, asked),
  ]);
  const { scale, found, totalFound } = await retrieve(loaded, pages, parsed, keeps, request.limit);
  if (found.count === 0) return { totalFound: 0, hits: [] };
  // Similar words are looked for while the rows are on their way.
  const [similar] = await Promise.all([
    loaded.similarWords().then((words) => words.of(parsed, state.rowCount)),
    pages.rows(scale),
    found === scale ? undefined : pages.rows(found),
  ]);
  const vectors = loaded.spaces.vectors(parsed.query);
  const question = { ...parsed, similar };
  const source = hitsInSegments(state, loaded, pages);
  const { numberOf } = source;
  const ranking = scaleRanking(state, loaded, question, vectors, scale, numberOf);
  const ranked = rankCandidates(
    state,
    loaded,
    question,
    vectors,
    ranking,
    found,
    request,
    numberOf,
  );
  const hits = await presentHits(source, storedColumns, request, parsed, vectors, ranked);
  return { totalFound: request.relevantOnly ? ranked.relevant : totalFound, hits };
}
