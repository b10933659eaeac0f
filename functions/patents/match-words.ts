import { createAnalyzer } from '#engine';

/** How rare a term is in the corpus: ln((rows + 1) / rows that have it). Rarer terms say more. */
export type RarityOf = (term: string) => number;

/** Every patent text of the catalogue is in English. */
const analyzer = createAnalyzer('en');

/** British spellings of words, by their stems, as American texts have them. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^alumini/, 'alumin'],
  [/^sulph/, 'sulf'],
  [/^(col|vap|od|lab|behavi|harb|flav|tum|arm|neighb|fav)our/, '$1or'],
  [/^(fib|cent|met|lit)r$/, '$1er'],
  [/^grey$/, 'gray'],
  [/(?<=[a-z](?:al|on|er|or|an|in|il|id|ar|et|im))is$/, 'iz'],
];

const cache = new Map<string, string>();
const mostCached = 200_000;

/** The same term for all spellings of a word. */
function oneSpelling(term: string): string {
  let found = cache.get(term);
  if (found === undefined) {
    found = spellings.reduce((word, [from, to]) => word.replace(from, to), term);
    if (cache.size >= mostCached) cache.clear();
    cache.set(term, found);
  }
  return found;
}

/** Emits the terms of a text in order with the offsets of their words, without stop words. */
export function eachTerm(
  text: string,
  sink: (term: string, start: number, end: number) => void,
): void {
  analyzer.terms(text, (term, start, end) => sink(oneSpelling(term), start, end));
}

export function termsOf(text: string): string[] {
  const terms: string[] = [];
  eachTerm(text, (term) => terms.push(term));
  return terms;
}

/** Words that claims are made of, whatever they are about. They match nothing. */
const claimWords = new Set(
  termsOf(`said wherein whereby thereof therein thereto thereby herein hereby comprising comprises comprise consisting
    consists including includes include having has have had at least most one more first second third fourth each any both
    further plurality method system apparatus device claim claims claimed according which when where from between other
    than configured adapted being so step steps can may also used using use embodiment embodiments present invention said
    act acts respective respectively about provide provided providing group selected set portion part member means`),
);

/** Whether a term tells what a text is about: the letters and digits of formulas and figures alone do not. */
export const isTelling = (term: string): boolean => term.length > 1 && !claimWords.has(term);

/** What ends the first phrase of an element, after which its head noun stands no more. */
const phraseEnd = new Set(
  `having has for of that which comprising comprises including includes to in into on onto with by from at is are being
    wherein whereby when where if configured adapted disposed positioned arranged coupled connected located mounted attached
    operable operative capable between through over under above below within as so such consisting formed made based around against along across among near toward towards upon
    according using via and or extending associated defined can may not does do without free`
    .trim()
    .split(/\s+/),
);
const phraseStart = new Set(
  `a an the said wherein whereby further comprising one two at least more or of each first second third plurality and in
    which that means step for to such its their any`
    .trim()
    .split(/\s+/),
);
/** Nouns in -ing: other words in -ing before a noun are what is done to it. */
const nounsInIng =
  /^(?:housing|ring|spring|opening|bearing|casing|coating|string|wing|building|fitting|tubing|wiring|lining|winding|packaging|bushing|clothing|film-?forming)$/;
/** Reference signs and short forms: `an engine (22)`, `a bandpass filter (BPF)`. */
const aside = /\([^()]{1,40}\)/g;
/** A word, or a mark that parts phrases. */
const wordOrMark = /[\p{L}\p{N}][\p{L}\p{N}'’-]*|[^\s\p{L}\p{N}'’-]/gu;
const isMark = (text: string) => !/^[\p{L}\p{N}]/u.test(text);
/** Words of the beginning that are looked at. */
const longestPhrase = 40;

/**
 * Whether a word says what is done to the noun before it, or what it does: `interposed between`, `corresponding to`, `causing the`,
 * `symmetrically`; not `heated` in "a heated tube".
 */
function isParticiple(word: string, next: string | undefined): boolean {
  if (adverb.test(word)) return true;
  if (next === undefined) return false;
  const lower = next.toLowerCase();
  if (word.endsWith('ed')) return phraseEnd.has(lower);
  if (nounsInIng.test(word)) return false;
  return word.endsWith('ing') && (phraseEnd.has(lower) || phraseStart.has(lower));
}
const adverb = /^(?!assembly|supply|family|anomaly|poly|reply|fly|ply)\w+ly$/;

/**
 * The term of an element's head noun: the last telling word of its first phrase, `filter` in "applying a band-pass
 * filter to the signal". Undefined if there is none.
 */
export function headOf(text: string): string | undefined {
  let head: string | undefined;
  let isInside = false;
  const words = wordsAndMarks(text)
    .filter((word) => !isMark(word))
    .slice(0, longestPhrase + 1);
  for (const [at, word] of words.slice(0, longestPhrase).entries()) {
    const lower = word.toLowerCase();
    if (isInside && (phraseEnd.has(lower) || isParticiple(lower, words[at + 1]))) break;
    if (!isInside && (phraseStart.has(lower) || /^\d+$/.test(lower))) continue;
    const term = termsOf(word).findLast(isTelling);
    if (!isInside && isDone(lower)) head ??= term;
    else {
      isInside = true;
      head = term ?? head;
    }
  }
  return head;
}

/** Whether the first word of a phrase says what is done to what follows it: `applying`, not `opening`. */
const isDone = (word: string) => word.endsWith('ing') && !nounsInIng.test(word);

const wordsAndMarks = (text: string): string[] =>
  Array.from(text.replaceAll(aside, ' ').matchAll(wordOrMark), ([word]) => word);

/**
 * The phrases of an element: the telling terms that stand together in it, up to a mark or a word that parts them ("of", "which",
 * "disposed"), each phrase once. `[["appli"], ["band", "pass", "filter"], ["signal"]]` of "applying a band-pass filter to
 * the signal". The last term of a phrase is its head noun.
 */
export function phrasesOf(text: string): string[][] {
  const phrases = new Map<string, string[]>();
  let phrase: string[] = [];
  const close = () => {
    if (phrase.length > 0) phrases.set(phrase.join(' '), phrase);
    phrase = [];
  };
  const found = wordsAndMarks(text);
  for (const [at, word] of found.entries()) {
    const lower = word.toLowerCase();
    const isVerb = isParticiple(lower, found[at + 1]);
    if (isMark(word) || isVerb || phraseEnd.has(lower) || phraseStart.has(lower)) close();
    const terms = termsOf(word).filter(isTelling);
    if (terms.length === 0) continue;
    const isFirst = phrase.length === 0;
    // Of a word that comes twice, the second one counts: it may be the head noun.
    phrase = [...phrase.filter((term) => !terms.includes(term)), ...terms];
    if (isVerb || (isFirst && isDone(lower))) close();
  }
  close();
  return [...phrases.values()];
}

/** Words that take away what follows them: `without a battery`. */
const negation =
  /\b(?:no|not|without|free of|absence of|lacks?|lacking|devoid of|neither|nor|never)\b/i;

/** Whether a text says that something is absent. */
export const isNegative = (text: string): boolean => negation.test(text);
