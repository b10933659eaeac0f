import { noSearchFilters, type SearchFilters } from '#shared/assistant-tools.ts';
import { limits } from '#shared/limits.ts';
import { isByOthers } from './about-documents.ts';
import type { Context } from './context.ts';
import { addFilters, additive, setIn } from './filters.ts';
import type { Intent } from './intent.ts';
import type { Message } from './message.ts';

type Search = Extract<Intent, { kind: 'search' }>;

/** The last search with the filters of this message added. */
function repeated(message: Message, search: NonNullable<Context['search']>): Search {
  const { given, notes } = message;
  // "No, make that before 2018": what is corrected does not hold any more.
  const base = message.asks('correct') ? without(search.filters, datesOf(given)) : search.filters;
  return {
    kind: 'search',
    query: search.query,
    filters: addFilters(base, given),
    notes,
    shown: [],
    detailed: false,
  };
}

const dates = ['priority_after', 'priority_before', 'published_after', 'published_before'] as const;
const datesOf = (given: Partial<SearchFilters>) => (dates.some((name) => given[name]) ? dates : []);

const without = (
  filters: SearchFilters,
  names: readonly (keyof SearchFilters)[],
): SearchFilters => ({
  ...filters,
  ...Object.fromEntries(names.map((name) => [name, null])),
});

/** Filters by the class of the word that names them. */
const named: readonly [string, readonly (keyof SearchFilters)[]][] = [
  ['DATEFILTER', dates],
  ['OWNERFILTER', ['assignee', 'not_assignee']],
  ['CLASSFILTER', ['cpc', 'not_cpc']],
  ['KINDFILTER', ['kind_code', 'not_kind_code']],
  ['INVENTORFILTER', ['inventor']],
  ['OFFICEFILTER', ['office', 'not_office']],
  ['WORDFILTER', ['with_words', 'without_words']],
];

/** "Drop the date filter" */
export function withoutFilters(message: Message): Intent | undefined {
  const { said, phrases, given, context, terms } = message;
  const { search } = context;
  const clear = phrases.find(({ kind }) => kind === 'clear');
  if (!search || !clear || terms.size > 0) return undefined;
  const words = said.slice(clear.from, clear.to);
  const names = named.flatMap(([name, filters]) =>
    words.some(({ classes }) => classes.has(name)) ? filters : [],
  );
  const kept = names.length === 0 ? noSearchFilters : without(search.filters, names);
  const filters = addFilters(kept, given);
  // What was only searched for by a filter that is gone has no subject left.
  if (isOnlyFilter(search) && !isOnlyFilter({ query: search.query, filters }))
    return { kind: 'ask-back', about: 'subject', filters: setIn(filters) };
  return { ...repeated(message, search), filters };
}

/** Whether a search has no words of its own, but those of a filter. */
export const isOnlyFilter = ({ query, filters }: Pick<Search, 'query' | 'filters'>): boolean =>
  Object.values(filters).includes(query);

/** Whether filters leave something out by more than dates, classes and owners that are wanted. */
export const excludes = (filters: SearchFilters): boolean =>
  (['office', ...additive] as const).some((name) => filters[name]);

/** The last search with other filters, for other documents, or for other things. */
export function refinement(message: Message): Intent | undefined {
  const { terms, given, context } = message;
  const { search } = context;
  // "What has Hartwell filed?" is a question of its own.
  if (!search || asksWhatOneHas(message)) return undefined;
  const same = repeated(message, search);
  if (isByOthers(message) && terms.size === 0)
    return {
      ...same,
      filters: addFilters(
        { ...same.filters, assignee: null },
        { not_assignee: assigneesToLeaveOut(context).join(' | ') || null },
      ),
    };
  if (terms.size === 0 && Object.keys(given).length > 0) return same;
  const owner = ownerNamed(message);
  if (owner) return { ...same, filters: addFilters(same.filters, { assignee: owner }) };
  if (message.asks('more') && message.without('MORE', 'FRAME').size === 0)
    return { ...same, shown: context.documents };
  if (terms.size === 0) return undefined;
  const { subject } = message;
  if (message.asks('addition'))
    return {
      ...same,
      query: `${search.query} ${addition(message)}`.slice(0, limits.chatMessageMaxLength),
    };
  if (message.asks('among') && subject)
    return {
      ...same,
      query: isOnlyFilter(search)
        ? subject
        : `${search.query} ${subject}`.slice(0, limits.chatMessageMaxLength),
    };
  return message.asks('change') && subject ? { ...same, query: subject } : undefined;
}

/** "Only Toyota": the owner of something that was found, or a part of its name. */
function ownerNamed({ said, subject, context }: Message): string | undefined {
  const name = subject.toLowerCase();
  const isOnly = said.some(({ classes }) => classes.has('ONLY') || classes.has('JOIN'));
  const owners = [...context.known.values()].flatMap(({ assignees }) => assignees);
  const isOwner = owners.some((owner) => ` ${owner.toLowerCase()} `.includes(` ${name} `));
  return name.length > 2 && isOnly && isOwner ? subject : undefined;
}

const asksWhatOneHas = ({ phrases, said }: Message): boolean =>
  phrases.some(({ kind, from }) => kind === 'assignee' && said[from]?.classes.has('WHATHAVE'));

/** "and with a magnetic latch?" as words to add to the last search. */
function addition({ tokens }: Message): string {
  const from = tokens.findIndex(({ classes }) => !classes.has('JOIN') && !classes.has('MARK'));
  return tokens
    .slice(from)
    .filter(({ classes }) => !classes.has('MARK'))
    .map(({ text }) => text)
    .join(' ');
}

/**
 * The assignees that "by someone else" leaves out: that of the filter, of the document in focus, or of all listed.
 */
export function assigneesToLeaveOut({ search, focus, documents, known }: Context): string[] {
  if (search?.filters.assignee) return [search.filters.assignee];
  const listed = focus ? [focus] : documents;
  return [...new Set(listed.flatMap((ucid) => known.get(ucid)?.assignees ?? []))];
}
