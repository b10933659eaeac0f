import { isCatalog } from './catalogs.ts';

/** Path of the page of a row. Patents have a page of their own. */
export function rowPath(indexId: string, id: string): string {
  const name = encodeURIComponent(id);
  if (indexId === 'us_patents') return `/patents/${name}`;
  return isCatalog(indexId) ? `/data-catalog/${indexId}/${name}` : `/indexes/${indexId}/${name}`;
}
