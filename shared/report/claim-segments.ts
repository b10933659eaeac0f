import { beforeDefinition } from './claim-definitions.ts';
import { listMarkers } from './claim-markers.ts';
import { commaList } from './comma-list.ts';
import { type TextSpan, trimSpan } from './text-span.ts';

/** A piece of a claim between two separators, without the marks at its ends. */
export interface Segment extends TextSpan {
  /** Line that it begins on, from 0. */
  line: number;
  /** Depth of that line, by the source; 0 where it does not say. */
  level: number;
  /** Lists that it is an item of, by marks such as `(a)`. */
  depth: number;
  /** Whether a mark of a list, or the separator of items, stands before it; else it says more about what is before. */
  isItem: boolean;
  /** The word that joins it to the piece before it, if there is one. */
  joined?: 'and' | 'or';
  /** Whether the piece before leads to it: with a colon, or with `comprising` at its end. */
  isLed: boolean;
  /** Whether it stands behind `characterised in that`. */
  isCharacterising?: boolean;
}

/** A part of a claim, and what was found to belong to it. */
export interface Draft extends Segment {
  /** Stands before the transition. */
  isPreamble?: boolean;
  /** Stands between the preamble and `characterised in that`. */
  isKnown?: boolean;
  definitions: TextSpan[];
  /** Alternatives that were pieces of their own. */
  alternatives?: TextSpan[];
}

const clause = new RegExp(
  [
    String.raw`\s(?=where(?:in|by)\b)`,
    // "The pump of claim 1, the motor being red".
    String.raw`(?<=\bclaims?\s\d{1,3}),\s(?=(?:the|said|each|both)\s)`,
    String.raw`\bcharacteri[sz]ed\s+(?:in\s+that|by|in)\b`,
    String.raw`,\s+(?:and\s+)?in\s+that\s`,
    String.raw`,\s+(?:and\s+)?(?:(?:the|said)\s+[\p{L}-]{1,30}\s+)?further\s+(?:comprising|including)\s`,
    String.raw`(?<=\b(?:comprising|comprises|comprise|including|includes|consisting of|steps of|steps|following|of|to|wherein|that|by|having|has|with)\s*):(?=\s)`,
    String.raw`\n`,
    ';',
  ].join('|'),
  'giu',
);

interface Cut {
  start: number;
  end: number;
  isItem: boolean;
  isCharacterising?: boolean;
  depth?: number;
}

/**
 * Pieces of a claim's body.
 * @param levels depths of the lines of the whole text
 */
export function segmentsOf(text: string, from: number, levels: readonly number[] = []): Segment[] {
  const cuts = cutsOf(text, from);
  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const lastSemicolon = text.lastIndexOf(';');
  const segments: Segment[] = [];
  let line = 0;
  let depth = 0;
  for (const [index, cut] of cuts.entries()) {
    depth = cut.depth ?? depth;
    const raw = { start: cut.end, end: cuts[index + 1]?.start ?? text.length };
    const span = trimSpan(text, raw);
    if (span.start >= span.end) {
      // What ends an empty piece still says how the next one begins.
      const next = cuts[index + 1];
      if (next && cut.isItem) next.isItem = true;
      if (next && cut.isCharacterising) next.isCharacterising = true;
      continue;
    }
    while (span.start >= (lineStarts[line + 1] ?? Number.POSITIVE_INFINITY)) line += 1;
    const between = text.slice(segments.at(-1)?.end ?? from, span.start);
    segments.push({
      ...span,
      line,
      level: levels.length === lineStarts.length ? levels[line]! : 0,
      depth,
      isItem: cut.isItem,
      joined: joinedBy(between),
      isLed:
        leads.test(between) ||
        leadsOn.test(
          text.slice(Math.max(0, (segments.at(-1)?.end ?? 0) - 30), segments.at(-1)?.end ?? 0),
        ),
      isCharacterising: cut.isCharacterising,
    });
  }
  const isMarked = cuts.some((cut) => cut.isItem && cut.start > from) || lastSemicolon > from;
  if (isMarked) return segments;
  return segments
    .flatMap((one) =>
      isClause(text, one)
        ? [one]
        : commaList(text, one).map((span, index) => ({
            ...one,
            ...trimSpan(text, span),
            isItem: index > 0 || one.isItem,
          })),
    )
    .filter(({ start, end }) => start < end);
}

