import type { Context } from './context.ts';
import { match, pattern } from './pattern.ts';
import { readers } from './readers.ts';
import type { Token } from './tokens.ts';

/** The documents that a message refers to. */
export interface References {
  ucids: string[];
  /** The tokens without them. */
  rest: Token[];
  /** The message says "it" or "number 7", and no document of the thread matches. */
  dangling: boolean;
  /** The message says "these" or "them": the documents of the last answer. */
  several: boolean;
}

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const cardinals = 'one two three four five six seven eight nine ten'.split(' ');

const toNumber = (text: string) => Number(text) || cardinals.indexOf(text.toLowerCase()) + 1;
const toOrdinal = (text: string) =>
  ordinals.indexOf(text.toLowerCase()) + 1 || Number.parseInt(text, 10);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Places in a list, by the value that the pattern captures and the length of the list. */
const places: readonly {
  elements: ReturnType<typeof pattern>;
  read: (value: string, count: number) => number[];
}[] = [
  {
    elements: pattern('the? FIRST n=CARDINAL|NUMBER NOUN?'),
    read: (value, count) => upTo(Math.min(toNumber(value), count)),
  },
  { elements: pattern('the n=last NOUN'), read: (_, count) => [count] },
  { elements: pattern('the n=last $'), read: (_, count) => [count] },
  { elements: pattern('NUMBERED n=CARDINAL|NUMBER'), read: (value) => [toNumber(value)] },
  { elements: pattern('[ n=NUMBER ]'), read: (value) => [toNumber(value)] },
  { elements: pattern('the? n=ORDINAL NOUN?'), read: (value) => [toOrdinal(value)] },
];
const bareVerb = pattern('BAREVERB ME? NUMBER');
const bareParts = pattern('CLAIM|ABSTRACT of NUMBER');
const bareMessage = pattern('^ NUMBER $');
const has = (token: Token | undefined, ...classes: string[]) =>
  token !== undefined && classes.some((one) => token.classes.has(one));

/**
 * Finds the documents that a message names by number, by their place in a list, or as "it".
 * @param tokens of the message without its filters
 */
export function findReferences(tokens: readonly Token[], context: Context): References {
  const lists = [context.documents, ...context.earlier];
  const count = context.documents.length;
  const taken = new Set<Token>();
  const found: { at: number; ucid?: string; position?: number }[] = [];
  for (const [at, token] of tokens.entries())
    if (token.classes.has('UCID')) {
      const known = lists.flat().find((one) => one.startsWith(`${token.value}-`));
      found.push({ at, ucid: known ?? token.value! });
      taken.add(token);
    }
  if (count > 0) {
    const isBare = [bareVerb, bareParts, bareMessage].some((one) => matchesSomewhere(one, tokens));
    for (let at = 0; at < tokens.length; at++) {
      const place = taken.has(tokens[at]!) ? undefined : placeAt(tokens, at, count, isBare);
      if (!place) continue;
      for (const position of place.positions) found.push({ at, position });
      for (const token of tokens.slice(at, place.end)) taken.add(token);
      at = place.end - 1;
    }
  }
  found.sort((one, other) => one.at - other.at);
  const rest = tokens.filter((token) => !taken.has(token));
  const highest = Math.max(0, ...found.map(({ position = 0 }) => position));
  // All numbers of a message belong to one list: the latest that has them.
  const list = lists.find(({ length }) => length >= highest) ?? context.documents;
  const named = found.map(({ ucid, position }) => ucid ?? list[position! - 1]);
  const ucids = [...new Set(named.filter((ucid) => ucid !== undefined))];
  const missing = named.includes(undefined);
  // "They" of one document are those who wrote it.
  const isList = count !== 1 || !context.focus;
  const several =
    isList && ucids.length === 0 && rest.some((token) => has(token, 'PLURAL', 'REST'));
  const single = ucids.length === 0 && !several && rest.some((_, at) => isPronoun(rest, at));
  if (single && context.focus) return { ucids: [context.focus], rest, dangling: false, several };
  return { ucids, rest, several, dangling: missing || single };
}

const matchesSomewhere = (elements: ReturnType<typeof pattern>, tokens: readonly Token[]) =>
  tokens.some((_, at) => match(elements, tokens, at, readers));

function placeAt(
  tokens: readonly Token[],
  at: number,
  count: number,
  isBare: boolean,
): { positions: number[]; end: number } | undefined {
  if (has(tokens[at - 1], 'NOTLISTED')) return undefined;
  for (const { elements, read } of places) {
    const found = match(elements, tokens, at, readers);
    if (!found) continue;
    // "The first claim" is none of a list, but "what does the first one claim?" asks about one.
    const isNamed = /^ones?$/.test(tokens[found.end - 1]?.lower ?? '');
    if (!isNamed && has(tokens[found.end], 'NOTLISTED')) continue;
    const positions = read(found.values.n!, count);
    if (positions.every((position) => position > 0)) return { positions, end: found.end };
  }
  const token = tokens[at]!;
  const isNumber = isBare && has(token, 'NUMBER') && token.text.length <= 2;
  const counts = /^(?:%|mm|cm|m|years?|months?|[.])$/.test(tokens[at + 1]?.lower ?? '');
  return isNumber && !counts ? { positions: [Number(token.text)], end: at + 1 } : undefined;
}

/** Whether a word stands for a document, and does not only join a clause: "a kite that folds its wings". */
function isPronoun(tokens: readonly Token[], at: number): boolean {
  if (!has(tokens[at], 'PRONOUN')) return false;
  return tokens[at]!.lower !== 'that' || !has(tokens[at - 1], 'WORD');
}
