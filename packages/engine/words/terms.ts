import { hashesOf, type TermTable } from '../file/term-table.ts';
import { BURST_POWER, BURST_PRIOR } from '../ranking-constants.ts';
import { inverseDocumentFrequency } from '../segment/inverse-document-frequency.ts';
import type { Lexicon } from '../segment/open.ts';
import type { AnalyzedQuery } from './analyze-query.ts';

/** Corpus-wide counts of one query term. */
export interface TermCounts {
  readonly df: number;
  /** Number of documents in which it occurs at least twice. */
  readonly repeated: number;
}

/**
 * Weight factor for bursty terms: terms that occur repeatedly within documents are more topical than
 * evenly distributed ones (Church and Gale 1995).
 * @param mean share of postings with a repeated term, over the whole corpus
 */
export function burstiness(counts: TermCounts, mean: number): number {
  if (mean <= 0) return 1;
  const share = (counts.repeated + BURST_PRIOR * mean) / (counts.df + BURST_PRIOR);
  return (share / mean) ** BURST_POWER;
}

/** A query term with its numbers and counts in the index. */
export interface ResolvedTerm {
  readonly term: string;
  /** Number of the term in each segment's lexicon, -1 where it does not occur. */
  readonly numbers: readonly number[];
  readonly df: number;
  readonly idf: number;
  /** Query weight × idf × burstiness: the factor of an impact. */
  readonly weight: number;
  /** The word of the query for which it stands, if it is a synonym; see `AnalyzedQuery.synonyms`. */
  readonly synonymOf?: string;
}

/** A term with its numbers and counts in the index. */
export interface TermEntry extends TermCounts {
  /** See `ResolvedTerm.numbers`. */
  readonly numbers: readonly number[];
}

/**
 * Gives the number of a term in a lexicon, -1 where it does not occur. A term of the model needs no table but that of the model:
 * only of others must the table of the lexicon be in memory.
 * @param vocabulary the words of the model
 */
export function finderOf(vocabulary: TermTable, term: string): (lexicon: Lexicon) => number {
  const modelTerm = vocabulary.find(term);
  if (modelTerm >= 0) return ({ numberOf }) => numberOf(modelTerm);
  const hashes = hashesOf(term);
  return ({ terms }) => terms.findHashed(hashes);
}

/** Looks up terms in all segments. */
export function lookUp(
  lexicons: readonly Lexicon[],
  vocabulary: TermTable,
  terms: readonly string[],
): TermEntry[] {
  return terms.map((term) => {
    let [df, repeated] = [0, 0];
    const find = finderOf(vocabulary, term);
    const numbers = lexicons.map((lexicon) => {
      const number = find(lexicon);
      if (number >= 0) {
        df += lexicon.df[number]!;
        repeated += lexicon.repeated[number]!;
      }
      return number;
    });
    return { df, repeated, numbers };
  });
}

/**
 * A query's terms with their weights from corpus-wide counts.
 * @param entries of each term
 * @param corpus what the weights depend on beside
 */
export function weighTerms(
  { terms, weights, synonyms }: AnalyzedQuery,
  entries: readonly TermEntry[],
  corpus: { readonly rowCount: number; readonly meanBurstiness: number },
): ResolvedTerm[] {
  return entries.map(({ numbers, ...counts }, i) => {
    const idf = counts.df > 0 ? inverseDocumentFrequency(corpus.rowCount, counts.df) : 0;
    const weight = weights[i]! * idf * burstiness(counts, corpus.meanBurstiness);
    const synonymOf = synonyms?.get(i);
    const term = { term: terms[i]!, numbers, df: counts.df, idf, weight };
    return synonymOf === undefined ? term : { ...term, synonymOf };
  });
}

/** A query with its terms. */
export interface ParsedQuery {
  readonly query: AnalyzedQuery;
  readonly terms: readonly ResolvedTerm[];
}
