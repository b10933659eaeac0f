import { type SearchAddress, searchPlace } from '#web/lib/runnable-search.ts';
import type { Filter } from '#web/lib/search-filter.ts';
import { isOfFacet, type ValueFacet, withValue } from '../facets/facet-filters.ts';

/** Filters that keep one value of a facet, whatever was chosen of it. */
export const onlyValue = (facet: ValueFacet, filters: readonly Filter[], value: string): Filter[] =>
  withValue(
    facet,
    filters.filter((filter) => !isOfFacet(facet, filter)),
    value,
    'include',
  );

/** The list of the results of a search with these filters. */
export function placeOfFilters(address: SearchAddress, filters: Filter[]) {
  const { query, state } = searchPlace({ ...address, filters, view: undefined });
  return { to: `/search?${query}`, state };
}
