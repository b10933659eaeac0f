import { isCommon, stemOf } from '#web/lib/query-words.ts';
import type { TextRange } from '#web/lib/text-pieces.ts';

/** A word that several texts have, in a form that one of them has. */
export interface SharedWord {
  word: string;
  /** Places of the texts that have it. */
  texts: readonly number[];
}

export interface SharedWords {
  /** Those that most texts have first, then the most frequent. */
  words: readonly SharedWord[];
  /** Of each text, where it has one of them. */
  ranges: readonly (readonly (TextRange & { inAll: boolean })[])[];
}

/** Shorter words are mostly no terms. */
const shortestWord = 4;
/** More marks hide what they are to show. */
const mostWords = 40;

interface Word extends TextRange {
  stem: string;
  form: string;
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu)).flatMap(({ 0: written, index }) => {
    const form = written.toLowerCase();
    if (form.length < shortestWord || isCommon(form) || !/\p{L}/u.test(form)) return [];
    return [{ stem: stemOf(form), form, start: index, end: index + written.length }];
  });
}

/** The words that at least two of some texts have, in any of their forms. */
export function sharedWords(texts: readonly string[]): SharedWords {
  const found = texts.map(wordsOf);
  const stems = new Map<string, { word: string; counts: number[] }>();
  for (const [position, words] of found.entries()) {
    for (const { stem, form } of words) {
      const known = stems.get(stem) ?? { word: form, counts: texts.map(() => 0) };
      known.counts[position]! += 1;
      stems.set(stem, known);
    }
  }
  const shared = [...stems]
    .map(([stem, { word, counts }]) => {
      const having = counts.filter((count) => count > 0);
      const places = [...counts.keys()].filter((position) => counts[position]! > 0);
      return { stem, word, texts: places, times: Math.min(...having) };
    })
    .filter((word) => word.texts.length > 1)
    .toSorted((a, b) => b.texts.length - a.texts.length || b.times - a.times)
    .slice(0, mostWords);
  const isShared = new Map(shared.map(({ stem, texts: having }) => [stem, having.length]));
  return {
    words: shared.map(({ word, texts: having }) => ({ word, texts: having })),
    ranges: found.map((words) =>
      words
        .filter(({ stem }) => isShared.has(stem))
        .map(({ stem, start, end }) => ({
          start,
          end,
          inAll: isShared.get(stem) === texts.length,
        })),
    ),
  };
}
