import { noSearchFilters } from '#shared/assistant-tools.ts';
import { limits } from '#shared/limits.ts';
import { aboutDocuments, aboutList, isByOthers } from './about-documents.ts';
import type { Context } from './context.ts';
import { addFilters } from './filters.ts';
import { asksFor } from './grammar.ts';
import type { Intent, Undone } from './intent.ts';
import { type Message, readMessage } from './message.ts';
import { assigneesToLeaveOut, refinement, withoutFilters } from './refinement.ts';

/** Descriptions with at least this many terms are compared feature by feature. */
const minDetailedTerms = 12;

/** The intent of a message in the context of the earlier ones. `today` is YYYY-MM-DD. */
export function understand(text: string, context: Context, today: string): Intent {
  const message = readMessage(text, context, today);
  const { said, claim } = message;
  if (asksFor('refuse', said)) return { kind: 'refuse' };
  if (asksFor('greeting', said)) return { kind: 'greeting' };
  if (asksFor('about', said)) return { kind: 'about' };
  const addedMatter = addedMatterIn(message);
  if (addedMatter) return addedMatter;
  const undone = undoneIn(message);
  if (undone) return undone;
  if (claim) return chartOf(message, claim);
  return (
    dayAnswered(message) ??
    dayAsked(message) ??
    exported(message) ??
    withoutFilters(message) ??
    aboutDocuments(message) ??
    aboutList(message) ??
    refinement(message) ??
    newSearch(message)
  );
}

/** What the assistant does not do: legal advice, opinions, texts of its own, documents that are not held. */
function undoneIn({ said, references, context, claim }: Message): Intent | undefined {
  const ucid = references.ucids[0] ?? context.focus;
  const undone = (['legal', 'opinion', 'draft', 'literature'] satisfies Undone[]).find((act) =>
    asksFor(act, said),
  );
  // A description may have any of these words. Only a request is refused.
  const isLong = said.length > 60 || claim !== undefined;
  return undone && !isLong ? { kind: 'cannot', about: undone, ...(ucid && { ucid }) } : undefined;
}

/** "Does claim 1 of US-… add matter to the application as filed?" */
function addedMatterIn({ said, references, context, claimNumber }: Message): Intent | undefined {
  const ucid = references.ucids[0] ?? context.focus;
  if (!asksFor('addedMatter', said)) return undefined;
  return ucid
    ? { kind: 'added-matter', ucid, ...(claimNumber && { claimNumber }) }
    : { kind: 'ask-back', about: 'patent' };
}

/** A pasted claim is compared with what is older than the day that is given as its date. */
function chartOf({ given, notes, openDay }: Message, claim: string): Intent {
  const filters = { ...noSearchFilters, ...given };
  if (openDay) {
    filters.priority_before = openDay.day;
    filters[`${openDay.kind}_after`] = null;
    if (openDay.kind === 'published') filters.published_before = null;
  }
  return { kind: 'chart', claimText: claim, filters, notes, against: [] };
}

/** "Priority date 2005-06-01": before that day, or on it? */
function dayAsked({
  openDay,
  given,
  terms,
  subject,
  references,
  context,
}: Message): Intent | undefined {
  if (!openDay || references.ucids.length > 0) return undefined;
  const others = { ...given };
  delete others[`${openDay.kind}_after`];
  delete others[`${openDay.kind}_before`];
  const query = terms.size > 0 ? subject : context.search?.query;
  return { kind: 'ask-back', about: 'day', day: openDay, filters: others, ...(query && { query }) };
}

const dayAnswers: readonly [RegExp, 'before' | 'after' | 'on'][] = [
  [/\b(?:before|earlier|older|prior)\b/i, 'before'],
  [/\b(?:after|later|newer|since)\b/i, 'after'],
  [/\b(?:on it|on that day|that day|exactly|on)\b/i, 'on'],
];

/** The answer to the question about a day. */
function dayAnswered({
  said,
  given,
  notes,
  context,
  terms,
  references,
}: Message): Intent | undefined {
  const { openDay, openQuery } = context;
  if (!openDay || !openQuery || terms.size > 1 || references.ucids.length > 0) return undefined;
  const text = said.map((token) => token.text).join(' ');
  const answer = dayAnswers.find(([words]) => words.test(text))?.[1];
  if (!answer) return undefined;
  const { kind, day } = openDay;
  const moved = (days: number) => {
    const date = new Date(`${day}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() + days);
    return date.toISOString().slice(0, 10);
  };
  const filters = {
    ...noSearchFilters,
    ...given,
    ...(answer === 'before' && { [`${kind}_before`]: day }),
    ...(answer === 'after' && { [`${kind}_after`]: day }),
    ...(answer === 'on' && { [`${kind}_after`]: moved(-1), [`${kind}_before`]: moved(1) }),
  };
  return { kind: 'search', query: openQuery, filters, notes, shown: [], detailed: false };
}

/** "Give me what you found so far as CSV" */
function exported(message: Message): Intent | undefined {
  const { references } = message;
  if (!message.asks('export') || references.ucids.length > 0) return undefined;
  const left = message.without('EXPORT', 'FRAME', 'PLURAL', 'REST', 'ARTICLE');
  return left.size <= 1 ? { kind: 'export' } : undefined;
}

function newSearch(message: Message): Intent {
  const { subject, terms, given, notes, language, context } = message;
  if (message.asks('offTopic') && !message.has('PATENT', 'SEARCHWORD'))
    return { kind: 'off-topic' };
  const others = isByOthers(message) && context.search ? assigneesToLeaveOut(context) : [];
  const filters = addFilters(
    { ...noSearchFilters, ...given },
    others.length > 0 ? { not_assignee: others.join(' | ') } : {},
  );
  const bySubject = terms.size > 0;
  // A code or a name can be searched for by itself, a date cannot.
  const query = bySubject
    ? subject
    : (context.openQuery ?? given.assignee ?? given.inventor ?? given.cpc);
  if (!query || (terms.size === 1 && Object.keys(given).length === 0 && subject.length < 4))
    return { kind: 'ask-back', about: 'subject', filters: given };
  return {
    kind: 'search',
    query: query.slice(0, limits.chatMessageMaxLength),
    filters,
    notes,
    shown: [],
    detailed: terms.size >= minDetailedTerms,
    ...(language && bySubject && { language }),
  };
}
