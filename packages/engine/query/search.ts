import { QueryError } from '../errors.ts';
import { CANDIDATES, PAGED_CANDIDATES } from '../ranking-constants.ts';
import type { SchemaColumn } from '../schema.ts';
import type { SearchParts } from '../segment/open.ts';
import { compileFilter, type RowFilter, type SearchFilter } from '../segment/row-filter.ts';
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

/** Opens the filters for each segment. */
async function openFilters(
  state: IndexState,
  columns: readonly SchemaColumn[],
  filters: readonly SearchFilter[],
): Promise<RowFilter[][]> {
  const compiled = filters.map((filter) => compileFilter(filteredColumn(columns, filter), filter));
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
  filters: readonly (readonly RowFilter[])[],
  limit: number,
): Promise<Retrieved> {
  const { parts } = loaded;
  const isPaged = !loaded.isResident();
  const isFiltered = filters.some((own) => own.length > 0);
  const keeps = () => parts.map((part, s) => keepRows(part, filters[s]!));
  const none = parts.map(() => null);
  const scaled = isPaged ? PAGED_CANDIDATES : CANDIDATES;
  const wanted = Math.max(scaled, limit);
  const concept = loaded.spaces.concept(query);
  const ofIndex = findCandidates(parts, terms, none);
  const kept = isFiltered ? findCandidates(parts, terms, keeps()) : ofIndex;
  // Without filters, rows by meaning are also counted.
  const isShort = ofIndex.count < (isFiltered ? scaled : CANDIDATES) || kept.count < wanted;
  const byCodes = isPaged && concept !== null && isShort;
  if (byCodes) await pages.codes();

  const fill = (rows: Candidates, marks: readonly (Uint8Array | null)[], count: number) =>
    rows.count < CANDIDATES && (concept || marks !== none) && (byCodes || !(isPaged && concept))
      ? fillCandidates(parts, rows, concept, marks, count, byCodes)
      : fewerCandidates(rows, count);
  const scale = fill(ofIndex, none, scaled);
  if (!isFiltered) {
    const found = wanted > scaled ? fill(ofIndex, none, wanted) : scale;
    return { scale, found, totalFound: scale.matched };
  }
  // Meanwhile another search may have written to the same memory.
  const marks = keeps();
  const passing = marks.reduce((sum, mark) => sum + countMarks(mark!), 0);
  const found = fill(kept, marks, wanted);
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

function countMarks(marks: Uint8Array): number {
  let count = 0;
  for (const mark of marks) count += mark;
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
  const asked = analyzeQuery(request.text, state.model.analyzer);
  await readAhead(state, asked.terms);
  const loaded = await state.open();
  const pages = new QueryPages(state, loaded);
  const [filters, parsed] = await Promise.all([
    openFilters(state, columns, request.filters ?? []),
    parseQuery(state, loaded, pages, request.text, asked),
  ]);
  const { scale, found, totalFound } = await retrieve(
    loaded,
    pages,
    parsed,
    filters,
    request.limit,
  );
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
