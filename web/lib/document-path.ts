import { indexPath } from './index-path.ts';
import { patentPath } from './patent-path.ts';

/** Longer texts do not fit into an address. */
const maxTextInAddress = 2000;

/**
 * Address of the page of one row. The page marks what matches `text`, the search that found the row. For a patent,
 * which has a page of its own, it marks the quote.
 */
export function documentPath(indexId: string, id: string, text: string, quote = ''): string {
  const isLong = encodeURIComponent(text).length > maxTextInAddress;
  const query = new URLSearchParams(text === '' || isLong ? {} : { q: text });
  const isPatent = indexId === 'us_patents';
  if (isPatent && quote !== '') query.set('quote', quote);
  const path = isPatent ? patentPath(id) : `${indexPath(indexId)}/${encodeURIComponent(id)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}
