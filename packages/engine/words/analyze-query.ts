import { REQUEST_WEIGHT } from '../ranking-constants.ts';
import type { Analyzer } from '../text/analyze.ts';
import type { IndexAnalyzer } from '../text/index-analyzer.ts';
import { foreignLanguage } from '../text/language-evidence.ts';
import { LANGUAGES } from '../text/languages.ts';
import { stripAccents, tokenize } from '../text/tokenize.ts';

/** A query as weighted terms. */
export interface AnalyzedQuery {
  /** Distinct terms in order of first occurrence. */
  readonly terms: readonly string[];
  /** Weight of each term, without its idf. */
  readonly weights: Float64Array;
  /** Adjacent terms, as pairs of positions in `terms`. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Positions in `terms` of alternatives to an earlier term: a row need not contain both. */
  readonly alternatives?: ReadonlySet<number>;
  /** Weights of the terms in vectors, where they are others. */
  readonly meaning?: Float64Array;
  /** The words of the query, as the list of synonyms writes them, for which terms at these positions stand. */
  readonly synonyms?: ReadonlyMap<number, string>;
}

/** Longer queries are truncated, which bounds the work of a request. Far longer than any set of claims. */
export const MAX_QUERY_CHARACTERS = 100_000;

/** Maximum number of distinct terms and pairs of a query: far above any set of claims. */
export const MAX_PLACES = 10_000;
export const MAX_PAIRS = 30_000;

/** A word of a query. */
export interface QueryWord {
  readonly term: string;
  /** Whether it is about the request instead of its topic. */
  readonly request: boolean;
  readonly stop: boolean;
  /** Its terms in other languages that the query may be in. */
  readonly forms?: readonly string[];
}

/** Whether a word is a function word of a language in which the words of a query have a passage. */
function foreignStops(words: readonly string[], analyzers: readonly Analyzer[]) {
  const isOwn = (word: string) => analyzers.some((one) => one.isQueryStop(word));
  const language = foreignLanguage(words, isOwn);
  if (!language) return () => false;
  const { stopWords, queryStopWords } = LANGUAGES[language];
  return (word: string) => stopWords.has(word) || queryStopWords.has(word);
}

/**
 * The words of a query in order. Query stop words are dropped unless nothing else remains, those of a passage in another language
 * of which an index may have few rows, too.
 * @param others analyzers of other languages that the query may be in. Function words of one count like words about the request
 */
export function queryWords(
  text: string,
  analyzer: Analyzer,
  others: readonly Analyzer[] = [],
): readonly QueryWord[] {
  const all: QueryWord[] = [];
  const words: string[] = [];
  const analyzers = [analyzer, ...others];
  tokenize(text.slice(0, MAX_QUERY_CHARACTERS), (word) => {
    const found = analyzers.map((one) => one.termOf(word));
    const [term, ...forms] = new Set(found.filter((one) => one !== ''));
    if (term === undefined) return;
    const request = analyzer.isRequestWord(word) || found.includes('');
    const stop = analyzers.every((one) => one.isQueryStop(word));
    all.push({ term, request, stop, ...(others.length > 0 && { forms }) });
    words.push(stripAccents(word));
  });
  const isStop = foreignStops(words, analyzers);
  const informative = all.filter(({ stop }, i) => !stop && !isStop(words[i]!));
  return informative.length > 0 ? informative : all;
}

/** Extracts terms, weights and pairs of a query. A repeated word has the weight log2(1 + frequency). */
export const analyzeQuery = (text: string, analyzer: Analyzer): AnalyzedQuery =>
  weighWords(queryWords(text, analyzer));

/** The same of a text that is compared with the model alone: words that may be in several languages have their terms in all. */
export function analyzeText(text: string, analyzer: IndexAnalyzer): AnalyzedQuery {
  const told = analyzer.tell(text);
  const words = queryWords(text, told.analyzer, told.others);
  return weighWords(
    words.flatMap((word) => [word, ...(word.forms ?? []).map((term) => ({ ...word, term }))]),
  );
}

/** The same of words of a query. */
export function weighWords(words: readonly QueryWord[]): AnalyzedQuery {
  const places = new Map<string, number>();
  const frequencies: number[] = [];
  const request: boolean[] = [];
  const pairs = new Map<string, readonly [number, number]>();
  let previous = -1;
  for (const word of words) {
    let position = places.get(word.term);
    if (position === undefined) {
      if (places.size === MAX_PLACES) break;
      position = places.size;
      places.set(word.term, position);
      frequencies.push(0);
      request.push(true);
    }
    frequencies[position]!++;
    if (!word.request) request[position] = false;
    if (previous >= 0 && previous !== position && pairs.size < MAX_PAIRS)
      pairs.set(`${previous} ${position}`, [previous, position]);
    previous = position;
  }
  const weights = Float64Array.from(
    frequencies,
    (frequency, i) => Math.log2(1 + frequency) * (request[i] ? REQUEST_WEIGHT : 1),
  );
  return { terms: [...places.keys()], weights, pairs: [...pairs.values()] };
}
