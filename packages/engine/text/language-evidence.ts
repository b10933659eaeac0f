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
