import type { SavedSearch } from '#shared/contract/saved-searches.ts';
import { hasOperators } from '#shared/query-language/has-operators.ts';
import { type Filter, formatFilter, fromApiFilter, toApiFilter } from './search-filter.ts';

/** A search as the API keeps it: saved, or in the history. */
export type RunnableSearch = Pick<SavedSearch, 'index_id' | 'text' | 'syntax' | 'filters' | 'sort'>;

export interface SearchAddress {
  indexId: string;
  text: string;
  filters: Filter[];
  /** Whether operators in the text are only words. */
  asWords: boolean;
  /** Whether each publication of a patent family is listed, and not only the best. */
  isUnfolded?: boolean;
  /** A column of dates or numbers that orders the results, in place of meaning. */
  order?: ResultOrder | undefined;
  /** Shows pictures of the results instead of their list. */
  view?: 'landscape' | undefined;
  /** The columns of the pictures, those that somebody chose, and whether the map is drawn. */
  drawn?: Drawn;
}

export interface ResultOrder {
  column: string;
  /** The newest or highest first. */
  descending: boolean;
}

/** `-publication_date` for the newest first. */
export const formatOrder = ({ column, descending }: ResultOrder): string =>
  `${descending ? '-' : '+'}${column}`;

export const parseOrder = (text: string): ResultOrder | undefined =>
  /^[-+]./s.test(text) ? { column: text.slice(1), descending: text[0] === '-' } : undefined;

export interface Drawn {
  rows?: string | undefined;
  columns?: string | undefined;
  bars?: string | undefined;
  map?: boolean;
}

export const drawnColumns = ['rows', 'columns', 'bars'] as const;

/** Longer texts are not put into the address: servers refuse addresses above about 8 kB. */
export const maxTextInAddress = 6000;

/** Query of the address of a search, and the state of the browser's history that holds a text which is too long for it. */
export function searchPlace(address: SearchAddress) {
  const { indexId, text, filters, asWords, isUnfolded, order, view, drawn } = address;
  const isLong = encodeURIComponent(text).length > maxTextInAddress;
  const query = new URLSearchParams({ index: indexId });
  if (text !== '' && !isLong) query.set('q', text);
  for (const filter of filters) query.append('filter', formatFilter(filter));
  if (asWords) query.set('syntax', 'words');
  if (isUnfolded) query.set('families', 'unfolded');
  if (order) query.set('order', formatOrder(order));
  if (view) {
    query.set('view', view);
    for (const name of drawnColumns) {
      const column = drawn?.[name];
      if (column !== undefined) query.set(name, column);
    }
    if (drawn?.map) query.set('map', 'drawn');
  }
  return { query, state: isLong ? { text } : undefined };
}

/** A search of the page as the API keeps it. */
export const toRunnable = ({
  indexId,
  text,
  filters,
  asWords,
  order,
}: SearchAddress): RunnableSearch => ({
  index_id: indexId,
  text,
  syntax: !asWords && hasOperators(text) ? 'query' : 'words',
  filters: filters.map(toApiFilter),
  ...(order && { sort: order }),
});

/** The filters of a search as the page shows them; undefined if one of them is none that the page has. */
export function pageFilters({ filters }: RunnableSearch): Filter[] | undefined {
  const read = filters.map(fromApiFilter).filter((filter) => filter !== undefined);
  return read.length === filters.length ? read : undefined;
}

/** Where a search is run again; undefined if the page cannot. */
export function placeOf(search: RunnableSearch) {
  const filters = pageFilters(search);
  if (!filters) return undefined;
  const { index_id: indexId, text, syntax, sort } = search;
  const { query, state } = searchPlace({
    indexId,
    text,
    filters,
    asWords: syntax === 'words' && hasOperators(text),
    order: sort && { column: sort.column, descending: sort.descending ?? false },
  });
  return { to: `/search?${query}`, state };
}
