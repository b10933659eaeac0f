import type { TextSpan } from './text-span.ts';

const steps = String.raw`(?:\s+(?:at least\s+)?(?:the\s+)?(?:following\s+)?(?:method\s+)?(?:steps|acts|operations|stages)(?:\s+of\b)?)?`;
const open = String.raw`(?:compris(?:ing|es|e|ed of)(?:,?\s+in\s+combination\b)?|consist(?:ing|s)(?:\s+essentially)?(?:\s+of)?|composed of|characteri[sz]ed\s+(?:in\s+that|by|in)(?:\s+comprising)?)`;

/** `the improvement comprising`: what stands before it is known (Jepson claim). */
const jepson = new RegExp(
  String.raw`\b(?:wherein\s+)?(?:the|an|said)\s+improvements?\s+(?:which\s+|wherein\s+)?(?:${open}|includes|including|being|is|that|wherein)${steps}`,
  'i',
);
/** Not of a list of alternatives: "selected from the group consisting of". */
const noChoice = String.raw`(?<!\b(?:group|list|class|set|family|those|from)\s+)`;
const strong = new RegExp(
  String.raw`${noChoice}\b(?:further\s+|which\s+|that\s+)?${open}${steps}`,
  'gi',
);
const including = new RegExp(
  String.raw`${noChoice}\b(?:further\s+|which\s+|that\s+)?(?:including|includes)${steps}`,
  'gi',
);
/** Of claims that have none of the above. */
const having = /\b(?:having|which has|that has|containing|which contains|that contains)\b/i;
const havingOrWith = new RegExp(String.raw`${having.source}|\bwith\b`, 'i');
/** "The device of claim 1, having …". */
const nextHaving = /^,\s+(having|which has|with)\b/i;
/** "A computer-implemented method", "In a network, a process": not "a device for a method". */
const isMethod =
  /^(?:(?:in|within)\s[^:]{1,150}?,\s+)?(?:(?:an?|the)\s+)?(?:(?!(?:for|of|to|that|which|having|comprising|with|by)\b)[^\s,;:]+\s+){0,8}?(?:method|process|use)\b/i;
const clause = /\b(?:wherein|whereby|in which)\b/i;

/** Whether a claim is to a method, by its first words. */
export const isMethodClaim = (text: string): boolean =>
  isMethod.test(text.slice(0, 200).trimStart());

/** The words that lead from the preamble to the body; null if there are none. */
export function findTransition(text: string): TextSpan | null {
  const improvement = jepson.exec(text);
  if (improvement) return spanOf(improvement);
  const candidates = [...text.matchAll(strong), ...text.matchAll(including)].toSorted(
    (a, b) => a.index - b.index,
  );
  const refers = /\bclaims?\s+\d+(?:\s*(?:-|–|to|or|and|,)\s*\d+)*/i.exec(text);
  const after = refers ? refers.index + refers[0].length : 0;
  const clauseAt = clause.exec(text.slice(after));
  const limit = refers && clauseAt ? after + clauseAt.index : text.length;
  const eligible = candidates.filter(({ index }) => index >= after && index < limit);
  const repeated = repeatedHead(text, eligible);
  if (repeated) return repeated;
  const first = eligible[0];
  if (first && /^(?:that |which )?includ/i.test(first[0])) {
    // "treating a disease including cancer, comprising": the marked one counts.
    const marked = eligible.find((one) => isMarked(text, one));
    return spanOf(marked ?? first);
  }
  if (first) return spanOf(first);
  if (refers) {
    // "A kit comprising the pump of claim 1 and a bag" is a thing of its own.
    const own = candidates.find(({ index }) => index < refers.index);
    if (own && /^\s*an?\s/i.test(text)) return spanOf(own);
    const next = nextHaving.exec(text.slice(after));
    const end = after + (next?.[0].length ?? 0);
    return next && { start: end - next[1]!.length, end };
  }
  const weak = (isMethod.test(text.trimStart()) ? having : havingOrWith).exec(text);
  const isNear = weak && weak.index < Math.min(clauseAt?.index ?? text.length, longestHead);
  // "obtained by mixing a resin with a filler": this "with" belongs to what is done.
  return isNear && !/\bby\b/i.test(text.slice(0, weak.index)) ? spanOf(weak) : null;
}

const spanOf = ({ 0: words, index }: RegExpMatchArray): TextSpan => ({
  start: index!,
  end: index! + words.length,
});

/** The words before a position. Looking at all of a long claim each time would take quadratic time. */
const before = (text: string, position: number) => text.slice(Math.max(0, position - 80), position);

/** After a comma, or before a colon or the end of a line. */
const isMarked = (text: string, { 0: words, index }: RegExpMatchArray) =>
  /,\s*$/.test(before(text, index!)) || /^\s*:|^\s*\n/.test(text.slice(index! + words.length));

/** `…, the method comprising`: the claim's own head noun said once more. */
function repeatedHead(text: string, candidates: readonly RegExpMatchArray[]): TextSpan | null {
  const head = headNoun(text);
  if (!head) return null;
  const said = new RegExp(
    String.raw`\b(?:the|said|which|wherein the|wherein said)\s+(?:[\p{L}-]+\s+){0,2}${head}\s+$`,
    'iu',
  );
  for (const candidate of candidates) {
    if (/^further/i.test(candidate[0])) continue;
    const words = before(text, candidate.index!);
    const found = said.exec(words);
    if (found) {
      return { start: candidate.index! - words.length + found.index, end: spanOf(candidate).end };
    }
  }
  return null;
}

/** "method" of "A computer-implemented method for …": the last word before one that says more about it. */
function headNoun(text: string): string | undefined {
  const words =
    text
      .trimStart()
      .slice(0, headLength)
      .match(/[\p{L}-]+|[^\s\p{L}-]/gu) ?? [];
  const end = words.findIndex((word) => afterHead.test(word));
  return words[(end < 0 ? words.length : end) - 1];
}

const headLength = 200;
/** Characters before a weak transition: longer preambles say what the claim is about, and go on with it. */
const longestHead = 80;
const afterHead =
  /^(?:[^\p{L}]|for|of|to|in|on|by|that|which|with|having|storing|compris.*|includ.*)$/iu;
