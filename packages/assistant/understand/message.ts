import type { SearchFilters } from '#shared/assistant-tools.ts';
import { stemSet } from '../terms.ts';
import { findClaim } from './claim.ts';
import type { Context } from './context.ts';
import { addFilters, type DateKind, type FoundFilters, filtersOf } from './filters.ts';
import { type Act, asksFor, type Phrase } from './grammar.ts';
import { findReferences, type References } from './references.ts';
import { subjectOf } from './subject.ts';
import { readTokens, type Token } from './tokens.ts';
import { translate } from './translate.ts';

/**
 * Length of a message that is searched for documents, filters and requests. Of a longer message, which is a
 * description, half of this at each end is searched.
 */
const parsedLength = 2000;

/** A parsed message, for the rules that find its intent. */
export interface Message {
  /** All tokens, without a pasted claim. */
  said: Token[];
  /** Those that belong neither to filters nor to documents. */
  tokens: Token[];
  /** What to search for, and its terms. */
  subject: string;
  terms: Set<string>;
  /** Filters of this message, and those given before without a subject. */
  given: Partial<SearchFilters>;
  notes: string[];
  openDay: FoundFilters['openDay'];
  phrases: Phrase[];
  references: References;
  /** The number in "claim 3". */
  claimNumber: number | undefined;
  /** A pasted claim. */
  claim: string | undefined;
  /** Name of the language, where that is not English. */
  language: string | undefined;
  context: Context;
  /** Whether the words that are left ask for an act. */
  asks(act: Act): boolean;
  /** Whether one of the words that are left is in one of these classes. */
  has(...classes: string[]): boolean;
  /** Stems of the words that are left and in none of these classes. */
  without(...classes: string[]): Set<string>;
}

/** Parses a message. `today` is YYYY-MM-DD. */
export function readMessage(message: string, context: Context, today: string): Message {
  const spaced = message.replace(/[^\S\n]+/g, ' ').replace(/ ?\n[ \n]*/g, '\n');
  const pasted = findClaim(spaced);
  const { text: whole, language } = translate(pasted?.rest ?? spaced);
  const isLong = whole.length > parsedLength;
  const cut = isLong
    ? `${whole.slice(0, parsedLength / 2)}\n${whole.slice(-parsedLength / 2)}`
    : whole;
  const said = readTokens(withoutLinks(cut), today);
  const { filters, notes, openDay, phrases, rest } = filtersOf(said, usualDate(context));
  const references = findReferences(rest, context);
  const tokens = references.rest;
  const subject = isLong ? whole : subjectOf(cut, tokens);
  const claimAt = said.findIndex(
    ({ classes }, at) => classes.has('CLAIM') && said[at + 1]?.classes.has('NUMBER'),
  );
  return {
    said,
    tokens,
    subject,
    terms: new Set([...stemSet(subject)].filter((term) => !/^\d+$/.test(term))),
    given: addFilters(context.waiting ?? {}, filters),
    notes,
    openDay,
    phrases,
    references,
    claimNumber: Number(said[claimAt + 1]?.text) || undefined,
    claim: pasted?.claim,
    language,
    context,
    asks: (act) => asksFor(act, tokens),
    has: (...classes) => tokens.some((token) => classes.some((one) => token.classes.has(one))),
    without: (...classes) =>
      stemSet(
        tokens
          .filter((token) => !classes.some((one) => token.classes.has(one)))
          .map(({ text }) => text)
          .join(' '),
      ),
  };
}

/** A link keeps the publication number in it; its other words mean nothing. */
const withoutLinks = (text: string): string =>
  text.replace(/https?:\/\/\S+/g, (link) => {
    const [number = ''] = /[A-Z]{2}\d{5,}[A-Z]?\d?/.exec(link) ?? [];
    return number.padEnd(link.length);
  });

/** The kind of date that the last search was narrowed by, if it was one kind. */
function usualDate({ search }: Context): DateKind {
  const { filters } = search ?? {};
  const byPriority = filters?.priority_after || filters?.priority_before;
  const byPublication = filters?.published_after || filters?.published_before;
  return byPriority && !byPublication ? 'priority' : 'published';
}
