import { useLocation, useSearchParams } from 'react-router-dom';
import { maxTextInAddress } from '#web/lib/runnable-search.ts';

export const comparisonViews = ['results', 'shares', 'only', 'both'] as const;
export type ComparisonView = (typeof comparisonViews)[number];

export interface ComparisonAddress {
  /** The two indexes; empty if none is chosen. */
  a: string;
  b: string;
  text: string;
  view: ComparisonView;
  /** Nearness from which a row counts as in both. */
  from: number;
}

/** Half of what a row can have: of texts of different fields hardly any has so much, and equal ones have more. */
const defaultFrom = 0.5;

const readAddress = (params: URLSearchParams, longText = ''): ComparisonAddress => {
  const from = Number(params.get('from') ?? Number.NaN);
  return {
    a: params.get('a') ?? '',
    b: params.get('b') ?? '',
    text: (params.get('q') ?? longText).trim(),
    view: comparisonViews.find((view) => view === params.get('view')) ?? 'results',
    from: from >= 0 && from <= 1 ? from : defaultFrom,
  };
};

/** What is compared, and how it is shown, in the address, so that it can be shared. A long text is in the browser's history. */
export function useComparisonAddress(): [
  ComparisonAddress,
  (change: Partial<ComparisonAddress>) => void,
] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: { text?: string } | null };
  const address = readAddress(params, state?.text);
  const setAddress = (change: Partial<ComparisonAddress>) => {
    const { a, b, text, view, from } = { ...address, ...change };
    const isLong = encodeURIComponent(text).length > maxTextInAddress;
    const query = new URLSearchParams({
      ...(a !== '' && { a }),
      ...(b !== '' && { b }),
      ...(text !== '' && !isLong && { q: text }),
      ...(view !== 'results' && { view }),
      ...(from !== defaultFrom && { from: String(from) }),
    });
    // Each step of a slider would be a step back.
    setParams(query, { replace: 'from' in change, ...(isLong && { state: { text } }) });
  };
  return [address, setAddress];
}
