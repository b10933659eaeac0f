import type { Language } from './stop-words.ts';

/**
 * Light stemmers after Savoy ("Light stemming approaches for the French, Portuguese, German and
 * Hungarian languages", SAC 2006), reduced to plural and the commonest inflections: they join
 * forms of one word and seldom join two words. Words arrive without accents.
 */
const SUFFIXES: Record<Exclude<Language, 'en' | 'und'>, readonly (readonly [RegExp, string])[]> = {
  de: [
    [/(ern|em|en|er|es)$/, ''],
    [/[es]$/, ''],
  ],
  nl: [
    [/heden$/, 'heid'],
    [/(en|es)$/, ''],
    [/[es]$/, ''],
  ],
  fr: [
    [/aux$/, 'al'],
    [/x$/, ''],
    [/issements?$/, 'ir'],
    [/ements?$/, ''],
    [/(euses|eurs?)$/, 'eux'],
    [/s$/, ''],
    [/(er|ee|e)$/, ''],
  ],
  es: [
    [/amientos?$/, ''],
    [/ces$/, 'z'],
    [/(os|as|es)$/, ''],
    [/[oae]$/, ''],
  ],
  it: [
    [/amente$/, ''],
    [/(chi|che)$/, 'c'],
    [/(ghi|ghe)$/, 'g'],
    [/[oaie]$/, ''],
  ],
  pt: [
    [/amente$/, ''],
    [/(oes|aes)$/, 'ao'],
    [/(ais)$/, 'al'],
    [/s$/, ''],
    [/[oae]$/, ''],
  ],
};
const SHORTEST = 4;

/** The light stem of a word; words that would become shorter than three letters stay whole. */
export function stemLight(word: string, language: Exclude<Language, 'en' | 'und'>): string {
  if (word.length < SHORTEST) return word;
  let stem = word;
  for (const [suffix, replacement] of SUFFIXES[language]) {
    const shorter = stem.replace(suffix, replacement);
    if (shorter.length >= 3) stem = shorter;
  }
  return stem;
}
