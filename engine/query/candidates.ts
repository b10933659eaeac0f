import type { ConceptModel } from '../concept/model.ts';
import type { Lexicon, Segment } from '../segment/open.ts';
import type { AnalyzedQuery } from './analyze-query.ts';
import { accumulate, burstiness, inverseDocumentFrequency, type TermCounts } from './lexical.ts';
import { type ScoredRow, TopRows } from './top-rows.ts';

/** An index with its files opened, as the search steps share it. */
export interface IndexState {
  readonly model: ConceptModel;
  readonly segments: readonly Segment[];
  readonly rowCount: number;
  /** Share of postings whose term is repeated in its row. */
  readonly meanBurstiness: number;
}

/** Joins opened files and sums up their corpus-wide counts. */
export function joinState(model: ConceptModel, segments: readonly Segment[]): IndexState {
  const sum = (of: (segment: Segment) => number) => segments.reduce((s, x) => s + of(x), 0);
  const postings = sum((segment) => segment.facts.postingCount);
  return {
    model,
    segments,
    rowCount: sum((segment) => segment.facts.rowCount),
    meanBurstiness: postings > 0 ? sum((segment) => segment.facts.repeatedCount) / postings : 0,
  };
}

/** A query term as the index knows it. */
export interface ResolvedTerm {
  readonly term: string;
  /** Number of the term in each segment's lexicon, -1 where it does not occur. */
  readonly numbers: readonly number[];
  readonly df: number;
  readonly idf: number;
  /** Query weight × idf × burstiness: what one unit of impact is worth. */
  readonly weight: number;
}

/** Looks the query's terms up in all segments and weighs them by corpus-wide counts. */
export function resolveTerms(
  query: AnalyzedQuery,
  lexicons: readonly Lexicon[],
  state: Pick<IndexState, 'rowCount' | 'meanBurstiness'>,
): ResolvedTerm[] {
  return query.terms.map((term, i) => {
    const counts: { -readonly [K in keyof TermCounts]: TermCounts[K] } = { df: 0, repeated: 0 };
    const numbers = lexicons.map((lexicon) => {
      const number = lexicon.terms.find(term);
      if (number >= 0) {
        counts.df += lexicon.df[number]!;
        counts.repeated += lexicon.repeated[number]!;
      }
      return number;
    });
    const idf = counts.df > 0 ? inverseDocumentFrequency(state.rowCount, counts.df) : 0;
    const weight = query.weights[i]! * idf * burstiness(counts, state.meanBurstiness);
    return { term, numbers, df: counts.df, idf, weight };
  });
}

/** Rows a search goes on with, and how many rows of the index match at all. */
export interface Candidates {
  readonly rows: readonly ScoredRow[];
  readonly totalFound: number;
}

/**
 * Finds the rows worth ranking: the best by BM25F and, where fewer rows contain a query term, the
 * nearest in concept space. `keeps[s]` marks the rows of segment s that pass the filters; null =
 * all.
 */
export async function findCandidates(
  state: IndexState,
  terms: readonly ResolvedTerm[],
  concept: Float32Array | null,
  keeps: readonly (Uint8Array | null)[],
  wanted: number,
): Promise<Candidates> {
  const best = new TopRows(wanted);
  let matched = 0;
  const scored: Float32Array[] = [];
  for (const [s, segment] of state.segments.entries()) {
    const scores = new Float32Array(segment.facts.rowCount);
    scored.push(scores);
    const present = terms.filter((term) => term.numbers[s]! >= 0);
    if (present.length === 0) continue;
    const postings = await segment.postings();
    for (const term of present) accumulate(scores, postings, term.numbers[s]!, term.weight);
    const keep = keeps[s]!;
    for (let row = 0; row < scores.length; row++) {
      const score = scores[row]!;
      if (score === 0) continue;
      if (keep && keep[row] === 0) {
        scores[row] = 0;
        continue;
      }
      matched++;
      if (score >= best.threshold) best.push(s, row, score);
    }
  }
  const rows = best.sorted();
  const missing = wanted - rows.length;
  if (missing > 0 && (concept || keeps.some((keep) => keep !== null))) {
    rows.push(...(await nearestRows(state, scored, concept, keeps, missing)));
  }
  return { rows, totalFound: Math.max(matched, rows.length) };
}

/** Cosines below this are rounding of eight-bit vectors, not meaning. */
const LEAST_NEARNESS = 0.02;

/** Rows without any query term, nearest in concept space first; their lexical score is 0. */
async function nearestRows(
  state: IndexState,
  scored: readonly Float32Array[],
  concept: Float32Array | null,
  keeps: readonly (Uint8Array | null)[],
  wanted: number,
): Promise<ScoredRow[]> {
  const nearest = new TopRows(wanted);
  for (const [s, segment] of state.segments.entries()) {
    const scan = concept && (await segment.vectorScan(state.model.dimensions));
    const nearness = concept && scan ? scan.scores(concept) : null;
    const keep = keeps[s];
    const scores = scored[s]!;
    for (let row = 0; row < scores.length; row++) {
      if (scores[row] !== 0 || (keep && keep[row] === 0)) continue;
      const score = nearness ? nearness[row]! : 0;
      // Without filters a row must have something in common with the query to be found.
      if ((score > LEAST_NEARNESS || keep) && score >= nearest.threshold)
        nearest.push(s, row, score);
    }
  }
  return nearest.sorted().map(({ segment, row }) => ({ segment, row, score: 0 }));
}
