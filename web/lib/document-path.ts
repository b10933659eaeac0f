import { indexPath } from './index-path.ts';
import { patentPath } from './patent-path.ts';

/** Longer texts do not fit into an address beside the rest. */
const maxTextInAddress = 2000;

/** Address of the page of one row. It marks what fits `text`, the search that found the row. */
export function documentPath(indexId: string, id: string, text: string): string {
  const isLong = encodeURIComponent(text).length > maxTextInAddress;
  const search = text === '' || isLong ? '' : `?${new URLSearchParams({ q: text })}`;
  if (indexId === 'us_patents') return patentPath(id) + search;
  return `${indexPath(indexId)}/${encodeURIComponent(id)}${search}`;
}
