import type { ConceptModel } from '../concept/model.ts';
import type { Analyzer } from '../text/analyze.ts';
import { likeliestOf, mostEdits } from '../words/spelling.ts';
import { type KnownWords, termsToAsk } from '../words/unknown-words.ts';
import type { ClusterIndex } from './cluster-index.ts';

/** A word has some two hundred parts up to this length. Parts of longer ones are words of the model. */
const LONGEST_SPLIT = 24;

/**
 * Asks the cluster for what may replace the unknown words of a query. Its terms cannot be listed, so completions are words
 * of the model.
 * @param vocabulary with all words in memory
 * @throws ClusterError
 */
export async function readWords(
  index: ClusterIndex,
  vocabulary: ConceptModel['vocabulary'],
  text: string,
  analyzer: Analyzer,
  unknown: readonly string[],
): Promise<KnownWords> {
  const asked = termsToAsk(text, analyzer, unknown, LONGEST_SPLIT);
  const misspelt = unknown
    .map((word) => ({ word, edits: mostEdits(word) }))
    .filter(({ edits }) => edits > 0);
  const [counts, similar] = await Promise.all([index.counts(asked), index.similarTerms(misspelt)]);
  const present = new Set(asked.filter((_, i) => counts[i]!.df > 0));
  const likeliest = new Map(misspelt.map(({ word }, i) => [word, likeliestOf(word, similar[i]!)]));
  return {
    // Of parts that were not asked for, those are known that the model has.
    has: (term) => present.has(term) || vocabulary.find(term) >= 0,
    likeliest: (word) => likeliest.get(word) ?? null,
    startingWith: (prefix, limit) =>
      vocabulary.startingWith(prefix, limit).map((number) => vocabulary.term(number)),
  };
}
