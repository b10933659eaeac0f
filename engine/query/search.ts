import { QueryError } from '../errors.ts';
import type { RankingWeights } from '../manifest.ts';
import type { SchemaColumn } from '../schema.ts';
import { applyFilter } from '../segment/filter-column.ts';
import { analyzeQuery } from './analyze-query.ts';
import { findCandidates, type IndexState, type ResolvedTerm, resolveTerms } from './candidates.ts';
import { explainHit } from './explain.ts';
import { inverseDocumentFrequency } from './lexical.ts';
import { queryVectors } from './query-vectors.ts';
import { mixSignals, type ScoreParts } from './rank-rows.ts';
import type { SearchFilter, SearchHit, SearchRequest, SearchResult } from './search-index.ts';
import { computeSignals, type Signals } from './signals.ts';
import { correctSpelling } from './spelling.ts';
import { byScore, type ScoredRow } from './top-rows.ts';

/** Rows that are reranked; fewer cost quality, more gain none. */
const CANDIDATES = 1_000;
const MAX_LIMIT = 1_000;
/** Impact of a term a row is clearly about; counts as full coverage. */
const FULL_IMPACT = 1.3;
const FILTER_OPERATORS = ['=', '<', '>'];

/** Marks the rows that meet all filters, segment by segment. */
async function keepRows(
  state: IndexState,
  columns: readonly SchemaColumn[],
  filters: readonly SearchFilter[],
): Promise<(Uint8Array | null)[]> {
  if (filters.length === 0) return state.segments.map(() => null);
  const chosen = filters.map((filter) => {
    const column = columns.find((c) => c.name === filter.column && c.role !== 'ignore');
    if (!column) {
      throw new QueryError('unknown_column', `The index has no column "${filter.column}".`);
    }
    if (!FILTER_OPERATORS.includes(filter.operator)) {
      throw new QueryError(
        'bad_filter',
        `The operator "${filter.operator}" is none of =, < and >.`,
      );
    }
    return { column, filter };
  });
  return Promise.all(
    state.segments.map(async (segment) => {
      const keep = new Uint8Array(segment.facts.rowCount).fill(1);
      for (const { column, filter } of chosen) {
        const { operator, value } = filter;
        if (!(await applyFilter(segment.file, column, operator, value, keep))) {
          throw new QueryError(
            'not_filterable',
            `The column "${column.name}" holds long text and cannot be filtered.`,
          );
        }
      }
      return keep;
    }),
  );
}

/**
 * How good a row is in absolute terms, 0 to 1: half how much of the query it covers, half its cosine
 * in concept space. Makes scores comparable between queries.
 */
function absoluteScores(
  terms: readonly ResolvedTerm[],
  weights: Float64Array,
  rowCount: number,
  signals: Signals,
): (place: number) => number {
  const unknown = inverseDocumentFrequency(rowCount, 0);
  let full = 0;
  terms.forEach((term, i) => {
    full += FULL_IMPACT * (term.df > 0 ? term.weight : weights[i]! * unknown);
  });
  return (place) => {
    const coverage = full > 0 ? Math.min(1, signals.lexical[place]! / full) : 0;
    return (coverage + Math.min(1, Math.max(0, signals.concept[place]!))) / 2;
  };
}

/** Share of a shown score that follows the ranking; the rest is what the row is worth by itself. */
const RELATIVE_SHARE = 0.4;

/**
 * Scores to show for ranked rows, never rising. The best row gets its absolute score. Ranking stretches
 * the candidates over 0 to 1, which alone would tell hardly different rows too far apart, so that the
 * others get a mix of their place in it and of what they are worth by themselves.
 */
function shownScores(ranked: readonly RankedRow[], absolute: (place: number) => number): number[] {
  const [top] = ranked;
  const best = top ? absolute(top.place) : 0;
  let ceiling = best;
  return ranked.map(({ place, score }) => {
    // Rows that no signal tells apart are equally good.
    const relative = top!.score > 0 ? score / top!.score : 1;
    const own = Math.min(best, absolute(place));
    ceiling = Math.min(ceiling, RELATIVE_SHARE * best * relative + (1 - RELATIVE_SHARE) * own);
    return fourDecimals(ceiling);
  });
}

const fourDecimals = (score: number) => Math.round(score * 10_000) / 10_000;

interface RankedRow extends ScoredRow {
  readonly place: number;
}

/** Reads the wanted columns of hits, keyed by name. */
async function readRows(state: IndexState, hits: readonly ScoredRow[]) {
  const stored = await Promise.all(
    state.segments.map((segment, s) =>
      segment.rowStore.read(hits.filter((hit) => hit.segment === s).map((hit) => hit.row)),
    ),
  );
  return hits.map((hit) => stored[hit.segment]!.get(hit.row)!);
}

/** Runs a search over all segments of an index. */
export async function searchIndex(
  state: IndexState,
  columns: readonly SchemaColumn[],
  weights: RankingWeights,
  request: SearchRequest,
): Promise<SearchResult> {
  const { limit } = request;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new QueryError('bad_limit', `The limit must be a whole number from 1 to ${MAX_LIMIT}.`);
  }
  const storedColumns = columns.filter((column) => column.role !== 'ignore');
  for (const field of request.fields ?? []) {
    if (!storedColumns.some((column) => column.name === field)) {
      throw new QueryError('unknown_column', `The index has no column "${field}".`);
    }
  }
  const keeps = await keepRows(state, columns, request.filters ?? []);
  const lexicons = await Promise.all(state.segments.map((segment) => segment.lexicon()));
  const asked = analyzeQuery(request.text, state.model.analyzer);
  const query = correctSpelling(asked, state.model.vocabulary, (term) =>
    lexicons.some((lexicon) => lexicon.terms.find(term) >= 0),
  );
  const terms = resolveTerms(query, lexicons, state);
  const vectors = queryVectors(state.model, query);
  const found = await findCandidates(state, terms, vectors.concept, keeps, CANDIDATES);
  if (found.rows.length === 0) return { totalFound: 0, hits: [] };
  const signals = await computeSignals(state, query, terms, vectors, found.rows);
  const parts = mixSignals(signals, weights);
  const ranked = found.rows
    .map(
      (row, place): RankedRow => ({
        ...row,
        place,
        score: parts[place]!.lexical + parts[place]!.concept,
      }),
    )
    .sort(byScore)
    .slice(0, limit);
  const scores = shownScores(ranked, absoluteScores(terms, query.weights, state.rowCount, signals));
  const cells = await readRows(state, ranked);
  const surfaces = surfacesOf(state);
  const indexColumn = storedColumns.findIndex((column) => column.role === 'index');
  const hits = ranked.map(async (hit, i): Promise<SearchHit> => {
    const row: Record<string, string> = {};
    storedColumns.forEach((column, c) => {
      const wanted = request.fields
        ? request.fields.includes(column.name)
        : column.role === 'metadata';
      if (wanted) row[column.name] = cells[i]![c]!;
    });
    const score = scores[i]!;
    if (!request.explain) return { row, score };
    const part: ScoreParts = parts[hit.place]!;
    const text = cells[i]![indexColumn] ?? '';
    return { row, score, ...(await explainHit(state, terms, vectors, hit, part, text, surfaces)) };
  });
  return { totalFound: found.totalFound, hits: await Promise.all(hits) };
}

/** The word people know for a term. */
function surfacesOf(state: IndexState): (term: string) => string {
  const { vocabulary, surfaces } = state.model;
  return (term) => surfaces[vocabulary.find(term)] ?? term;
}
