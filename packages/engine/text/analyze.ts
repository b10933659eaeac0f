import { LANGUAGES, type Language } from './languages.ts';
import { REQUEST_WORDS } from './stop-words.ts';
import { stripAccents, tokenize } from './tokenize.ts';

/** Receives a term with the offsets of its word. */
export type TermSink = (term: string, start: number, end: number) => void;

/** Turns texts of one language into index terms. */
export interface Analyzer {
  readonly language: Language;
  /** Emits the terms of a text in order, without stop words. */
  terms(text: string, sink: TermSink): void;
  /** The term of a word in lower case, without accents; '' for a stop word. */
  termOf(word: string): string;
  /** Whether a word in lower case carries no topic in a query. */
  isQueryStop(word: string): boolean;
  /** Whether a word in lower case is about the request instead of its topic ("articles", "describing"). */
  isRequestWord(word: string): boolean;
}

const MAX_CACHED_WORDS = 500_000;

/** Creates an analyzer. `terms` caches the terms of words. */
export function createAnalyzer(language: Language): Analyzer {
  const { stem, stopWords, queryStopWords } = LANGUAGES[language];
  const cache = new Map<string, string>();
  const termOf = (word: string): string => (stopWords.has(stripAccents(word)) ? '' : stem(word));
  const cachedTermOf = (word: string): string => {
    let term = cache.get(word);
    if (term === undefined) {
      term = termOf(word);
      if (cache.size >= MAX_CACHED_WORDS) cache.clear();
      cache.set(word, term);
    }
    return term;
  };
  return {
    language,
    termOf,
    terms(text, sink) {
      tokenize(text, (word, start, end) => {
        const term = cachedTermOf(word);
        if (term !== '') sink(term, start, end);
      });
    },
    isQueryStop: (word) => {
      const plain = stripAccents(word);
      return stopWords.has(plain) || queryStopWords.has(plain);
    },
    isRequestWord: (word) => language === 'en' && REQUEST_WORDS.has(word),
  };
}
