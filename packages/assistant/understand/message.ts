import type { SearchFilters } from '#shared/assistant-tools.ts';
import { stemSet } from '../terms.ts';
import { findClaim } from './claim.ts';
import type { Context } from './context.ts';
import { findFilters } from './filters.ts';
import { findMentions } from './mentions.ts';
import { findReferences, type References } from './references.ts';
import { subjectOf } from './wording.ts';

/**
 * Length of a message that is searched for documents, filters and requests. Of a longer message, which is a
 * description, half of this at each end is searched: the patterns take quadratic time.
 */
const parsedLength = 2000;

/** A parsed message, for the rules that find its intent. */
export interface Message {
  /** The message without a pasted claim. */
  said: string;
  /** The same without filters and documents. */
  text: string;
  /** What to search for, and its terms. */
  subject: string;
  terms: Set<string>;
  /** Filters of this message, and those given before without a subject. */
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

/** Parses a message. `today` is YYYY-MM-DD. */
export function readMessage(message: string, context: Context, today: string): Message {
  const spaced = message.replace(/[^\S\n]+/g, ' ').replace(/ ?\n[ \n]*/g, '\n');
  const pasted = findClaim(spaced);
  const whole = pasted?.rest ?? spaced;
  const isLong = whole.length > parsedLength;
  const said = isLong
    ? `${whole.slice(0, parsedLength / 2)}\n${whole.slice(-parsedLength / 2)}`
    : whole;
  const mentions = findMentions(said);
  const masked = mentions.reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    // A URL may contain a publication number; its other words mean nothing.
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

/** Stems of a text after removing all matches of a pattern. */
export const without = (text: string, pattern: RegExp): Set<string> =>
  stemSet(text.replace(pattern, ' '));
