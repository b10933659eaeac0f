import type { ConceptModel } from '../concept/model.ts';
import { likeliestOf, mostEdits } from '../query/spelling.ts';
import { type KnownWords, termsToAsk } from '../query/unknown-words.ts';
import type { ClusterIndex } from './cluster-index.ts';

/** A word has some two hundred parts up to this length. Parts of longer ones are words of the model. */
const LONGEST_SPLIT = 24;

/**
 * Asks the cluster for what may replace the unknown words of a query. Its terms cannot be listed, so completions are words
 * of the model.
 * @param model with all words in memory
 * @throws ClusterError
 */
export async function readWords(
  index: ClusterIndex,
  { vocabulary, analyzer }: Pick<ConceptModel, 'vocabulary' | 'analyzer'>,
  text: string,
  unknown: readonly string[],
): Promise<KnownWords> {
  const asked = termsToAsk(text, analyzer, unknown, LONGEST_SPLIT);
  const [counts, spellings] = await Promise.all([
    index.counts(asked),
    Promise.all(unknown.map(async (word) => [word, await spellingOf(index, word)] as const)),
  ]);
  const has = new Map(asked.map((term, i) => [term, counts[i]!.df > 0]));
  const likeliest = new Map(spellings);
  return {
    has: (term) => has.get(term) ?? vocabulary.find(term) >= 0,
    likeliest: (word) => likeliest.get(word) ?? null,
    startingWith: (prefix, limit) =>
      vocabulary.startingWith(prefix, limit).map((number) => vocabulary.term(number)),
  };
}

async function spellingOf(index: ClusterIndex, word: string): Promise<string | null> {
  const edits = mostEdits(word);
  if (edits === 0 || /\d/.test(word)) return null;
  const similar = await index.similarTerms(word, edits);
  return likeliestOf(word, new Map([...similar].filter(([term]) => !/\d/.test(term))));
}
