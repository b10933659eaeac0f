import { type TextSpan, trimSpan } from './text-span.ts';

const opener =
  /\b(?:(?:selected|chosen|selectable)\s+from|(?<=\b(?:selecting|choosing)\s[^,;:]{1,60}\s)from(?=\s+(?:the|a)\s+group\s))\b(?:\s+(?:the|a|any))?(?:\s+(?:group|list|class|set|one\s+or\s+more|at\s+least\s+one))?(?:\s+(?:consisting(?:\s+essentially)?\s+of|comprising|including|formed\s+by|composed\s+of|of))?(?:\s+the\s+following)?[\s:]*|\b(?:at\s+least\s+|any\s+)?(?:one|any)(?:\s+or\s+(?:more|both))?\s+of(?:\s+the\s+following)?(?!\s+(?:said|these|those|them|which|plurality)\b)[\s:]+|\beither\s+/gi;

/** Whether the words that introduce a choice are the last ones: what follows are its alternatives. */
const openEnd =
  /\b(?:(?:(?:selected|chosen)\s+from|(?<=\b(?:selecting|choosing)\s[^,;:]{1,60}\s)from(?=\s+(?:the|a)\s+group\s))(?:\s+(?:the|a))?(?:\s+group)?(?:\s+(?:consisting(?:\s+essentially)?\s+of|comprising|including|of))?(?:\s+the\s+following(?:\s+\p{L}+)?(?:\s*\(\w{1,3}\)\s*(?:to|-|–)\s*\(\w{1,4}\))?)?|(?:one|any)(?:\s+or\s+(?:more|both))?\s+of(?:\s+the\s+following(?:\s+\p{L}+)?(?:\s*\(\w{1,3}\)\s*(?:to|-|–)\s*\(\w{1,4}\))?)?|either)\s*:?$/iu;
const openLength = 120;
export const leavesChoiceOpen = (text: string): boolean => openEnd.test(text.slice(-openLength));

/** The first alternative, where a semicolon separates it from the others. */
const firstOnly =
  /\bgroup\s+consisting(?:\s+essentially)?\s+of:?\s+((?:(?!\b(?:and|or)\b)[^,;]){1,200})$/i;

/** Where the first alternative of an open list begins, which others must follow; undefined if the text has none. */
export function onlyAlternative(text: string): number | undefined {
  const tail = text.slice(-300);
  const found = firstOnly.exec(tail);
  return found ? text.length - found[1]!.length : undefined;
}

/** What ends a list of alternatives within a sentence. */
const after =
  /;|,?\s+(?:wherein|whereby|in which|provided that|with the proviso|such that|so that|thereby)\b|,\s+(?:said|the|which)\s|,?\s+(?:comprising|being)\s|\s+(?:to|in|with|from|by|onto|into)\s+(?:said|the|an amount|a subject)\b/i;

/** Alternatives that are only others together. */
const together =
  /^(?:any\s+|a\s+|an\s+)?(?:mixtures?|combinations?|blends?|alloys?)\s+(?:of\s+.{0,30})?(?:thereof|these|two or more|them)/i;

const mostAlternatives = 500;
/** Characters of an element in which alternatives are sought, and choices that are looked at: hostile texts have thousands. */
const looked = 50_000;
const mostChoices = 20;

/** The alternatives in an element's text, with offsets in it: of the choice that has most; undefined without one. */
export function alternativesIn(text: string): TextSpan[] | undefined {
  const words = text.slice(0, looked);
  let best: TextSpan[] = [];
  let end = 0;
  for (const { 0: mark, index } of [...words.matchAll(opener)].slice(0, mostChoices)) {
    if (index < end) continue;
    const items = itemsOf(
      words,
      index + mark.length,
      isPickedByOr.test(`${mark}${words.slice(index + mark.length, index + mark.length + 4)}`),
    );
    if (items.length < 2) continue;
    end = items.at(-1)!.end;
    if (items.length > best.length) best = items;
  }
  return best.length < 2 ? undefined : best.slice(0, mostAlternatives);
}

/** Where only "or" separates alternatives: "one of the inner and outer rings" is one of two things that are there. */
const isPickedByOr = /^either|\bof\s+the\s$/i;

function itemsOf(text: string, start: number, isOr: boolean): TextSpan[] {
  const whole = { start, end: listEnd(text, start) };
  const semicolons = splitAt(text, whole, ';');
  const commas = semicolons.length > 1 ? semicolons : splitAt(text, whole, ',');
  const last = commas.pop()!;
  const lastWords = text.slice(last.start, last.end);
  const isJoined = (isOr ? /^\s*or\b/i : /^\s*(?:and|or|and\/or)\b/i).test(lastWords);
  const join = isOr ? /\s+or\s+/gi : /\s+(?:and\/or|and|or)\s+/gi;
  const cut =
    isJoined || semicolons.length > 1
      ? undefined
      : [...lastWords.matchAll(join)].at(commas.length > 0 ? -1 : 0);
  const items = cut
    ? [
        ...commas,
        { start: last.start, end: last.start + cut.index },
        { start: last.start + cut.index + cut[0].length, end: last.end },
      ]
    : [...commas, last];
  const bare = items.map((span) => trimSpan(text, span));
  const joined = isJoined || cut !== undefined;
  // "one of the lenses, the holder moves it": commas alone are no choice.
  return joined ? bare.filter((span) => isAlternative(text.slice(span.start, span.end))) : [];
}

const isAlternative = (words: string) => /[\p{L}\d]/u.test(words) && !together.test(words);

function listEnd(text: string, start: number): number {
  const rest = text.slice(start);
  const isSemicolons = /^[^,]{1,200};/.test(rest) && !/^[^;]{0,200}\b(?:wherein)\b/i.test(rest);
  if (isSemicolons) return text.length;
  const found = after.exec(rest);
  return found ? start + found.index : text.length;
}

/** Parts between a mark that stands outside of brackets. */
function splitAt(text: string, { start, end }: TextSpan, mark: ',' | ';'): TextSpan[] {
  const parts: TextSpan[] = [];
  let from = start;
  let depth = 0;
  for (let at = start; at < end; at++) {
    const sign = text[at];
    if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    // A comma between digits belongs to a name: 1,2-dimethoxyethane.
    else if (sign === mark && depth <= 0 && !/\d/.test(text[at + 1] ?? '')) {
      parts.push({ start: from, end: at });
      from = at + 1;
    }
  }
  return [...parts, { start: from, end }];
}
