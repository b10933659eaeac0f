import type { PatentDocument } from '#shared/patent-document.ts';
import { alternativesIn } from './claim-alternatives.ts';
import { claimDrafts } from './claim-drafts.ts';
import { parentsOf } from './claim-nesting.ts';
import type { Draft } from './claim-segments.ts';
import { findTransition, isMethodClaim } from './claim-transition.ts';
import { hasObject, meansForFunction, traitsOf } from './claim-words.ts';
import type { ClaimElement, ReportClaim } from './report.ts';
import type { TextSpan } from './text-span.ts';

/** A claim in parts, as charts list them. */
export type ClaimParts = Pick<ReportClaim, 'transition' | 'elements'>;

interface ClaimOptions {
  /** Elements at most; the last one takes what is left. */
  most?: number;
  /** Depths of the lines of the text, where the source gives them. */
  levels?: readonly number[];
}

/**
 * Characters that are looked at. Longer texts are no claims that people read: what follows belongs to the last element.
 * With it the time is bounded, whatever the text.
 */
const looked = 60_000;

/**
 * Splits a claim into preamble, transition and limitations, so that the same text always gives the same parts.
 * docs/reports.md has the rules. Offsets are in UTF-16 code units of `text`.
 * @param number of the claim, for the labels: 1a, 1b, …
 */
export function claimElements(
  text: string,
  number: number,
  { most = 60, levels }: ClaimOptions = {},
): ClaimParts {
  const read = text.slice(0, looked);
  const { transition, opening } = transitionOf(read);
  const drafts = claimDrafts(read, opening, levels);
  const kept = drafts.slice(0, most);
  const last = kept.at(-1);
  if (last && text.length > looked) last.end = text.length;
  else if (last && drafts.length > most) last.end = drafts.at(-1)!.end;
  return {
    transition: transition && partOf(text, transition),
    elements: toElements(text, number, kept),
  };
}

/** In a claim of two parts, features that are known stand before its transition. */
function transitionOf(text: string) {
  const first = findTransition(text);
  const twoPart = /\bcharacteri[sz]ed\s+(?:in\s+that|by|in)\b/i.exec(text);
  const second = twoPart && { start: twoPart.index, end: twoPart.index + twoPart[0].length };
  const isAfter = second && (!first || second.start > first.end);
  return { transition: isAfter ? second : first, opening: first };
}

/** What applications print in place of claims that were taken back: `(canceled)`, `1-18. (canceled)`. */
const cancelled = /^[\d\s.,\p{Pd}]*\(?cancel+ed\)?\.?$/iu;

/** All claims of a patent with their elements, the independent ones first. Cancelled ones are none. */
export function reportClaims(claims: PatentDocument['claims']): Omit<ReportClaim, 'charted'>[] {
  const standing = claims.filter(({ text }) => !cancelled.test(text.trim()));
  const split = standing.map(({ number, text, dependsOn, levels }) => ({
    number,
    dependsOn,
    independent: dependsOn.length === 0,
    ...claimElements(text, number, { levels }),
  }));
  return split.toSorted((a, b) => Number(b.independent) - Number(a.independent));
}

function toElements(text: string, number: number, drafts: readonly Draft[]): ClaimElement[] {
  const isMethod = isMethodClaim(text);
  const parents = parentsOf(drafts);
  const roles = drafts.map(({ start, end, definitions }, index) => {
    const words = text.slice(start, Math.min(end, start + looked));
    // The first of several parts introduces the others. A lone reference to claims adds nothing of its own.
    const introduces =
      drafts.length > 1 ? definitions.length === 0 && !hasObject(words) : onlyRefers.test(words);
    return index === 0 && introduces ? 'preamble' : 'limitation';
  });
  const label = (index: number) => `${number}${letters(index)}`;
  return drafts.map((draft, index): ClaimElement => {
    const { start, end, definitions, alternatives, isKnown } = draft;
    const words = text.slice(start, end);
    const parent = parents[index];
    const traits = roles[index] === 'preamble' ? [] : traitsOf(words.slice(0, looked), isMethod);
    if (isKnown) traits.push('known');
    const choice =
      alternatives ??
      alternativesIn(words)?.map((one) => ({ start: start + one.start, end: start + one.end }));
    return {
      label: label(index),
      role: roles[index]!,
      text: words,
      start,
      end,
      meansPlusFunction: meansForFunction.test(words.slice(0, looked)),
      ...(parent !== undefined && roles[parent] === 'limitation' && { within: label(parent) }),
      ...(roles[index] === 'limitation' &&
        choice && { alternatives: choice.map((span) => partOf(text, span)) }),
      ...(definitions.length > 0 && { definitions: definitions.map((span) => partOf(text, span)) }),
      ...(traits.length > 0 && { traits }),
    };
  });
}

const onlyRefers = /\bclaims?\s+\d+(?:\s*(?:-|–|,|to|or|and)\s*\d+)*$/i;

const partOf = (text: string, { start, end }: TextSpan) => ({
  text: text.slice(start, end),
  start,
  end,
});

/** a, b, …, z, aa, ab, … */
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(97 + (index % 26));
