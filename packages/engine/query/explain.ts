import type { ConceptModel } from '../concept/model.ts';
import { forEachToken } from '../segment/forward-rows.ts';
import type { ResolvedTerm } from '../words/terms.ts';
import { bestPassage } from './passage.ts';
import type { ProjectedQuery, QueryVectors } from './query-vectors.ts';
import type { RowTerms } from './row-terms.ts';
import type { ScoredRow } from './scored-row.ts';
import type { Explanation, Passage, TermShare } from './search-index.ts';
import type { ScoreShares } from './shown-scores.ts';
import { termCosines } from './term-cosines.ts';

const MAX_CONCEPTS = 8;
/**
 * Minimum share of a concept, relative to the strongest. Weaker ones are mostly chance words such as "stays" or
 * "far".
 */
const MIN_CONCEPT = 0.4;
/** Weight of related terms in a passage, relative to query terms. */
const RELATED_VALUE = 0.3;

/** Terms whose cosines with the query tell how near an unrelated term is, evenly spaced. */
const NOISE_SAMPLE = 500;
/** Standard deviations above the mean of the sample. With 2, words such as "typical" pass. */
const NOISE_DEVIATIONS = 3;

/**
 * Tells which terms of the model are near a query in meaning: informative words whose cosine with it
 * exceeds the noise level, which is measured on a sample of all terms.
 */
export function nearTerms(
  model: ConceptModel,
  query: ProjectedQuery,
): (modelTerm: number) => boolean {
  const cosineOf = termCosines(model, query);
  if (!cosineOf) return () => false;
  const count = model.associations.scales.length;
  const step = Math.max(1, Math.floor(count / NOISE_SAMPLE));
  let size = 0;
  let sum = 0;
  let squares = 0;
  for (let term = 0; term < count; term += step) {
    const cosine = cosineOf(term);
    size++;
    sum += cosine;
    squares += cosine ** 2;
  }
  const mean = sum / size;
  const noise = mean + NOISE_DEVIATIONS * Math.sqrt(Math.max(0, squares / size - mean ** 2));
  return (term) =>
    term < count && !model.analyzer.isQueryStop(model.surfaces[term]!) && cosineOf(term) > noise;
}

/** Numbers occur near everything, so they explain nothing. */
const NUMBER = /^\p{N}/u;

const rounded = (share: number) => Math.round(share * 10_000) / 10_000;

/** Divides a part of the score among terms in proportion to their contributions, largest first. */
function shares(contributions: Map<string, number>, part: number, limit: number): TermShare[] {
  let total = 0;
  for (const value of contributions.values()) total += value;
  if (total <= 0) return [];
  return Array.from(contributions, ([term, value]) => ({
    term,
    share: rounded((part * value) / total),
  }))
    .sort((a, b) => b.share - a.share || (a.term < b.term ? -1 : 1))
    .slice(0, limit);
}

/** What explaining reads of rows, as one search after another leaves it in memory. */
export interface ExplainedRows {
  readonly rowTerms: RowTerms;
  /** BM25F impact of a term in a row, 0 if the row does not have it. */
  impactOf(hit: ScoredRow, term: number): number;
}

/** A text of a row; without the name of its column that of the index column. */
interface RowText {
  readonly column?: string;
  readonly text: string;
}

/**
 * Explains why a row was found and quotes its best passage.
 * @param texts that of the index column first
 */
export function explainHit(
  model: ConceptModel,
  { rowTerms, impactOf }: ExplainedRows,
  terms: readonly ResolvedTerm[],
  vectors: QueryVectors,
  hit: ScoredRow,
  share: ScoreShares,
  texts: readonly RowText[],
  surfaceOf: (term: string) => string,
  isNear: (modelTerm: number) => boolean,
): { explanation: Explanation; passage: Passage | null } {
  const own = new Map<string, number>();
  for (const term of terms) {
    const number = term.numbers[hit.segment]!;
    const impact = number < 0 ? 0 : impactOf(hit, number);
    if (impact > 0) own.set(surfaceOf(term.term), impact * term.weight);
  }
  const queryTerms = new Set(terms.map((term) => term.numbers[hit.segment]!));
  const near = new Map<string, number>();
  const forward = rowTerms.forward(hit.segment);
  const rows = Array.from({ length: hit.segment + 1 }, (_, segment) =>
    segment === hit.segment ? Uint32Array.of(hit.row) : new Uint32Array(0),
  );
  const question = { association: vectors.association, terms: [], pairs: [], similar: [] };
  rowTerms.scan(question, rows, -1, () => {});
  forEachToken(forward, hit.row, (term) => {
    if (term < 0 || queryTerms.has(term)) return;
    const value = rowTerms.nearnessOf(hit.segment, term);
    const modelTerm = forward.modelTerms[term]!;
    if (value <= 0 || !isNear(modelTerm)) return;
    const word = surfaceOf(model.vocabulary.term(modelTerm));
    if (NUMBER.test(word)) return;
    near.set(word, (near.get(word) ?? 0) + value);
  });
  const synonymOf = new Map(terms.map((term) => [surfaceOf(term.term), term.synonymOf]));
  const explained = (one: TermShare): TermShare => {
    const word = synonymOf.get(one.term);
    return word === undefined ? one : { ...one, synonymOf: word };
  };
  const total = share.lexical + share.concept + (share.own ?? 0) || 1;
  const weights = new Map(terms.map((term) => [term.term, term.weight]));
  const largest = Math.max(1e-9, ...weights.values());
  const strongest = Math.max(1e-9, ...near.values());
  const weigh = (term: string) =>
    (weights.get(term) ?? 0) / largest +
    (RELATED_VALUE * (near.get(surfaceOf(term)) ?? 0)) / strongest;
  const nearest = shares(near, share.concept / total, MAX_CONCEPTS);
  const concepts = nearest.filter((one) => one.share >= MIN_CONCEPT * nearest[0]!.share);
  const named = new Set(concepts.map(({ term }) => term));
  const kindOf = (term: string) => {
    if (weights.has(term)) return 'term';
    return named.has(surfaceOf(term)) ? 'concept' : undefined;
  };
  return {
    explanation: {
      terms: shares(own, share.lexical / total, terms.length).map(explained),
      concepts,
      ...(share.own !== undefined && { vector: rounded(share.own / total) }),
    },
    passage: passageOf(texts, (text) => bestPassage(text, model.analyzer, weigh, kindOf)),
  };
}

/** The best passage of the first text that has one with words of the query, else of the first text. */
function passageOf(
  texts: readonly RowText[],
  bestOf: (text: string) => Passage | null,
): Passage | null {
  let first: Passage | null = null;
  for (const [i, { text, column }] of texts.entries()) {
    const passage = bestOf(text);
    if (i === 0) first = passage;
    if (passage && passage.termRanges.length > 0) return column ? { column, ...passage } : passage;
  }
  return first;
}
