import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { stopwords as frenchWords } from '@orama/stopwords/french';
import { stopwords as russianWords } from '@orama/stopwords/russian';
import { stopwords as swedishWords } from '@orama/stopwords/swedish';
import { simplified } from './simplified.ts';
import { stemEnglish } from './stem-english.ts';
import { stemLight } from './stem-light.ts';
import { stemArabic, stemHebrew, stemKorean } from './stem-prefixes.ts';
import * as stopWords from './stop-words.ts';
import { QUESTIONS } from './stop-words.ts';
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
const plain = (words: Iterable<string>): ReadonlySet<string> =>
  new Set(Array.from(words, stripAccents));

/** A language with a light stemmer and a short list of stop words of its own. */
const light = (
  language: Parameters<typeof stemLight>[1],
  stopWords: ReadonlySet<string>,
  queryStopWords: Iterable<string>,
): LanguageRules => ({
  stem: (word) => stemLight(stripAccents(word), language),
  stopWords,
  queryStopWords: plain(queryStopWords),
});

/** A language with a stemmer whose rules know suffixes with their accents. Terms have none, because people leave them out. */
const stemmed = (
  stem: LanguageRules['stem'],
  words: Iterable<string>,
  queryStopWords: Iterable<string> = NONE,
): LanguageRules => ({
  stem: (word) => stripAccents(stem(word)),
  stopWords: plain(words),
  queryStopWords: plain(queryStopWords),
});

/** Turkish has two letters i, which are exchanged in capitals and on other keyboards: terms have one. */
const stemTurkish = (word: string) => turkish(word.replaceAll('\u0307', '')).replaceAll('ı', 'i');

/** The point below consonants of foreign words is often left out. */
const stemHindi = (word: string) => hindi(word.replaceAll('\u093c', ''));

/** Languages by ISO 639-1 code. `und` (undetermined) has no stemming and no stop words. Stemmers of a library are Snowball's. */
export const LANGUAGES = {
  ar: stemmed(stemArabic, stopWords.ARABIC, QUESTIONS.ar),
  bg: stemmed(bulgarian, stopWords.BULGARIAN, QUESTIONS.bg),
  da: stemmed(danish, stopWords.DANISH, QUESTIONS.da),
  de: light('de', stopWords.GERMAN, QUESTIONS.de),
  en: {
    stem: (word) => stemEnglish(stripAccents(word)),
    stopWords: stopWords.ENGLISH,
    queryStopWords: stopWords.ENGLISH_QUERIES,
  },
  es: light('es', stopWords.SPANISH, QUESTIONS.es),
  fi: stemmed(finnish, stopWords.FINNISH, QUESTIONS.fi),
  fr: light('fr', stopWords.FRENCH, [...frenchWords, ...QUESTIONS.fr]),
  he: stemmed(stemHebrew, stopWords.HEBREW, QUESTIONS.he),
  hi: stemmed(stemHindi, stopWords.HINDI, QUESTIONS.hi),
  hu: stemmed(hungarian, stopWords.HUNGARIAN, QUESTIONS.hu),
  id: stemmed(indonesian, stopWords.INDONESIAN, QUESTIONS.id),
  it: light('it', stopWords.ITALIAN, QUESTIONS.it),
  ja: { stem: stripAccents, stopWords: NONE, queryStopWords: NONE },
  ko: stemmed(stemKorean, stopWords.KOREAN, QUESTIONS.ko),
  nl: light('nl', stopWords.DUTCH, QUESTIONS.nl),
  no: stemmed(norwegian, stopWords.NORWEGIAN, QUESTIONS.no),
  pt: light('pt', stopWords.PORTUGUESE, QUESTIONS.pt),
  ro: stemmed(romanian, stopWords.ROMANIAN, QUESTIONS.ro),
  ru: stemmed(russian, russianWords),
  sv: stemmed(swedish, swedishWords),
  tr: stemmed(stemTurkish, stopWords.TURKISH, QUESTIONS.tr),
  uk: stemmed(ukrainian, stopWords.UKRAINIAN, QUESTIONS.uk),
  und: { stem: stripAccents, stopWords: NONE, queryStopWords: NONE },
  zh: { stem: simplified, stopWords: NONE, queryStopWords: NONE },
} satisfies Record<string, LanguageRules>;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (code: unknown): code is Language =>
  typeof code === 'string' && Object.hasOwn(LANGUAGES, code);
