import type { KnownWord } from '#engine';
import { headOf, isTelling, termsOf } from './match-words.ts';

/** What an index knows of a term; undefined if it does not know it. */
export type KnownWordOf = (term: string) => KnownWord | undefined;

/**
 * Weight of the head nouns beside all words, which weigh 1: `filter` and `sieve` in "band-pass filter" and "mesh sieve".
 * Chosen on half of the phrases that docs/reports.md names.
 */
const headWeight = 0.2;
/** Letters of the pieces by which spellings are compared. */
const pieceLength = 3;

/**
 * How far two words stand for the same, 0 to 1: by spelling, which tells forms of a word ("adhesive", "adhesion"), and by the words that
 * they occur near to in the index, which tells synonyms. Each that is likely makes it likely.
 */
export function wordLikeness(a: string, b: string, knownOf: KnownWordOf): number {
  if (a === b) return 1;
  return togetherLikely(spelledAlike(a, b), knownOf(a)?.vector, knownOf(b)?.vector);
}

/** @param spelled likeness by spelling */
export function togetherLikely(
  spelled: number,
  a: Float32Array | undefined,
  b: Float32Array | undefined,
): number {
  return 1 - (1 - spelled) * (1 - Math.max(0, cosine(a, b)));
}

/**
 * How far two phrases say the same, 0 to 1: of each word the likeness to the likest word of the other phrase, by rarity, the
 * mean of both ways; and the likeness of the head nouns.
 */
export function phraseLikeness(a: string, b: string, knownOf: KnownWordOf): number {
  const ours = tellingTerms(a);
  const theirs = tellingTerms(b);
  if (ours.length === 0 || theirs.length === 0) return ours.length === theirs.length ? 1 : 0;
  const words = (likestOf(ours, theirs, knownOf) + likestOf(theirs, ours, knownOf)) / 2;
  const head = wordLikeness(headOf(a) ?? ours.at(-1)!, headOf(b) ?? theirs.at(-1)!, knownOf);
  return (words + headWeight * head) / (1 + headWeight);
}

/** The terms that tell something; all, where no term does. */
function tellingTerms(text: string): string[] {
  const terms = [...new Set(termsOf(text))];
  const telling = terms.filter(isTelling);
  return telling.length > 0 ? telling : terms;
}

/** Rarity of a term that the index does not know. */
const unknownRarity = 9;

function likestOf(
  terms: readonly string[],
  others: readonly string[],
  knownOf: KnownWordOf,
): number {
  let sum = 0;
  let weight = 0;
  for (const term of terms) {
    const rarity = knownOf(term)?.rarity ?? unknownRarity;
    sum += rarity * Math.max(...others.map((other) => wordLikeness(term, other, knownOf)));
    weight += rarity;
  }
  return sum / (weight || 1);
}

/** Of two vectors that are no longer than 1. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return 0;
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

/** Share of the pieces of two words that both have (Dice). */
function spelledAlike(a: string, b: string): number {
  const ours = piecesOf(a);
  const theirs = piecesOf(b);
  let both = 0;
  for (const piece of ours) if (theirs.has(piece)) both += 1;
  return (2 * both) / (ours.size + theirs.size || 1);
}

export function piecesOf(word: string): Set<string> {
  const text = ` ${word} `;
  const pieces = new Set<string>();
  for (let at = 0; at + pieceLength <= text.length; at++) {
    pieces.add(text.slice(at, at + pieceLength));
  }
  return pieces;
}
