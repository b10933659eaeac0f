import { useLocation, useSearchParams } from 'react-router-dom';
import { type Filter, formatFilter, parseFilter } from '#web/lib/search-filter.ts';

export interface SearchAddress {
  indexId: string;
  text: string;
  filters: Filter[];
  /** Whether operators in the text are only words. */
  asWords: boolean;
}

/** Longer texts are not put into the address: servers refuse addresses above about 8 kB. */
const maxTextInAddress = 6000;

/** The search in the query of an address. */
export const readSearchAddress = (params: URLSearchParams): SearchAddress => ({
  indexId: params.get('index') ?? 'us_patents',
  text: (params.get('q') ?? '').trim(),
  filters: params
    .getAll('filter')
    .map(parseFilter)
    .filter((filter) => filter !== undefined),
  asWords: params.get('syntax') === 'words',
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
    const { indexId, text, filters, asWords } = { ...address, ...change };
    const isLong = encodeURIComponent(text).length > maxTextInAddress;
    const next = new URLSearchParams({ index: indexId });
    if (text !== '' && !isLong) next.set('q', text);
    for (const filter of filters) next.append('filter', formatFilter(filter));
    if (asWords) next.set('syntax', 'words');
    setParams(next, isLong ? { state: { text } } : {});
  };
  return [address, setAddress];
}
