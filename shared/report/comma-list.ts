import type { TextSpan } from './text-span.ts';

/**
 * Items of a list that is only separated by commas: "comprising a mast, inclined bars that …, and a circuit". A comma
 * separates items where the next word begins one: an article, a number, a plural, or in a list of steps
 * a verb in -ing. Alternatives, as in "selected from A, a B, and C", stay together.
 */
export function commaList(text: string, span: TextSpan): TextSpan[] {
  const words = text.slice(span.start, span.end);
  const isSteps = step.test(words.trimStart());
  const begins = (rest: string, mark: string) =>
    isSteps ? step.test(rest) : thing.test(rest) || (/and/.test(mark) && lastThing.test(rest));
  const until = alternatives.exec(words)?.index ?? words.length;
  const items: TextSpan[] = [];
  let { start } = span;
  let depth = 0;
  for (const { 0: mark, index } of words.matchAll(/,\s+(?:and\s+)?|[()[\]]/g)) {
    if (/^[([]/.test(mark)) depth += 1;
    if (/^[)\]]/.test(mark)) depth -= 1;
    if (!mark.startsWith(',')) continue;
    const next = index + mark.length;
    const isSeparator =
      next < until && depth === 0 && begins(words.slice(next, next + nextLength), mark);
    if (!isSeparator || ordinal.test(text.slice(start, span.start + index))) continue;
    items.push({ start, end: span.start + index });
    start = span.start + next;
  }
  return [...items, { start, end: span.end }];
}

/** Characters after a comma that are looked at. */
const nextLength = 100;
const alternatives =
  /\b(?:selected|chosen) from\b|\bgroup (?:consisting|comprising|of)\b|\bone of(?! the\b)|\beither\b|\bsuch as\b/i;
const step = /^(?:\p{L}+ly\s+)?\p{L}{2,}ing\b/iu;
const thing = new RegExp(
  [
    String.raw`^(?:an?|at least|one or more|means|two|three|four|several|multiple)\s`,
    // A plural, and no verb: "contacts at the rest position", not "compares its decay".
    String.raw`^(?:[\p{L}-]+\s+){0,2}\p{L}+s\s+(?:of|in|on|at|between|for|that|which|with|from|along|over|under|within|\p{L}+ed)\s`,
  ].join('|'),
  'u',
);
/** "and paraffin that fills the pores", where no verb ends in -s. */
const lastThing = /^(?:[\p{L}-]*[^\s,s]\s+){1,3}(?:of|in|on|at|between|for|that|which|with)\s/u;
/** "a first, a second and a third sheet" is one item. */
const ordinal = /^\s*(?:and\s+)?an?\s+(?:first|second|third|upper|lower|left|right)\s*$/i;
