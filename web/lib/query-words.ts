import type { TextRange } from './text-pieces.ts';

/** Words that say nothing of what is searched. */
const common = new Set(
  `a about after again all also an and any are as at be because been before being between both but by can could each either
  for from had has have having he her his how if in into is it its just may might more most much must no nor not of on once one
  only onto or other our out over per same shall she should so some such said than that the their them then there thereby
  thereof these they this those through thus to under until up upon use used using very was were what when where whereby
  wherein whether which while who whose will with within without would you your`.split(/\s+/),
);
const endings = /(?:ations?|ings?|edly|ed|es|s|ly|e)$/;
/** Shorter stems would be in too many words. */
const shortestStem = 3;
/** A claim as a query has more words than a reader can follow. */
const mostWords = 60;

/** Whether a word, in small letters, says nothing of what a text is about. */
export const isCommon = (word: string): boolean => common.has(word);

/** What forms of a word have in common; the word itself if that is too short. */
export function stemOf(word: string): string {
  const stem = word.replace(endings, '');
  return stem.length >= shortestStem ? stem : word;
}

/** Finds the words of a search in texts, in the forms that they may have there: `folds` and `folding` for `folded`. */
export type FindWords = (text: string) => TextRange[];

/** Undefined if the search has no word to mark. */
export function queryWords(query: string): FindWords | undefined {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const wanted = [...new Set(words)]
    .filter((word) => word.length >= shortestStem && !common.has(word))
    .slice(0, mostWords);
  if (wanted.length === 0) return undefined;
  const stems = wanted.map(stemOf);
  // Letters and digits only, so that none has a meaning in the expression.
  const forms = String.raw`(?<![\p{L}\p{N}])(?:${[...new Set(stems)].join('|')})\p{Ll}{0,5}(?![\p{L}\p{N}])`;
  const expression = new RegExp(forms, 'giu');
  const exact = new Set(wanted);
  const known = new Set(stems);
  const isForm = (word: string) => exact.has(word) || known.has(word.replace(endings, ''));
  return (text) =>
    Array.from(text.matchAll(expression))
      .filter(({ 0: word }) => isForm(word.toLowerCase()))
      .map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
}
