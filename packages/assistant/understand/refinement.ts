import { noSearchFilters, type SearchFilters } from '#shared/assistant-tools.ts';
import { limits } from '#shared/limits.ts';
import type { Context } from './context.ts';
import type { Intent } from './intent.ts';
import { type Message, without } from './message.ts';
import { asks, subjectOf } from './wording.ts';

/** The last search with the filters of this message added. */
function repeated({ given, notBy, notes }: Message, search: NonNullable<Context['search']>) {
  return {
    kind: 'search' as const,
    query: search.query,
    filters: { ...search.filters, ...given },
    notes,
    shown: [],
    notBy,
    detailed: false,
  };
}

/** "Drop the date filter" */
export function withoutFilters(message: Message): Intent | undefined {
  const { text, given, context } = message;
  const { search } = context;
  if (!search || !asks.clear.test(text) || without(text, asks.clear).size > 0) return undefined;
  const filters = { ...clearedFilters(text, search.filters), ...given };
  return { ...repeated(message, search), filters };
}

/** The last search with other filters, for other documents, or for other things. */
export function refinement(message: Message): Intent | undefined {
  const { text, terms, given, context } = message;
  const { search } = context;
  if (!search) return undefined;
  const same = repeated(message, search);
  if (asks.others.test(text) && without(text, asks.others).size === 0)
    return {
      ...same,
      filters: { ...same.filters, assignee: null },
      notBy: assigneesToLeaveOut(context),
    };
  const isNarrowed = Object.keys(given).length > 0 || same.notBy.length > 0;
  if (terms.size === 0 && isNarrowed) return same;
  if (asks.more.test(text) && without(text, asks.more).size === 0)
    return { ...same, shown: context.documents };
  if (terms.size === 0) return undefined;
  if (asks.addition.test(text)) {
    const query = `${search.query} ${addition(text)}`;
    return { ...same, query: query.slice(0, limits.chatMessageMaxLength) };
  }
  const query = asks.change.test(text) && subjectOf(text.replace(asks.change, ''));
  return query ? { ...same, query } : undefined;
}

/** "and with a magnetic latch?" as words to add to the last search. */
const addition = (text: string) =>
  text
    .replace(/^\W*(?:and|or|also|but|plus|now|ok|what about|how about)\s+/i, '')
    .replace(/[\s?.!]+$/, '')
    .trim();

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
  if (named.length === 0) return noSearchFilters;
  return { ...filters, ...Object.fromEntries(named.map((name) => [name, null])) };
}

/**
 * The assignees that "by someone else" leaves out: that of the filter, of the document in focus, or of all listed.
 */
function assigneesToLeaveOut({ search, focus, documents, known }: Context): string[] {
  if (search?.filters.assignee) return [search.filters.assignee];
  const listed = focus ? [focus] : documents;
  return [...new Set(listed.flatMap((ucid) => known.get(ucid)?.assignees ?? []))];
}
