import { QueryError } from '../errors.ts';
import { CANDIDATES, PAGED_CANDIDATES } from '../ranking-constants.ts';
import type { SchemaColumn } from '../schema.ts';
import type { SearchParts } from '../segment/open.ts';
import { compileFilter, type RowFilter, type SearchFilter } from '../segment/row-filter.ts';
import { analyzeQuery } from './analyze-query.ts';
import { type Candidates, fillCandidates, findCandidates } from './candidates.ts';
import type { IndexState, LoadedIndex } from './index-state.ts';
import { type ParsedQuery, parseQuery } from './parse-query.ts';
import { hitsInSegments, presentHits } from './present.ts';
import { QueryPages, readAhead } from './query-pages.ts';
import { rankCandidates } from './rank-candidates.ts';
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

/**
 * Retrieve: the best rows by BM25F, filled up by the nearest in concept space. An index that is not
 * resident gives fewer candidates. It fills them up only if fewer rows than the limit have a word of the
 * query, and by codes instead of vectors.
 */
async function retrieve(
  loaded: LoadedIndex,
  pages: QueryPages,
  { query, terms }: ParsedQuery,
  filters: readonly (readonly RowFilter[])[],
  limit: number,
): Promise<Candidates> {
  const { parts } = loaded;
  const isPaged = !loaded.isResident();
  const keeps = () => parts.map((part, s) => keepRows(part, filters[s]!));
  const wanted = isPaged ? Math.max(PAGED_CANDIDATES, limit) : CANDIDATES;
  let kept = keeps();
  const found = findCandidates(parts, terms, kept, wanted);
  const isEnough = found.count >= (isPaged ? limit : wanted);
  if (isEnough) return found;
  const concept = loaded.spaces.concept(query);
  const isFiltered = filters.some((own) => own.length > 0);
  if (!(concept || isFiltered)) return found;
  if (isPaged && concept) {
    await pages.codes();
    // Meanwhile another search may have written to the same memory.
    kept = keeps();
  }
  return fillCandidates(parts, found, concept, kept, wanted, isPaged);
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
  const found = await retrieve(loaded, pages, parsed, filters, request.limit);
  if (found.count === 0) return { totalFound: 0, hits: [] };
  // Similar words are looked for while the rows are on their way.
  const [similar] = await Promise.all([
    loaded.similarWords().then((words) => words.of(parsed, state.rowCount)),
    pages.rows(found),
  ]);
  const vectors = loaded.spaces.vectors(parsed.query);
  const ranked = rankCandidates(state, loaded, { ...parsed, similar }, vectors, found, request);
  const hits = await presentHits(
    hitsInSegments(state, loaded, pages),
    storedColumns,
    request,
    parsed,
    vectors,
    ranked,
  );
  // With filters, shown rows may be unrelated to the query. They count as found.
  const matching = Math.max(found.totalFound, hits.length);
  return { totalFound: request.relevantOnly ? ranked.relevant : matching, hits };
}
