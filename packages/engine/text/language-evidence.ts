import { LANGUAGES, type Language } from './languages.ts';

/** Languages of each function word. */
const LANGUAGES_OF = new Map<string, Language[]>();
for (const language of Object.keys(LANGUAGES) as Language[]) {
  const { stopWords, queryStopWords } = LANGUAGES[language];
  for (const word of new Set([...stopWords, ...queryStopWords])) {
    LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
  }
}

/**
 * Scripts of one language. Chinese has none of its own, but function words of one character, which Japanese writes with kana or
 * rarely; words are pairs of characters.
 */
const CHARACTERS = [
  ['he', /\p{Script=Hebrew}/u],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /[的是了们們这這与與于於为為爲从從它很吗嗎]/u],
] satisfies [Language, RegExp][];

const ASCII = /^[\0-\x7f]*$/;
const NONE: readonly Language[] = [];

/** Languages of which a word is evidence. @param word in lower case, without accents */
export function languagesOf(word: string): readonly Language[] {
  const byWord = LANGUAGES_OF.get(word) ?? NONE;
  if (ASCII.test(word)) return byWord;
  const byCharacter = CHARACTERS.find(([, characters]) => characters.test(word))?.[0];
  return byCharacter === undefined || byWord.includes(byCharacter)
    ? byWord
    : [...byWord, byCharacter];
}

/** Distinct function words that tell of a passage in another language, and their share of all words of a text. */
const MIN_FOREIGN_WORDS = 3;
const MIN_FOREIGN_SHARE = 0.05;

/**
 * The language of a passage in a text of another language, such as the second abstract of a patent.
 * @param words of the text, in lower case, without accents
 * @param isOwn whether a word is a function word of the text's own language
 */
export function foreignLanguage(
  words: readonly string[],
  isOwn: (word: string) => boolean,
): Language | undefined {
  const counts = new Map<Language, number>();
  for (const word of new Set(words)) {
    // Single letters are names of things more often than words.
    if (word.length === 1 || isOwn(word)) continue;
    for (const language of LANGUAGES_OF.get(word) ?? NONE) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  const least = Math.max(MIN_FOREIGN_WORDS, MIN_FOREIGN_SHARE * words.length);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most && most[1] >= least ? most[0] : undefined;
}
