import { useLocation, useSearchParams } from 'react-router-dom';
import {
  drawnColumns,
  parseOrder,
  type SearchAddress,
  searchPlace,
} from '#web/lib/runnable-search.ts';
import { parseFilter } from '#web/lib/search-filter.ts';

/** The search in the query of an address. */
export const readSearchAddress = (params: URLSearchParams): SearchAddress => ({
  indexId: params.get('index') ?? 'us_patents',
  text: (params.get('q') ?? '').trim(),
  filters: params
    .getAll('filter')
    .map(parseFilter)
    .filter((filter) => filter !== undefined),
  asWords: params.get('syntax') === 'words',
  isUnfolded: params.get('families') === 'unfolded',
  order: parseOrder(params.get('order') ?? ''),
  view: params.get('view') === 'landscape' ? 'landscape' : undefined,
  drawn: {
    ...Object.fromEntries(drawnColumns.map((name) => [name, params.get(name) ?? undefined])),
    map: params.get('map') === 'drawn',
  },
});

/**
 * The search is stored in the address, so that it can be shared and the back button works. A search whose text is too
 * long is stored in the browser's history, which survives going back and reloading.
 */
export function useSearchAddress(): [SearchAddress, (change: Partial<SearchAddress>) => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: { text?: string } | null };
  const inAddress = readSearchAddress(params);
  const address = { ...inAddress, text: inAddress.text || (state?.text ?? '').trim() };
  const setAddress = (change: Partial<SearchAddress>) => {
    const { query, state } = searchPlace({ ...address, ...change });
    setParams(query, state ? { state } : {});
  };
  return [address, setAddress];
}
