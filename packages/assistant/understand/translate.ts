import { type Language, languages } from './lexicon/languages.ts';

/** A message with its words of requests in English. */
export interface Translated {
  text: string;
  /** Name of its language; undefined for English. */
  language: string | undefined;
}

/** Words of a language that a message needs to be taken for it, where the language has no letters of its own. */
const leastWords = 2;
/** Letters of a language beside the alphabet: with one of them, one word is enough. */
const ownLetters: Readonly<Record<string, RegExp>> = {
  German: /[äöüß]/i,
  French: /[àâæçèéêëîïôœùû]/i,
  Spanish: /[áéíñóúü¿¡]/i,
};
const englishWords =
  /\b(?:the|of|is|are|and|with|for|that|this|what|which|how|does|find|show|from|by|to|it)\b/gi;

/** Puts the words of a request into English, so that one grammar reads all languages. Its subject stays as it is. */
export function translate(message: string): Translated {
  const language = languageOf(message);
  if (!language) return { text: message, language: undefined };
  return { text: inEnglish(message, language), language: language.name };
}

function languageOf(message: string): Language | undefined {
  const byScript = languages.find(({ script }) => script?.test(message));
  if (byScript) return byScript;
  const english = message.match(englishWords)?.length ?? 0;
  const counted = languages
    .filter(({ script }) => !script)
    .map((language) => ({ language, count: message.match(patternOf(language))?.length ?? 0 }))
    .toSorted((one, other) => other.count - one.count);
  const [best] = counted;
  if (!best) return undefined;
  const least = ownLetters[best.language.name]?.test(message) ? 1 : leastWords;
  return best.count >= least && best.count > 2 * english ? best.language : undefined;
}

const patterns = new Map<Language, RegExp>();

/** All words of a language, the longest first. */
function patternOf(language: Language): RegExp {
  const known = patterns.get(language);
  if (known) return known;
  const words = Object.keys(language.words).toSorted((one, other) => other.length - one.length);
  const any = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  // After an elided article a word follows at once: l'invention.
  const pattern = language.script
    ? new RegExp(any, 'gu')
    : new RegExp(`(?<![\\p{L}\\p{N}-])(?:${any})(?:(?<=')|(?![\\p{L}\\p{N}-]))`, 'giu');
  patterns.set(language, pattern);
  return pattern;
}

function inEnglish(message: string, language: Language): string {
  const plain = message
    .replace(/[’]/g, "'")
    .replace(/[¿¡]/g, '')
    .replace(/[？。、，]/g, (mark) => ({ '？': '?', '。': '. ' })[mark] ?? ', ');
  const text = plain.replace(patternOf(language), (word) => {
    const found = language.words[word] ?? language.words[word.toLowerCase()] ?? word;
    return language.script ? ` ${found} ` : found;
  });
  return text.replace(/[^\S\n]+/g, ' ').trim();
}
