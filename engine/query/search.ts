import { QueryError } from '../errors.ts';
import { CANDIDATES, RELEVANT_SHARE } from '../ranking-constants.ts';
import type { SchemaColumn } from '../schema.ts';
import { inverseDocumentFrequency } from '../segment/inverse-document-frequency.ts';
import type { SearchParts } from '../segment/open.ts';
import { compileFilter, type RowFilter, type SearchFilter } from '../segment/row-filter.ts';
import { type AnalyzedQuery, analyzeQuery } from './analyze-query.ts';
import { findCandidates, type ResolvedTerm, resolveTerms, segmentOf } from './candidates.ts';
import { explainHit, nearTerms } from './explain.ts';
import type { IndexState } from './index-state.ts';
import { rangesOfTerms } from './passage.ts';
import { foldQuery } from './query-vectors.ts';
import { highest, mixSignals } from './rank-rows.ts';
import type { SearchHit, SearchRequest, SearchResult, TextRange } from './search-index.ts';
import { computeSignals, type Signals } from './signals.ts';
import type { ScoredRow } from './top-rows.ts';
import { replaceUnknownWords } from './unknown-words.ts';

const MAX_LIMIT = 1_000;
/** Impact of a term in a row that is clearly about it. Counts as full coverage of the term. */
const FULL_IMPACT = 1.3;

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

/** The absolute scores of a row, 0 to 1 each. */
interface AbsoluteScore {
  /** Share of the query's weight that the row covers. */
  readonly lexical: number;
  /** Cosine with the query in concept space. */
  readonly concept: number;
}

/** Absolute scores of candidates, which make scores comparable between queries. */
function absoluteScores(
  terms: readonly ResolvedTerm[],
  { weights, alternatives }: AnalyzedQuery,
  rowCount: number,
  signals: Signals,
): (place: number) => AbsoluteScore {
  const unknown = inverseDocumentFrequency(rowCount, 0);
  let full = 0;
  terms.forEach((term, i) => {
    if (!alternatives?.has(i))
      full += FULL_IMPACT * (term.df > 0 ? term.weight : weights[i]! * unknown);
  });
  return (place) => ({
    lexical: full > 0 ? Math.min(1, signals.lexical[place]! / full) : 0,
    concept: Math.min(1, Math.max(0, signals.concept[place]!)),
  });
}

/** Share of the rank score in a shown score. The rest is the row's absolute score. */
const RELATIVE_SHARE = 0.4;

/**
 * Scores to show for ranked rows, never rising. The best row gets its absolute score; every other row gets
 * a mix of its rank score and its absolute score. Rank scores alone would exaggerate small differences,
 * because they are scaled over the candidates.
 */
function shownScores(
  ranked: readonly RankedRow[],
  absolute: (place: number) => AbsoluteScore,
): number[] {
  const meanAbsolute = (place: number) => (absolute(place).lexical + absolute(place).concept) / 2;
  const [top] = ranked;
  const best = top ? meanAbsolute(top.place) : 0;
  let ceiling = best;
  return ranked.map(({ place, score }) => {
    // If all rank scores are 0, the rows are equally good.
    const relative = top!.score > 0 ? score / top!.score : 1;
    const own = Math.min(best, meanAbsolute(place));
    ceiling = Math.min(ceiling, RELATIVE_SHARE * best * relative + (1 - RELATIVE_SHARE) * own);
    return fourDecimals(ceiling);
  });
}

/** Number of candidates whose score is near the best one. */
function countRelevant(scores: Float64Array): number {
  let best = 0;
  for (const score of scores) if (score > best) best = score;
  let count = 0;
  for (const score of scores) if (score >= RELEVANT_SHARE * best) count++;
  return count;
}

const fourDecimals = (score: number) => Math.round(score * 10_000) / 10_000;

interface RankedRow extends ScoredRow {
  readonly place: number;
}