const leads = /:/;
const leadsOn =
  /\b(?:comprising|comprises|including|includes|consisting of|steps of|the steps|(?:configured|adapted|arranged|programmed|operable|so as) to)$/i;
const isClause = (text: string, { start }: TextSpan) =>
  /^\W*where(?:in|by)\b/i.test(text.slice(start, start + clauseLength));
const clauseLength = 20;

function joinedBy(between: string): Segment['joined'] {
  const words = between.toLowerCase().match(/\b(?:and|or)\b/g);
  if (!words) return undefined;
  // "and/or" leaves the choice.
  return words.includes('or') ? 'or' : 'and';
}

/** Where pieces end and begin: the first cut is the body's beginning. */
function cutsOf(text: string, from: number): Cut[] {
  const cuts: Cut[] = [{ start: from, end: from, isItem: false, depth: 0 }];
  const brackets = bracketDepths(text);
  for (const { 0: words, index } of text.matchAll(clause)) {
    if (index < from || (words === ';' && brackets(index) > 0)) continue;
    if (words === '\n' && continues(text, index)) continue;
    cuts.push({
      start: index,
      end: index + words.length,
      isItem: /[;\n]/.test(words) || /in\s+that|further/i.test(words),
      ...(/characteri/i.test(words) && { isCharacterising: true, isItem: true }),
    });
  }
  for (const { 0: words, index } of text.matchAll(beforeDefinition)) {
    if (index >= from) cuts.push({ start: index, end: index + words.length, isItem: false });
  }
  for (const { start, end, depth } of listMarkers(text, from)) {
    cuts.push({ start, end, isItem: true, depth });
  }
  const sorted = cuts.toSorted((a, b) => a.start - b.start || a.end - b.end);
  return sorted.filter((cut, index) => index === 0 || cut.start >= sorted[index - 1]!.end);
}

/** Whether a sentence goes on after a line: it ends without a mark, and the next begins with a word that goes on. */
function continues(text: string, newline: number): boolean {
  const before = text.slice(Math.max(0, newline - 60), newline);
  const after = text.slice(newline + 1, newline + 61);
  if (breaksOff.test(before)) return true;
  return (
    /[\p{L}\d)]\s*$/u.test(before) &&
    !/(?:compris\w+|includ\w+|consist\w+(?: of)?|steps?(?: of)?|wherein|whereby|which|that|has|having|and|or)\s*$/i.test(
      before,
    ) &&
    goesOn.test(after)
  );
}

const breaksOff =
  /(?<!\b(?:consisting|composed|comprised|steps?|one|any|both|each|group|following|selected|chosen)\s)\b(?:an?|the|said|of|with|from|for|its)$/i;
const goesOn =
  /^\s*(?:(?:of|or|and|in|on|to|for|from|by|with|at|into|is|are|being|which|than|as)\s|[\p{Ll}\d-]+(?<!ing)\s+(?:of|or|and|to|in|is|are)\s)/u;

/** Depth of brackets at a position; 0 where they are not balanced in a piece of this length. */
function bracketDepths(text: string): (position: number) => number {
  const depths = new Map<number, number>();
  let depth = 0;
  let opened = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '(' || sign === '[') {
      if (depth === 0) opened = at;
      depth += 1;
    } else if (sign === ')' || sign === ']') depth = Math.max(0, depth - 1);
    else if (sign === '\n' || at - opened > longestBracket) depth = 0;
    else if (sign === ';') depths.set(at, depth);
  }
  return (position) => depths.get(position) ?? 0;
}

const longestBracket = 300;
