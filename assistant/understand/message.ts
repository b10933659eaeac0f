import type { SearchFilters } from '#shared/assistant-tools.ts';
import { stemSet } from '../terms.ts';
import { findClaim } from './claim.ts';
import type { Context } from './context.ts';
import { findFilters } from './filters.ts';
import { findMentions } from './mentions.ts';
import { findReferences, type References } from './references.ts';
import { subjectOf } from './wording.ts';

/**
 * Characters of a message in which documents, filters and requests are looked for: its beginning and its end. A
 * longer one is a description. The patterns take time by the square of the length.
 */
const heardLength = 2000;

/** A message, taken apart for the rules that find its intent. */
export interface Message {
  /** What was said beside a pasted claim. */
  said: string;
  /** The same without filters and documents. */
  text: string;
  /** What to search for, and its terms. */
  subject: string;
  terms: Set<string>;
  /** Filters that it gives, and those that waited for a subject. */
  given: Partial<SearchFilters>;
  /** Owners whose documents are not wanted. */
  notBy: string[];
  notes: string[];
  references: References;
  /** The number in "claim 3". */
  claimNumber: number | undefined;
  /** A pasted claim. */
  claim: string | undefined;
  context: Context;
}

/** Takes a message apart. `today` is YYYY-MM-DD. */
export function readMessage(message: string, context: Context, today: string): Message {
  const spaced = message.replace(/[^\S\n]+/g, ' ').replace(/ ?\n[ \n]*/g, '\n');
  const pasted = findClaim(spaced);
  const whole = pasted?.rest ?? spaced;
  const isLong = whole.length > heardLength;
  const said = isLong
    ? `${whole.slice(0, heardLength / 2)}\n${whole.slice(-heardLength / 2)}`
    : whole;
  const mentions = findMentions(said);
  const masked = mentions.reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    // An address names its patent, and nothing else.
    said.replace(/https?:\/\/\S+/g, (url) => ' '.repeat(url.length)),
  );
  const { filters, notBy, notes, rest } = findFilters(masked, today);
  const references = findReferences(rest, mentions, context);
  const subject = isLong ? whole : subjectOf(references.rest);
  return {
    said,
    text: references.rest,
    subject,
    terms: new Set([...stemSet(subject)].filter((term) => !/^\d+$/.test(term))),
    given: { ...context.waiting, ...filters },
    notBy,
    notes,
    references,
    claimNumber: Number(/\bclaims?\s+(\d{1,3})\b/i.exec(said)?.[1]) || undefined,
    claim: pasted?.claim,
    context,
  };
}

/** Stems that are left of a text without what a pattern finds. */
export const without = (text: string, pattern: RegExp): Set<string> =>
  stemSet(text.replace(pattern, ' '));
