import { QueryError } from '../errors.ts';

/** What a request lets the signals of the ranking count, as multiples of what they count without it. */
export interface AskedWeights {
  /** Of the words of the query: BM25F, similar words and pairs. */
  readonly words?: number | undefined;
  /** Of meaning: concepts, associations, titles and feedback. */
  readonly meaning?: number | undefined;
  /** Of the vector of the query, beside the weight of the index. */
  readonly vector?: number | undefined;
}

/** The weights of one search. Their mean is 1, so that equal ones change nothing. */
export type SignalWeights = Readonly<Record<keyof AskedWeights, number>>;

export const EVEN_WEIGHTS: SignalWeights = { words: 1, meaning: 1, vector: 1 };

/** The largest weight of a signal. Scores of words, and of all other signals together, are 0 to about 1. */
export const MAX_SIGNAL_WEIGHT = 10;

/** What a search has to be weighed. */
interface WeighedSearch {
  readonly hasText: boolean;
  /** Whether the query has a vector. */
  readonly hasVector: boolean;
  /** The column of vectors of the index, if it has one. */
  readonly own: { readonly isEmbedded: boolean } | undefined;
}

/**
 * The weights of a search. Only their ratios count.
 * @throws QueryError `bad_weights`
 */
export function signalWeights(
  asked: AskedWeights | undefined,
  { hasText, hasVector, own }: WeighedSearch,
): SignalWeights {
  if (!asked) return EVEN_WEIGHTS;
  const refused = (message: string) => new QueryError('bad_weights', message);
  const { words = 1, meaning = 1, vector = 1 } = asked;
  for (const weight of [words, meaning, vector]) {
    if (weight >= 0 && weight <= MAX_SIGNAL_WEIGHT) continue;
    throw refused(`A weight is a number from 0 to ${MAX_SIGNAL_WEIGHT}.`);
  }
  if (!hasText)
    throw refused('Weights need a text: without one, there is a single signal at most.');
  if (asked.vector !== undefined && !own) throw refused('The index has no column of vectors.');
  const used = hasVector ? [words, meaning, vector] : [words, meaning];
  const mean = used.reduce((sum, weight) => sum + weight, 0) / used.length;
  if (mean > 0) return { words: words / mean, meaning: meaning / mean, vector: vector / mean };
  // The model that gives texts their vectors has given none in time: what is left ranks.
  if (vector > 0 && own?.isEmbedded) return EVEN_WEIGHTS;
  throw refused('All signals of this search have the weight 0.');
}
