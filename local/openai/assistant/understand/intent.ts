import type { SearchFilters } from '#shared/assistant-tools.ts';
import { limits } from '#shared/limits.ts';
import { stemSet } from '../terms.ts';
import { findClaim } from './claim.ts';
import type { Context } from './context.ts';
import { findFilters, noFilters } from './filters.ts';
import { findMentions } from './mentions.ts';
import { findReferences, type References } from './references.ts';
import { asks, subjectOf } from './wording.ts';

interface Filtered {
  filters: SearchFilters;
  /** How filters were understood, for the person to see. */
  notes: string[];
}

/** Part of a document that somebody wants to see. */
export type Part = 'claims' | 'abstract' | 'description' | 'facts';

/** What a message asks for. UCIDs may lack their kind code where the message does. */
export type Intent =
  | (Filtered & {
      kind: 'search';
      query: string;
      /** Leave out what was shown already, and what belongs to these assignees. */
      shown: string[];
      notBy: string[];
      /** The message describes an invention at length, so its features are compared one by one. */
      detailed: boolean;
    })
  | (Filtered & { kind: 'chart'; target?: string; claimNumber?: number; claimText?: string })
  | (Filtered & { kind: 'similar'; ucid: string; earlier: boolean })
  | { kind: 'read'; ucid: string; part: Part; claimNumber?: number }
  | { kind: 'question'; ucid: string; question: string }
  | { kind: 'question-all'; ucids: string[]; question: string }
  | { kind: 'compare'; ucids: string[] }
  | { kind: 'why-not'; ucid: string }
  | {
      kind: 'ask-back';
      about: 'subject' | 'patent' | 'which' | 'two';
      filters?: Partial<SearchFilters>;
    }
  | { kind: 'greeting' | 'about' | 'refuse' | 'off-topic' };

const minDetailedTerms = 12;
/**
 * Characters of a message in which documents, filters and requests are looked for: its beginning and its end. A
 * longer one is a description. The patterns take time by the square of the length.
 */
const heardLength = 2000;
const maxCompared = 3;

/** Everything that the rules below look at. */
interface Message {
  /** Without filters, documents and pasted claim. */
  text: string;
  /** What to search for, and its terms. */
  subject: string;
  terms: Set<string>;
  given: Partial<SearchFilters>;
  notes: string[];
  references: References;
  claimNumber: number | undefined;
  context: Context;
}

/** What a message asks for, after what came before it. `today` is YYYY-MM-DD. */
export function understand(message: string, context: Context, today: string): Intent {
  const spaced = message.replace(/[^\S\n]+/g, ' ').replace(/ ?\n[ \n]*/g, '\n');
  const pasted = findClaim(spaced);
  const whole = pasted?.rest ?? spaced;
  const isLong = whole.length > heardLength;
  const said = isLong
    ? `${whole.slice(0, heardLength / 2)}\n${whole.slice(-heardLength / 2)}`
    : whole;
  if (asks.reveal.test(said)) return { kind: 'refuse' };
  if (asks.greeting.test(said)) return { kind: 'greeting' };
  if (asks.about.test(said)) return { kind: 'about' };
  const mentions = findMentions(said);
  const masked = mentions.reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    said,
  );
  const { filters, notes, rest } = findFilters(masked, today);
  const references = findReferences(rest, mentions, context);
  const subject = isLong ? whole : subjectOf(references.rest);
  const given = { ...context.waiting, ...filters };
  if (pasted)
    return { kind: 'chart', claimText: pasted.claim, filters: { ...noFilters, ...given }, notes };
  const read: Message = {
    text: references.rest,
    subject,
    terms: new Set([...stemSet(subject)].filter((term) => !/^\d+$/.test(term))),
    given,
    notes,
    references,
    claimNumber: Number(/\bclaims?\s+(\d{1,3})\b/i.exec(said)?.[1]) || undefined,
    context,
  };
  return (
    withoutFilters(read) ??
    aboutDocuments(read) ??
    aboutList(read) ??
    refinement(read) ??
    newSearch(read)
  );
}

