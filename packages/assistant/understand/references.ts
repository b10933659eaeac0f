import type { Context } from './context.ts';
import type { Mention } from './mentions.ts';

/** The documents that a message refers to. */
export interface References {
  ucids: string[];
  /** The message without them. */
  rest: string;
  /** The message says "it" or "number 7", and no document of the thread matches. */
  dangling: boolean;
  /** The message says "these" or "them": the documents of the last answer. */
  several: boolean;
}

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const cardinals = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const number = `\\d{1,2}|${cardinals.join('|')}`;
const noun = '(?:ones?|results?|documents?|patents?|hits?|items?|references?)';

const ordinal = new RegExp(
  `\\b(?:the\\s+)?(?:(${ordinals.join('|')})|(\\d{1,2})(?:st|nd|rd|th))(?:\\s+${noun})?\\b(?!\\s+(?:claim|embodiment|element|paragraph|time|sentence))`,
  'gi',
);
const last = new RegExp(`\\bthe\\s+last\\s+${noun}\\b|\\bthe\\s+last(?=[?.!]|$)`, 'gi');
const firstFew = new RegExp(
  `\\b(?:the\\s+)?(?:first|top|best)\\s+(${number})(?:\\s+${noun})?\\b`,
  'gi',
);
const numbered = new RegExp(
  `(?:\\b(?:number|no\\.?|result|document|patent|item|hit|reference)\\s*|#)(${number})\\b|\\[(\\d{1,2})\\]`,
  'gi',
);
/** A bare number refers to a document only after the words of `bareVerb`. */
const bareNumbers = /(?<![\w.-])(\d{1,2})(?![\w.]*\d|\s*(?:%|mm|cm|m|years?|months?)\b)/g;
const bareVerb =
  /^\W*\d{1,2}\W*$|\b(?:compare|why not|why isn't|why wasn't|what about|how about|and|versus|vs|between|show|open|read|tell me (?:more )?about|differ\w*|claims? of|abstract of)\s+(?:me\s+)?\d/i;
const afterClaim = /\b(?:claims?|paragraphs?|para)\s+$/i;
const pronoun =
  /\b(?:it|its|this one|that one|this patent|that patent|this document|that document|the patent|the document|the same patent|this|that)\b/i;
const plural =
  /\b(?:which ones?|which (?:patents?|documents?)|these|those|them|they|their|both|all of (?:them|these|those)|any of (?:them|these|those)|the (?:results|documents|patents|hits)|each(?: of them)?)\b/i;
const others = /\b(?:others|the rest)\b/i;

/**
 * Finds the documents that a message names by their place in a list, or as "it", beside those that it
 * mentions by number. `message` no longer holds these.
 */
export function findReferences(
  message: string,
  mentions: readonly Mention[],
  context: Context,
): References {
  const lists = [context.documents, ...context.earlier];
  const count = context.documents.length;
  let rest = message;
  const found: { at: number; ucid?: string; position?: number }[] = [];
  const take = (pattern: RegExp, read: (match: RegExpExecArray) => number[]) => {
    for (const match of rest.matchAll(pattern)) {
      if (afterClaim.test(rest.slice(0, match.index))) continue;
      for (const position of read(match)) found.push({ at: match.index, position });
      rest = blank(rest, match.index, match[0].length);
    }
  };
  for (const { start, ucid } of mentions) {
    const known = lists.flat().find((one) => one.startsWith(`${ucid}-`));
    found.push({ at: start, ucid: known ?? ucid });
  }
  if (count > 0) {
    take(firstFew, (match) => upTo(Math.min(toNumber(match[1]!), count)));
    take(last, () => [count]);
    take(numbered, (match) => [toNumber(match[1] ?? match[2]!)]);
    take(ordinal, (match) => [
      match[1] ? ordinals.indexOf(match[1].toLowerCase()) + 1 : Number(match[2]),
    ]);
    if (bareVerb.test(rest)) take(bareNumbers, (match) => [Number(match[1])]);
  }
  found.sort((one, other) => one.at - other.at);
  const highest = Math.max(0, ...found.map(({ position = 0 }) => position));
  // All numbers of a message belong to one list: the latest that has them.
  const list = lists.find(({ length }) => length >= highest) ?? context.documents;
  const named = found.map(({ ucid, position }) => ucid ?? list[position! - 1]);
  const ucids = [...new Set(named.filter((ucid) => ucid !== undefined))];
  const missing = named.includes(undefined);
  const several = ucids.length === 0 && (plural.test(rest) || others.test(rest));
  const single = ucids.length === 0 && !several && pronoun.test(rest);
  if (single && context.focus) return { ucids: [context.focus], rest, dangling: false, several };
  return { ucids, rest, several, dangling: missing || single };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const blank = (text: string, start: number, length: number) =>
  text.slice(0, start) + ' '.repeat(length) + text.slice(start + length);

const toNumber = (text: string) => Number(text) || cardinals.indexOf(text.toLowerCase()) + 1;
