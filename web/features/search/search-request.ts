import { hasOperators } from '#shared/query-language/has-operators.ts';
import type { SearchAddress } from './use-search-address.ts';

/**
 * The search of an address. Plain words rank all rows, and those far below the best are left out. Where a query decides
 * which rows are found, all of these are shown.
 */
export function searchRequest({ asWords, ...address }: SearchAddress, relevantOnly?: boolean) {
  const isQuery = !asWords && hasOperators(address.text);
  return {
    ...address,
    ...(isQuery && { syntax: 'query' as const }),
    relevantOnly: relevantOnly ?? !isQuery,
  };
}
