import { noSearchFilters } from '#shared/assistant-tools.ts';
import { limits } from '#shared/limits.ts';
import { aboutDocuments, aboutList } from './about-documents.ts';
import type { Context } from './context.ts';
import type { Intent } from './intent.ts';
import { type Message, readMessage } from './message.ts';
import { refinement, withoutFilters } from './refinement.ts';
import { asks } from './wording.ts';

/** Descriptions with at least this many terms are compared feature by feature. */
const minDetailedTerms = 12;

/** The intent of a message in the context of the earlier ones. `today` is YYYY-MM-DD. */
export function understand(text: string, context: Context, today: string): Intent {
  const message = readMessage(text, context, today);
  const { said, claim, given, notes } = message;
  if (asks.reveal.test(said)) return { kind: 'refuse' };
  if (asks.greeting.test(said)) return { kind: 'greeting' };
  if (asks.about.test(said)) return { kind: 'about' };
  if (claim)
    return { kind: 'chart', claimText: claim, filters: { ...noSearchFilters, ...given }, notes };
  return (
    withoutFilters(message) ??
    aboutDocuments(message) ??
    aboutList(message) ??
    refinement(message) ??
    newSearch(message)
  );
}

function newSearch({ text, subject, terms, given, notBy, notes }: Message): Intent {
  if (asks.offTopic.test(text) && !/\bpatents?|prior art|invention\b/i.test(text))
    return { kind: 'off-topic' };
  const filters = { ...noSearchFilters, ...given };
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
    notBy,
    detailed: terms.size >= minDetailedTerms,
  };
}
