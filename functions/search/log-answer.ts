import type { Caller } from '#core/request/caller-resolver.ts';
import type { ColumnOrder } from '#shared/contract/search-conditions.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { ApiKeyPrincipal } from './key-holder.ts';
import { type LoggedSearch, tellSearch } from './log-search.ts';

/** What a search answers. */
interface Answered<T> {
  answer: T;
  /** Absent for calls that compute something instead of searching. */
  results?: number;
}

export interface KeySearch extends Caller<ApiKeyPrincipal> {
  /** When the call came, by `performance.now()`. */
  startedAt: number;
}

/** What the history keeps of a search of a page, beside its text. */
interface OfPage {
  /** Whether it is a part of what the page shows. */
  isPart?: boolean;
  syntax?: 'words' | 'query' | undefined;
  filters?: readonly unknown[] | undefined;
  sort?: 'rows' | ColumnOrder | undefined;
}

/** Answers a search of a key's holder, and logs how it ended for the search history. */
export function logKeySearch<T>(
  { principal, usage, startedAt }: KeySearch,
  text: string,
  search: () => Promise<Answered<T>>,
  page: OfPage = {},
): Promise<T> {
  const { orgId, indexId, keyId, userId } = principal;
  const ofPage = userId === undefined ? {} : keptOf(page);
  const who = { kind: 'search', orgId, keyId, userId, indexId, ...ofPage } as const;
  const confidential = usage!.then((usage) => usage.confidential);
  return logAnswer(who, text, startedAt, confidential, search);
}

/** Filters that are too long leave an empty text: without them, it would be another search. */
function keptOf({ isPart, syntax, filters = [], sort }: OfPage) {
  const written = JSON.stringify(filters);
  return {
    ...(isPart && { isPart }),
    ...(syntax && { syntax }),
    ...(sort && sort !== 'rows' && { sort }),
    ...(filters.length > 0 && {
      filters: written.length <= limits.keptFiltersMaxLength ? written : '',
    }),
  };
}

/** The same for a visitor, of whom nothing is known. */
export const logVisitorSearch = <T>(
  indexId: string,
  text: string,
  startedAt: number,
  search: () => Promise<Answered<T>>,
): Promise<T> =>
  logAnswer({ kind: 'visitor', indexId }, text, startedAt, Promise.resolve(false), search);

/** Settles when the search was counted, too: a call without quota fails, and its text stays out of the log. */
async function logAnswer<T>(
  who: Pick<
    LoggedSearch,
    'kind' | 'orgId' | 'keyId' | 'userId' | 'indexId' | 'isPart' | 'syntax' | 'filters' | 'sort'
  >,
  text: string,
  startedAt: number,
  confidential: Promise<boolean>,
  search: () => Promise<Answered<T>>,
): Promise<T> {
  const [searched, counted] = await Promise.allSettled([search(), confidential]);
  const refusal = [counted, searched].find(({ status }) => status === 'rejected');
  tellSearch({
    ...who,
    text,
    confidential: counted.status === 'rejected' || counted.value,
    elapsedMs: performance.now() - startedAt,
    results: searched.status === 'fulfilled' ? searched.value.results : undefined,
    failure: refusal && codeOf((refusal as PromiseRejectedResult).reason),
  });
  if (searched.status === 'rejected') throw searched.reason;
  return searched.value.answer;
}

const codeOf = (error: unknown) => (error instanceof ProductError ? error.code : 'Internal');
