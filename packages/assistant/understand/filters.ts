import { alternativesOf, type SearchFilters } from '#shared/assistant-tools.ts';
import { filterGroups } from '#shared/filter-words.ts';
import type { DateField } from './dates.ts';
import { findPhrases, type Phrase } from './grammar.ts';
import { readTokens, type Token } from './tokens.ts';

/** The filters in a message, and the rest of the message. */
export interface FoundFilters {
  filters: Partial<SearchFilters>;
  /** Assumptions about filters that the message left open. */
  notes: string[];
  /** A day with its kind but without "before" or "after": `priority date 2005-06-01`. */
  openDay?: { kind: DateKind; day: string };
  phrases: Phrase[];
  /** Tokens that belong to no filter. */
  rest: Token[];
}

/** Characters of a filter that the search takes. What a message names beyond them is left out. */
const longestFilter = 1000;

export type DateKind = 'priority' | 'published';

/** Finds dates, codes, owners, inventors, offices, kinds and words. `today` is YYYY-MM-DD. */
export const findFilters = (message: string, today: string): FoundFilters =>
  filtersOf(readTokens(message, today));

/** @param usual kind of date where the message names none, and why it is not the person's choice */
export function filtersOf(tokens: readonly Token[], usual: DateKind = 'published'): FoundFilters {
  const phrases = findPhrases(tokens);
  const found: FoundFilters = { filters: {}, notes: [], phrases, rest: [] };
  const taken = new Set<Token>();
  for (const phrase of phrases) {
    const own = tokens.slice(phrase.from, phrase.to);
    for (const token of own) taken.add(token);
    read(phrase, own, found, usual);
  }
  found.rest = tokens.filter((token) => !taken.has(token));
  return found;
}

/** Filters whose words stand in the phrase. */
const listed: Partial<Record<Phrase['kind'], readonly [keyof SearchFilters, string]>> = {
  assignee: ['assignee', 'names'],
  inventor: ['inventor', 'names'],
  cpc: ['cpc', 'symbols'],
  office: ['office', 'office'],
  not_assignee: ['not_assignee', 'names'],
  not_cpc: ['not_cpc', 'symbols'],
  not_office: ['not_office', 'office'],
  with_words: ['with_words', 'words'],
  without_words: ['without_words', 'words'],
};

function read(
  { kind, values }: Phrase,
  tokens: readonly Token[],
  found: FoundFilters,
  usual: DateKind,
): void {
  const { filters } = found;
  const set = (name: keyof SearchFilters, value: string) => {
    const all = new Set([...alternativesOf(filters[name] ?? null), ...alternativesOf(value)]);
    const joined = [...all].join(' | ');
    if (joined.length <= longestFilter) filters[name] = joined;
  };
  const [name, captured] = listed[kind] ?? [];
  if (name) set(name, values[captured!]!);
  else if (kind === 'kind') {
    set('kind_code', kindCodeOf(values, tokens));
    if (values.office) set('office', values.office);
    // "Leave out US applications" leaves out all applications: conditions on both together are not asked for so.
  } else if (kind === 'not_kind') set('not_kind_code', kindCodeOf(values, tokens));
  else if (kind === 'date') for (const { date } of tokens) if (date) readDate(date, found, usual);
}

/** Kind codes of what is named in words: grants begin with B, applications with A. */
function kindCodeOf({ code }: Record<string, string>, tokens: readonly Token[]): string {
  const has = (name: string) => tokens.some(({ classes }) => classes.has(name));
  if (code) return code.toUpperCase();
  if (has('UTILITYMODEL')) return 'U | Y';
  return has('GRANT') ? 'B' : 'A';
}

function readDate(
  { field, after, before, isBare }: NonNullable<Token['date']>,
  found: FoundFilters,
  usual: DateKind,
): void {
  const isPriority = field ? field === 'priority' || field === 'filing' : usual === 'priority';
  const kind = isPriority ? 'priority' : 'published';
  if (after) found.filters[`${kind}_after`] = after;
  if (before) found.filters[`${kind}_before`] = before;
  if (isBare && after && before) found.openDay = { kind, day: isBare };
  const note = noteOn(field, usual);
  if (note && !found.notes.includes(note)) found.notes.push(note);
}

function noteOn(field: DateField | undefined, usual: DateKind): string | undefined {
  if (field === undefined && usual === 'published')
    return 'you named no kind of date, so I took the publication date';
  if (field === 'filing') return 'filing dates cannot be filtered, so I took the priority date';
  if (field === 'grant') return 'grant dates cannot be filtered, so I took the publication date';
  return undefined;
}

const names: Record<string, string> = {
  kind_code: 'kind code',
  cpc: 'CPC',
  'not kind_code': 'not of kind code',
  'not assignee': 'not by',
  'not cpc': 'not in CPC',
  'not office': 'not of office',
};

/** The applied filters in words: those of this message and those set in the panel beside the chat. */
export function filtersInForce(own: Partial<SearchFilters>, applied: readonly string[]): string[] {
  const day = /^(priority|publication)_date ([<>=]) (\d{4})(\d{2})(\d{2})$/;
  const signs: Record<string, string> = { '<': 'before', '>': 'after', '=': 'on' };
  const words = applied
    .filter((text) => !text.startsWith('not documents'))
    .map((text) => {
      const [, kind, sign, ...date] = day.exec(text) ?? [];
      if (kind)
        return `${kind === 'priority' ? 'priority' : 'published'} ${signs[sign!]} ${date.join('-')}`;
      const name = Object.keys(names)
        .filter((one) => text.startsWith(`${one} `))
        .toSorted((one, other) => other.length - one.length)[0];
      return (name ? names[name] + text.slice(name.length) : text)
        .replace(/ = /, ' ')
        .replace(/ \| /g, ', ')
        .replace(/_/g, ' ')
        .replace(/[`*[\]<>|\\#~]+/g, ' ');
    });
  return words.length > 0 ? words : describeFilters(own);
}

/** Filters in words: `priority before 2015-01-01`, `CPC G02B`. */
export const describeFilters = (filters: Partial<SearchFilters>): string[] =>
  filterGroups(filters).flatMap(({ words }) => words);

/** Only the filters that are set. */
export const setIn = (filters: SearchFilters): Partial<SearchFilters> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null));

/** Filters whose alternatives add up: what is left out, and words. */
export const additive = [
  'not_assignee',
  'not_cpc',
  'not_kind_code',
  'not_office',
  'with_words',
  'without_words',
] as const;

/** Filters together: alternatives add up, and of all others the later ones count. */
export function addFilters<F extends Partial<SearchFilters>>(
  earlier: F,
  later: Partial<SearchFilters>,
): F {
  const sum: Partial<SearchFilters> = { ...earlier, ...later };
  for (const name of additive) {
    const [old, more] = [earlier[name], later[name]];
    if (old && more && old !== more) sum[name] = `${old} | ${more}`;
  }
  return sum as F;
}