/** A message that names documents, or speaks of the one that the thread is about. */
function aboutDocuments(message: Message): Intent | undefined {
  const { text, terms, given, notes, references, claimNumber, context } = message;
  const { ucids, dangling } = references;
  const [first] = ucids;
  const filters = { ...noFilters, ...given };
  const short = terms.size <= 3;
  const which: Intent = {
    kind: 'ask-back',
    about: context.documents.length > 1 ? 'which' : 'patent',
  };
  if (asks.whyNot.test(text)) {
    if (first) return { kind: 'why-not', ucid: first };
    if (context.documents.length > 0 && short) return which;
  }
  if (asks.compare.test(text) && (ucids.length > 0 || short)) return comparison(message);
  if (asks.invalidate.test(text) && !asks.others.test(text)) {
    const hasSubject = without(message.subject, asks.invalidate).size > 0 && !claimNumber;
    const target = first ?? (hasSubject ? undefined : context.focus);
    if (target) return { kind: 'chart', target, claimNumber, filters, notes };
    if (!hasSubject) return { kind: 'ask-back', about: 'patent', filters: given };
  }
  if (first && ucids.length === 1 && asks.similar.test(text))
    return { kind: 'similar', ucid: first, earlier: asks.earlier.test(text), filters, notes };
  if (ucids.length > 1)
    return terms.size > 0
      ? { kind: 'question-all', ucids, question: message.subject }
      : { kind: 'compare', ucids: ucids.slice(0, maxCompared) };
  const part = partOf(message);
  // "The claims" without "its" are those of the document that the thread is about.
  const ucid = first ?? (part && short && !asks.search.test(text) ? context.focus : undefined);
  if (ucid && part) return { kind: 'read', ucid, part, claimNumber };
  if (ucid) return aboutOne(message, ucid);
  if (
    context.focus &&
    !references.several &&
    terms.size > 0 &&
    asks.question.test(text) &&
    !asks.search.test(text)
  )
    return { kind: 'question', ucid: context.focus, question: message.subject };
  if (dangling && short && (part || asks.question.test(text) || terms.size === 0)) return which;
  if (part && part !== 'facts' && terms.size === 0 && !Object.keys(given).length) return which;
  return undefined;
}

function aboutOne({ terms, subject }: Message, ucid: string): Intent {
  return terms.size > 0
    ? { kind: 'question', ucid, question: subject }
    : { kind: 'read', ucid, part: 'abstract' };
}

function partOf({ text, terms, claimNumber }: Message): Part | undefined {
  const left = (pattern: RegExp) => {
    const words = stemSet(text.replace(new RegExp(pattern, 'gi'), ' '));
    return [...words].filter((word) => terms.has(word)).length === 0;
  };
  if (claimNumber || (asks.claims.test(text) && left(asks.claims))) return 'claims';
  if (asks.facts.test(text) && left(asks.facts)) return 'facts';
  if (asks.description.test(text) && left(asks.description)) return 'description';
  return asks.abstract.test(text) && left(asks.abstract) ? 'abstract' : undefined;
}

function comparison({ references, context }: Message): Intent {
  const { ucids } = references;
  const compared =
    ucids.length > 1
      ? ucids
      : ucids.length === 1
        ? [
            ucids[0]!,
            ...[context.focus, ...context.documents].filter((one) => one && one !== ucids[0]),
          ].slice(0, 2)
        : context.documents;
  const known = compared.filter((one): one is string => one !== undefined).slice(0, maxCompared);
  return known.length > 1 ? { kind: 'compare', ucids: known } : { kind: 'ask-back', about: 'two' };
}

/** "Which of these use a spring?" */
function aboutList({ references, terms, subject, context, text }: Message): Intent | undefined {
  const asked = references.several && terms.size > 0 && !/\b(?:find|search)\b/i.test(text);
  if (!asked || context.documents.length === 0) return undefined;
  return { kind: 'question-all', ucids: context.documents, question: subject };
}

