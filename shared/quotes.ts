import type { CitedPlace } from './citations.ts';
import type { PatentDocument, PatentPlace } from './patent-document.ts';

/** The result of checking a quote. */
export interface CheckedQuote {
  /**
   * `verified`: the document contains it word for word. `repaired`: the quote was replaced by the most
   * similar passage of the document. `unverified`: no passage is similar enough.
   */
  status: 'verified' | 'repaired' | 'unverified';
  quote: string;
  /** Null if the quote is unverified. */
  place: PatentPlace | null;
}

/** Minimum length in characters, after normalising. Shorter quotes occur in any text by chance. */
const quoteMinLength = 12;

/** Share of a quote's words that a passage must contain to replace the quote. */
const repairMinShare = 0.7;

/**
 * Finds a quote in a document, in one piece. White space, kinds of quotation marks and dashes, and forms of characters may
 * differ: `H2O` is found in `H₂O`.
 * @param stated stated place of the quote, which is searched first, because a quote may occur in several places
 */
export function locateQuote(
  document: PatentDocument,
  quote: string,
  stated?: CitedPlace,
): CheckedQuote {
  const parts = partsOf(document, stated);
  const wanted = normalized(quote).text.trim();
  if (wanted.length < quoteMinLength) return { status: 'unverified', quote, place: null };
  for (const part of parts) {
    const { text, origins } = normalized(part.text);
    const at = text.indexOf(wanted);
    if (at < 0) continue;
    const place = placeOf(document, part, origins[at]!.start, origins[at + wanted.length - 1]!.end);
    return { status: 'verified', quote: part.text.slice(place.start, place.end), place };
  }
  const nearest = nearestPassage(parts, wanted);
  if (!nearest) return { status: 'unverified', quote, place: null };
  const place = placeOf(document, nearest.part, nearest.start, nearest.end);
  return { status: 'repaired', quote: nearest.part.text.slice(place.start, place.end), place };
}

interface Part extends CitedPlace {
  text: string;
}

/** Every part of a document, the stated one first. */
function partsOf(document: PatentDocument, stated: CitedPlace | undefined): Part[] {
  const { title, abstract, claims, paragraphs } = document;
  const parts: Part[] = [
    { part: 'title', number: null, text: title },
    { part: 'abstract', number: null, text: abstract },
    ...claims.map(({ number, text }) => ({ part: 'claim' as const, number, text })),
    ...paragraphs.map(({ number, text }) => ({ part: 'paragraph' as const, number, text })),
  ];
  const isStated = ({ part, number }: Part) => part === stated?.part && number === stated.number;
  return [...parts.filter(isStated), ...parts.filter((part) => !isStated(part))];
}

const placeOf = (
  { ucid }: PatentDocument,
  { part, number }: Part,
  start: number,
  end: number,
): PatentPlace => ({ ucid, part, number, start, end });

const doubleQuotes = '“”„‟«»″';
const singleQuotes = '‘’‚‛′`´';

const dashes = '‐‑‒–—−';

/** A text with single spaces, plain forms of its characters, and where each of these comes from. */
function normalized(original: string) {
  let text = '';
  const origins: { start: number; end: number }[] = [];
  let start = 0;
  for (const character of original) {
    const end = start + character.length;
    for (const one of plain(character)) {
      if (one === ' ' && text.endsWith(' ')) continue;
      text += one;
      for (let unit = 0; unit < one.length; unit++) origins.push({ start, end });
    }
    start = end;
  }
  return { text, origins };
}

const ascii = /^[!#-&(-_a-~]$/;

/** `2` for `₂`, `fi` for a ligature, straight quotation marks and hyphens. */
function plain(character: string): string {
  if (ascii.test(character)) return character;
  if (/\s/.test(character)) return ' ';
  if (doubleQuotes.includes(character)) return '"';
  if (singleQuotes.includes(character)) return "'";
  const compatible = character.normalize('NFKD');
  return dashes.includes(compatible) ? '-' : compatible;
}

interface Word {
  word: string;
  start: number;
  end: number;
}

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: word, index }) => ({
    word: word.normalize('NFKC').toLowerCase(),
    start: index,
    end: index + word.length,
  }));

/**
 * The passage with as many words as the quote that shares most words with it; undefined if none shares
 * enough.
 */
function nearestPassage(parts: readonly Part[], quote: string) {
  const wanted = wordsOf(quote).map(({ word }) => word);
  let best: { part: Part; start: number; end: number } | undefined;
  let most = Math.ceil(wanted.length * repairMinShare) - 1;
  for (const part of parts) {
    const words = wordsOf(part.text);
    const missing = countsOf(wanted);
    let shared = 0;
    for (const [index, { word }] of words.entries()) {
      if (take(missing, word)) shared += 1;
      const leaving = words[index - wanted.length]?.word;
      if (leaving !== undefined && giveBack(missing, leaving)) shared -= 1;
      if (shared <= most) continue;
      most = shared;
      const window = words.slice(Math.max(0, index - wanted.length + 1), index + 1);
      best = { part, ...spanOf(window, new Set(wanted)) };
    }
  }
  return best && best.end - best.start >= quoteMinLength ? best : undefined;
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Counts go below zero where a window has a word more often than the quote. */
function take(missing: Map<string, number>, word: string): boolean {
  const count = missing.get(word);
  if (count === undefined) return false;
  missing.set(word, count - 1);
  return count > 0;
}

function giveBack(missing: Map<string, number>, word: string): boolean {
  const count = missing.get(word);
  if (count === undefined) return false;
  missing.set(word, count + 1);
  return count >= 0;
}

/** The part of a window from its first to its last word that the quote contains. */
function spanOf(window: readonly Word[], wanted: ReadonlySet<string>) {
  const isWanted = ({ word }: Word) => wanted.has(word);
  return { start: window.find(isWanted)!.start, end: window.findLast(isWanted)!.end };
}
