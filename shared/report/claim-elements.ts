import type { PatentDocument } from '#shared/patent-document.ts';
import { findTransition } from './claim-transition.ts';
import { commaList } from './comma-list.ts';
import type { ClaimElement, ReportClaim } from './report.ts';
import { splitSpan, type TextSpan, trimSpan } from './text-span.ts';

/** A claim in parts, as charts list them. */
export type ClaimParts = Pick<ReportClaim, 'transition' | 'elements'>;

/**
 * Splits a claim into preamble, transition and limitations by the words and marks that separate them, so that the same
 * text always gives the same parts. Offsets are in UTF-16 code units of `text`.
 * @param number of the claim, for the labels: 1a, 1b, …
 * @param most elements; the last one takes what is left
 */
export function claimElements(text: string, number: number, most = 60): ClaimParts {
  const transition = findTransition(text);
  const preamble: TextSpan[] = transition ? [{ start: 0, end: transition.start }] : [];
  const body = bodySpans(text, transition?.end ?? 0);
  const spans = [...preamble, ...body]
    .map((span) => trimSpan(text, span))
    .filter(({ start, end }) => /\p{L}/u.test(text.slice(start, end)));
  const kept = spans.slice(0, most);
  if (spans.length > most)
    kept[most - 1] = { start: kept[most - 1]!.start, end: spans.at(-1)!.end };
  const elements = kept.map(({ start, end }, index): ClaimElement => {
    const words = text.slice(start, end);
    return {
      label: `${number}${letters(index)}`,
      // The first of several parts introduces the others. A lone reference to claims adds nothing of its own.
      role: index === 0 && (kept.length > 1 || onlyRefers.test(words)) ? 'preamble' : 'limitation',
      text: words,
      start,
      end,
      meansPlusFunction: meansForFunction.test(words),
    };
  });
  return { transition: transition && toPart(text, transition), elements };
}

const onlyRefers = /\bclaims?\s+\d+(?:\s*(?:-|–|,|to|or|and)\s*\d+)*$/i;

/** All claims of a patent with their elements, the independent ones first. */
export function reportClaims(claims: PatentDocument['claims']): Omit<ReportClaim, 'charted'>[] {
  const split = claims.map(({ number, text, dependsOn }) => ({
    number,
    dependsOn,
    independent: dependsOn.length === 0,
    ...claimElements(text, number),
  }));
  return split.toSorted((a, b) => Number(b.independent) - Number(a.independent));
}

const toPart = (text: string, { start, end }: TextSpan) => ({
  text: text.slice(start, end),
  start,
  end,
});

/** a, b, …, z, aa, ab, … */
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(97 + (index % 26));

/** `means for storing`, `heating means`, `step for`: not `by means of` and not the verb. */
const meansForFunction =
  /\bstep for \p{L}+ing\b|(?<!\bby )\bmeans (?:for|to|adapted|configured|arranged|operable)\b|\b\p{L}+ing means\b/iu;

/** Ends of the parts of a body: lines, semicolons, and before or at words that begin a clause. */
const boundary = new RegExp(
  [
    String.raw`[\n;]`,
    String.raw`\s(?=where(?:in|by)\b)`,
    String.raw`\bcharacteri[sz]ed\s+(?:in\s+that|by)\s`,
    String.raw`,\s+(?:and\s+)?in\s+that\s`,
    String.raw`,\s+(?:and\s+)?further\s+comprising\s`,
    String.raw`(?<=\b(?:comprising|comprises|including|includes|consisting of)(?:\s+the\s+steps\s+of)?\s*):`,
  ].join('|'),
  'gi',
);
/** What says that the drafter has marked the parts of the list. */
const marks = /;|\n/;

function bodySpans(text: string, start: number): TextSpan[] {
  const body = { start, end: text.length };
  const numbered = enumeration(text, body);
  const parts = numbered.flatMap((span) => splitSpan(text, span, boundary));
  if (numbered.length > 1 || marks.test(text.slice(start))) return parts;
  return parts.flatMap((span) => (isClause(text, span) ? [span] : commaList(text, span)));
}

const isClause = (text: string, { start }: TextSpan) =>
  /^\W*where(?:in|by)\b/i.test(text.slice(start, start + clauseLength));
const clauseLength = 20;

const sequences = [
  Array.from('abcdefghijklmnopqrstuvwxyz'),
  'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi'.split(' '),
  Array.from({ length: 40 }, (_, index) => String(index + 1)),
];

/** Cuts before `(a)`, `b)`, `iii.` and so on where they count upwards. */
function enumeration(text: string, body: TextSpan): TextSpan[] {
  const found = Array.from(
    text.slice(body.start).matchAll(/(?<=^|[\s,;:])(\(?)([a-z]|[ivx]{1,5}|\d{1,2})([).])\s+/gi),
    ({ 0: words, 1: bracket, 2: mark, 3: end, index }) => ({
      mark: mark!.toLowerCase(),
      // A number in brackets is a reference sign, and one with a full stop may end a sentence.
      sure: !(/\d/.test(mark!) && (bracket === '(' || end === '.')),
      start: body.start + index,
      end: body.start + index + words.length,
    }),
  );
  for (const sequence of sequences) {
    const chain: TextSpan[] = [];
    for (const one of found) {
      if (one.sure && one.mark === sequence[chain.length]) chain.push(one);
    }
    if (chain.length < 2) continue;
    const bodies = chain.map(({ end }, index) => ({
      start: end,
      end: chain[index + 1]?.start ?? body.end,
    }));
    return [{ start: body.start, end: chain[0]!.start }, ...bodies];
  }
  return [body];
}