/** The last search once more. */
function again({ given, notes }: Message, search: NonNullable<Context['search']>) {
  return {
    kind: 'search' as const,
    query: search.query,
    filters: { ...search.filters, ...given },
    notes,
    shown: [],
    notBy: [],
    detailed: false,
  };
}

/** "Drop the date filter" */
function withoutFilters(message: Message): Intent | undefined {
  const { text, given, context } = message;
  const { search } = context;
  if (!search || !asks.clear.test(text) || without(text, asks.clear).size > 0) return undefined;
  const filters = { ...clearedFilters(text, search.filters), ...given };
  return { ...again(message, search), filters };
}

/** The last search with other filters, for other documents, or for other things. */
function refinement(message: Message): Intent | undefined {
  const { text, terms, given, context } = message;
  const { search } = context;
  if (!search) return undefined;
  const same = again(message, search);
  if (asks.others.test(text) && without(text, asks.others).size === 0)
    return {
      ...same,
      filters: { ...same.filters, assignee: null },
      notBy: assigneesToLeaveOut(context),
    };
  if (terms.size === 0 && Object.keys(given).length > 0) return same;
  if (asks.more.test(text) && without(text, asks.more).size === 0)
    return { ...same, shown: context.documents };
  if (terms.size === 0) return undefined;
  if (asks.addition.test(text)) {
    const query = `${search.query} ${addition(text)}`;
    return { ...same, query: query.slice(0, limits.chatMessageMaxLength) };
  }
  if (asks.change.test(text)) return { ...same, query: subjectOf(text.replace(asks.change, '')) };
  return undefined;
}

/** "and with a magnetic latch?" as words to add to the last search. */
const addition = (text: string) =>
  text
    .replace(/^\W*(?:and|or|also|but|plus|now|ok|what about|how about)\s+/i, '')
    .replace(/[\s?.!]+$/, '')
    .trim();

const without = (text: string, pattern: RegExp) => stemSet(text.replace(pattern, ' '));

function clearedFilters(text: string, filters: SearchFilters): SearchFilters {
  const one = (pattern: RegExp, names: (keyof SearchFilters)[]) =>
    pattern.test(text) ? names : [];
  const named = [
    ...one(/dates?|years?/i, [
      'priority_after',
      'priority_before',
      'published_after',
      'published_before',
    ]),
    ...one(/assignee/i, ['assignee']),
    ...one(/class|cpc/i, ['cpc']),
    ...one(/kind/i, ['kind_code']),
  ];
  if (named.length === 0) return noFilters;
  return { ...filters, ...Object.fromEntries(named.map((name) => [name, null])) };
}

/** Whose documents "by someone else" leaves out: the filter's, the spoken-about document's, or all that were listed. */
function assigneesToLeaveOut({ search, focus, documents, known }: Context): string[] {
  if (search?.filters.assignee) return [search.filters.assignee];
  const listed = focus ? [focus] : documents;
  return [...new Set(listed.flatMap((ucid) => known.get(ucid)?.assignees ?? []))];
}

function newSearch({ text, subject, terms, given, notes }: Message): Intent {
  if (asks.offTopic.test(text) && !/\bpatents?|prior art|invention\b/i.test(text))
    return { kind: 'off-topic' };
  const filters = { ...noFilters, ...given };
  const bySubject = terms.size > 0;
  // A code or a name can be searched for by itself, a date cannot.
  const query = bySubject ? subject : (given.assignee ?? given.cpc);
  if (!query || (terms.size === 1 && Object.keys(given).length === 0 && subject.length < 4))
    return { kind: 'ask-back', about: 'subject', filters: given };
  return {
    kind: 'search',
    query: query.slice(0, limits.chatMessageMaxLength),
    filters,
    notes,
    shown: [],
    notBy: [],
    detailed: terms.size >= minDetailedTerms,
  };
}
