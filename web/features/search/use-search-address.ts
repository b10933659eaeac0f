import { useLocation, useSearchParams } from 'react-router-dom';
import { type Filter, formatFilter, parseFilter } from '#web/lib/search-filter.ts';

interface SearchAddress {
  indexId: string;
  text: string;
  filters: Filter[];
}

/** Longer texts are kept beside the address: servers on the way refuse addresses above some 8 kB. */
const maxTextInAddress = 6000;

/**
 * The search lives in the address, so that it can be shared and the back button works. One whose text is
 * too long for that lives in the browser's history: it survives going back and reloading.
 */
export function useSearchAddress(): [SearchAddress, (next: SearchAddress) => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: { text?: string } | null };
  const address = {
    indexId: params.get('index') ?? 'us_patents',
    text: (params.get('q') ?? state?.text ?? '').trim(),
    filters: params
      .getAll('filter')
      .map(parseFilter)
      .filter((filter) => filter !== undefined),
  };
  const setAddress = ({ indexId, text, filters }: SearchAddress) => {
    const isLong = encodeURIComponent(text).length > maxTextInAddress;
    const next = new URLSearchParams({ index: indexId });
    if (text !== '' && !isLong) next.set('q', text);
    for (const filter of filters) next.append('filter', formatFilter(filter));
    setParams(next, isLong ? { state: { text } } : {});
  };
  return [address, setAddress];
}