/** Reads stored cells of hits. `columns` are indices among the stored columns. */
async function readCells(
  state: IndexState,
  hits: readonly ScoredRow[],
  columns: readonly number[],
): Promise<string[][]> {
  const cells: string[][] = hits.map(() => []);
  if (columns.length === 0) return cells;
  const read = state.segments.map(async ({ rowStore }, s) => {
    const places = Array.from(hits.keys()).filter((place) => hits[place]!.segment === s);
    if (places.length === 0) return;
    const rows = await rowStore.read(
      places.map((place) => hits[place]!.row),
      columns,
    );
    places.forEach((place, i) => {
      cells[place] = rows[i]!;
    });
  });
  await Promise.all(read);
  return cells;
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

/** Number of the first row of each segment in the index. */
function firstNumbers(state: IndexState): number[] {
  let next = 0;
  return state.segments.map(({ facts }) => {
    next += facts.rowCount;
    return next - facts.rowCount;
  });
}

/** Runs a search over all segments of an index. */
export async function searchIndex(
  state: IndexState,
  columns: readonly SchemaColumn[],
  request: SearchRequest,
): Promise<SearchResult> {
  const { limit, explain } = request;
  const storedColumns = columns.filter((column) => column.role !== 'ignore');
  checkRequest(storedColumns, request);
  const filters = await openFilters(state, columns, request.filters ?? []);
  const loaded = await state.load();
  const { parts } = loaded;
  // No await from here to the ranking: see LoadedIndex.
  const lexicons = parts.map((part) => part.lexicon);
  const asked = analyzeQuery(request.text, state.model.analyzer);
  const query = replaceUnknownWords(asked, request.text, state.model.analyzer, lexicons, () =>
    loaded.speller(),
  );
  const terms = resolveTerms(query, lexicons, state);
  const vectors = loaded.spaces.vectors(query);
  const keeps = parts.map((part, s) => keepRows(part, filters[s]!));
  const found = findCandidates(parts, terms, vectors.concept, keeps, CANDIDATES);
  if (found.count === 0) return { totalFound: 0, hits: [] };
  const signals = computeSignals(state, loaded, query, terms, vectors, found);
  const mixed = mixSignals(signals);
  const total = mixed.lexical.map((score, i) => score + mixed.concept[i]!);
  const relevant = request.relevantOnly ? countRelevant(total) : total.length;
  const ranked = Array.from(highest(total, Math.min(limit, relevant)), (place): RankedRow => {
    const segment = segmentOf(found, place);
    return { segment, row: found.rows[place]!, place, score: total[place]! };
  });
  const absolute = absoluteScores(terms, query, state.rowCount, signals);
  const scores = shownScores(ranked, absolute);
  // With a single candidate, or equal ones, all scaled scores are 0. Then shares follow absolute scores.
  const scaled = ranked.some(({ place }) => mixed.lexical[place]! > 0);
  const wanted = storedColumns.flatMap(({ name, role }, column) =>
    (request.fields ? request.fields.includes(name) : role === 'metadata') ? [column] : [],
  );
  const indexColumn = storedColumns.findIndex((column) => column.role === 'index');
  const read = explain ? [...new Set([...wanted, indexColumn])] : wanted;
  const cells = await readCells(state, ranked, read);
  const numbers = firstNumbers(state);
  const answers = ranked.map((hit, i): SearchHit => {
    const row: Record<string, string> = {};
    wanted.forEach((column, c) => {
      row[storedColumns[column]!.name] = cells[i]![c]!;
    });
    return { number: numbers[hit.segment]! + hit.row, row, score: scores[i]! };
  });
  // With filters, shown rows may be unrelated to the query. They count as found.
  const matching = Math.max(found.totalFound, answers.length);
  const totalFound = request.relevantOnly ? relevant : matching;
  if (!explain) return { totalFound, hits: answers };
  const surfaces = surfacesOf(state);
  const isNear = nearTerms(state.model, foldQuery(state.model, query));
  const isSearched = (column: number) => storedColumns[column]!.weight > 0;
  const asTerms = new Set(terms.map(({ term }) => term));
  const explained = ranked.map(async (hit, i): Promise<SearchHit> => {
    const { place } = hit;
    const part = scaled
      ? { lexical: mixed.lexical[place]!, concept: mixed.concept[place]! }
      : absolute(place);
    const text = cells[i]![read.indexOf(indexColumn)] ?? '';
    const why = await explainHit(state, terms, vectors, hit, part, text, surfaces, isNear);
    const highlights: Record<string, TextRange[]> = {};
    wanted.forEach((column, c) => {
      if (!isSearched(column)) return;
      const ranges = rangesOfTerms(cells[i]![c]!, state.model.analyzer, (term) =>
        asTerms.has(term),
      );
      highlights[storedColumns[column]!.name] = ranges;
    });
    return { ...answers[i]!, ...why, highlights };
  });
  return { totalFound, hits: await Promise.all(explained) };
}

/** Maps a term to its most frequent word form. */
function surfacesOf(state: IndexState): (term: string) => string {
  const { vocabulary, surfaces } = state.model;
  return (term) => surfaces[vocabulary.find(term)] ?? term;
}
