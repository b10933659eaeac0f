import { acronyms } from '#shared/acronyms.ts';

/** Words that English titles write small, unless they come first. */
const small = new Set(
  'an and as at by for from in into nor of on or per the to upon via with'.split(' '),
);
/** After these, "A" is a letter, as in "Vitamin A", and not an article. */
const lettered = new Set(
  `appendix category class factor figure formula grade group hepatitis influenza model panel part phase plan protein schedule
  section series site step type vitamin`.split(/\s+/),
);

const word = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

/**
 * A title for people. Databases write "Control Of An Aircraft By Gps"; this makes "Control of an Aircraft by GPS" of it. Titles in
 * which some word begins small were written by hand and stay as they are. The length does not change, so that places in the
 * title stay right.
 */
export function readableTitle(title: string): string {
  const words = title.match(word) ?? [];
  const isByMachine =
    words.some((one, position) => position > 0 && small.has(one.toLowerCase())) &&
    words.every((one) => !/^\p{Ll}/u.test(one)) &&
    /\p{Ll}/u.test(title);
  if (!isByMachine) return title;
  let before = '';
  return title.replaceAll(word, (one, offset: number) => {
    const lower = one.toLowerCase();
    const startsPart = offset === 0 || /[:.?!–—]\s*$/u.test(title.slice(0, offset));
    const isArticle = lower === 'a' && !lettered.has(before) && offset + 1 < title.length;
    before = lower;
    if (acronyms.has(lower)) return one.toUpperCase();
    return !startsPart && (small.has(lower) || isArticle) ? lower : one;
  });
}
