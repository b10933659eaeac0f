/** Characters of scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/** About so many characters of these scripts are a word. */
const WORD_CHARACTERS = 2;

/** Number of words of a text in any script, at least one. */
export function wordsIn(text: string): number {
  const spaced = text.split(/\s+/).length;
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  return Math.max(spaced, spaced - 1 + Math.round(unspaced / WORD_CHARACTERS));
}
