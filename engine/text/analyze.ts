import { stemEnglish } from './stem-english.ts';
import { stemLight } from './stem-light.ts';
import { type Language, QUERY_STOP_WORDS, REQUEST_WORDS, STOP_WORDS } from './stop-words.ts';
import { tokenize } from './tokenize.ts';

/** Receives a term with the offsets of its word. */
export type TermSink = (term: string, start: number, end: number) => void;

/** Turns texts of one language into index terms. */
export interface Analyzer {
  readonly language: Language;
  /** Emits the terms of a text in order, without stop words. */
  terms(text: string, sink: TermSink): void;
  /** The term of a folded word; '' for a stop word. */
  termOf(word: string): string;
  /** Whether a folded word carries no topic in a query. */
  isQueryStop(word: string): boolean;
  /** Whether a folded word is about the request instead of its topic ("articles", "describing"). */
  isRequestWord(word: string): boolean;
}

const MAX_CACHED_WORDS = 500_000;

/** Creates an analyzer. `terms` caches the terms of words. */
export function createAnalyzer(language: Language): Analyzer {
  const stop = STOP_WORDS[language];
  const cache = new Map<string, string>();
  const stem = (word: string): string => {
    if (language === 'en') return stemEnglish(word);
    return language === 'und' ? word : stemLight(word, language);
  };
  const termOf = (word: string): string => (stop.has(word) ? '' : stem(word));
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
    isQueryStop: (word) => stop.has(word) || (language === 'en' && QUERY_STOP_WORDS.has(word)),
    isRequestWord: (word) => language === 'en' && REQUEST_WORDS.has(word),
  };
}

/** Minimum share of stop words for a language to be detected. */
const MIN_STOP_WORD_SHARE = 0.04;

/** Languages of each stop word. "de" is a stop word of four languages, so it is weak evidence for each. */
const LANGUAGES_OF = new Map<string, Language[]>();
for (const language of Object.keys(STOP_WORDS) as Language[]) {
  for (const word of STOP_WORDS[language]) {
    LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
  }
}

/**
 * Detects the language of texts by the share of words in each stop list; a word of several lists counts
 * less. Returns `und` if no list matches, as for names, codes and unsupported languages.
 */
export function detectLanguage(texts: Iterable<string>): Language {
  const found = new Map<Language, number>();
  let total = 0;
  for (const text of texts) {
    tokenize(text, (word) => {
      total++;
      const languages = LANGUAGES_OF.get(word) ?? [];
      for (const language of languages) {
        found.set(language, (found.get(language) ?? 0) + 1 / languages.length);
      }
    });
  }
  let best: Language = 'und';
  for (const [language, weight] of found) {
    if (weight >= total * MIN_STOP_WORD_SHARE && weight > (found.get(best) ?? 0)) best = language;
  }
  return best;
}
