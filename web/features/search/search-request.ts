import type { Index } from '#shared/contract/indexes.ts';
import { limits } from '#shared/limits.ts';
import { hasOperators } from '#shared/query-language/has-operators.ts';
import type { SearchAddress } from '#web/lib/runnable-search.ts';
import { facetOf, openFacets } from './facets/facet-columns.ts';
import { familyColumn } from './families/family-column.ts';

/**
 * The search of an address, with counts by columns of the index. Plain words rank all rows, and those far below the best
 * are left out, unless the index is so small that one answer has all of its rows. Where a query decides which rows are found, all of these are shown. Of publications of one invention, the best
 * is shown.
 * @param index undefined if it could not be loaded
 */
export function searchRequest(
  { asWords, isUnfolded, order, view: _, drawn: __, ...address }: SearchAddress,
  index: Index | undefined,
  relevantOnly?: boolean,
) {
  const isQuery = !asWords && hasOperators(address.text);
  const family = isUnfolded ? undefined : familyColumn(index);
  const facets = [
    ...(index ? openFacets(index).map(facetOf) : []),
    // Counts the families.
    ...(family === undefined ? [] : [{ column: family, top: 1 }]),
  ];
  const fitsOneAnswer = index !== undefined && index.rows <= limits.searchMaxItems;
  const isCut = relevantOnly ?? !(isQuery || fitsOneAnswer);
  return {
    ...address,
    ...(isQuery && { syntax: 'query' as const }),
    ...(facets.length > 0 && { facets }),
    ...(family !== undefined && { distinct: family }),
    ...(order && { sort: order }),
    relevantOnly: isCut,
    // The relevant rows are all in the first answer.
    ...(!isCut && !order && { pages: true }),
  };
}
