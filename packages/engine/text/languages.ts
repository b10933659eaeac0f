import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stopwords as frenchWords } from '@orama/stopwords/french';
import { stopwords as russianWords } from '@orama/stopwords/russian';
import { stopwords as swedishWords } from '@orama/stopwords/swedish';
import { stemEnglish } from './stem-english.ts';
import { stemLight } from './stem-light.ts';
import {
  DUTCH,
  ENGLISH,
  ENGLISH_QUERIES,
  FRENCH,
  GERMAN,
  ITALIAN,
  PORTUGUESE,
  SPANISH,
} from './stop-words.ts';
import { stripAccents } from './tokenize.ts';

/** What the analysis of a language needs. Stop words are without accents. */
interface LanguageRules {
  /** The stem of a word in lower case, with its accents. */
  readonly stem: (word: string) => string;
  /** Words that are neither indexed nor searched. */
  readonly stopWords: ReadonlySet<string>;
  /** Words that are searched only if the query has no others. */
  readonly queryStopWords: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
const plain = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(stripAccents));

/** A language with a light stemmer and a short list of stop words of its own. */
const light = (
  language: Parameters<typeof stemLight>[1],
  stopWords: ReadonlySet<string>,
  queryStopWords: readonly string[] = [],
): LanguageRules => ({
  stem: (word) => stemLight(stripAccents(word), language),
  stopWords,
  queryStopWords: plain(queryStopWords),
});

/** A language with the stemmer of Snowball (https://snowballstem.org) and a list from the library. */
const snowball = (stem: LanguageRules['stem'], words: readonly string[]): LanguageRules => ({
  // Its rules know suffixes with their accents. Terms have none, because people leave them out.
  stem: (word) => stripAccents(stem(word)),
  stopWords: plain(words),
  queryStopWords: NONE,
});

/** Languages by ISO 639-1 code. `und` (undetermined) has no stemming and no stop words. */
export const LANGUAGES = {
  de: light('de', GERMAN),
  en: {
    stem: (word) => stemEnglish(stripAccents(word)),
    stopWords: ENGLISH,
    queryStopWords: ENGLISH_QUERIES,
  },
  es: light('es', SPANISH),
  fr: light('fr', FRENCH, frenchWords),
  it: light('it', ITALIAN),
  nl: light('nl', DUTCH),
  pt: light('pt', PORTUGUESE),
  ru: snowball(russian, russianWords),
  sv: snowball(swedish, swedishWords),
  und: { stem: stripAccents, stopWords: NONE, queryStopWords: NONE },
} satisfies Record<string, LanguageRules>;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (code: unknown): code is Language =>
  typeof code === 'string' && Object.hasOwn(LANGUAGES, code);
