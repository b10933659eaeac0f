/** Words that nearly every sentence of a language has, and English sentences ("die casting", "e.g.", "per cent") have not. */
const commonWords: Readonly<Record<string, readonly string[]>> = {
  German: ['und', 'der', 'das', 'eine', 'einer', 'mit', 'zum', 'zur', 'für', 'von', 'ist'],
  French: ['le', 'la', 'les', 'des', 'une', 'pour', 'avec', 'dans', 'est', 'du', 'et', 'sur'],
  Spanish: ['el', 'los', 'las', 'una', 'para', 'con', 'del', 'por', 'que'],
  Italian: ['il', 'gli', 'della', 'dei', 'con', 'una', 'che'],
};

/** Letters that English words rarely have. */
const ownLetters: Readonly<Record<string, RegExp>> = {
  German: /[äöüß]/i,
  French: /[àâçèêëîïôûœ]/i,
  Spanish: /[ñáíóú¿¡]/i,
  Italian: /[àèìòù]/i,
};

const scripts: readonly [string, RegExp][] = [
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Chinese', /\p{Script=Han}/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Russian', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}{3}/u],
];

/** The language that a text seems to be in, if that is not English: by its script, by two of its common words, or by one and its letters. */
export function foreignLanguage(text: string): string | undefined {
  const script = scripts.find(([, letters]) => letters.test(text));
  if (script) return script[0];
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  const found = Object.entries(commonWords).map(
    ([language, common]) =>
      [
        language,
        common.filter((word) => words.has(word)).length +
          (ownLetters[language]!.test(text) ? 1 : 0),
      ] as const,
  );
  const [best] = found.toSorted(([, one], [, other]) => other - one);
  return best && best[1] >= 2 ? best[0] : undefined;
}
